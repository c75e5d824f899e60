import { expect } from "chai";
import { countWaiting } from "../../../../src/gateway/usecases/invoices/countWaiting.ts";
import { noteLost, resolveLost } from "../../../../src/gateway/usecases/failover/lostInvoices.ts";
import { notifyWaiting } from "../../../../src/gateway/usecases/notifications/notifyWaiting.ts";
import { DAY_MS } from "../../../../src/values/time.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { newPostgresUrl } from "../../../support/migratedDatabases.ts";
import { hiddenFields, signedInAt, type Visitor } from "../../http/ownerPages.ts";

const PLACE = {
  chainId: 8253038,
  address: "bcrt1-lost",
  units: 40_000n,
  symbol: "BTC",
  decimals: 8,
  isDirect: false,
};

for (const [engine, urlOf] of [
  ["sqlite", async () => undefined],
  ["postgres", () => newPostgresUrl("lost_invoices", "gateway")],
] as const)
  describe(`invoices that a database has lost, in the inbox, on ${engine}`, function () {
    this.timeout(60_000);
    let shop: MerchantApp;
    let owner: Visitor;
    let inbox: string;
    before(async () => {
      shop = await startMerchantApp({ databaseUrl: await urlOf() });
      owner = await signedInAt(shop.app.gateway, shop.app.url);
      inbox = `/owner/stores/${shop.storeId}/inbox`;
    });
    after(() => shop.close());

    const lost = (invoiceId: string, places = [PLACE]) => {
      const at = shop.clock();
      return { storeId: shop.storeId, invoiceId, issuedAt: at, foundAt: at, places };
    };
    const listed = async () =>
      (await shop.get("/crosstill/inbox")).body as Readonly<{ lost: readonly unknown[] }>;
    const waiting = () => countWaiting(shop.app.gateway, shop.storeId, 100, true);

    it("are listed with where their payments may come, counted, and told to users once", async () => {
      const { gateway } = shop.app;
      const direct = {
        ...PLACE,
        address: "0xshop",
        units: 25_000_017n,
        symbol: "USDC",
        decimals: 6,
        isDirect: true,
      };
      await noteLost(
        gateway,
        [lost("gone", [PLACE, direct]), { ...lost("other"), storeId: "another" }],
        shop.clock(),
      );
      await noteLost(gateway, [lost("gone")], shop.clock()); // recover was run again
      const [one, ...more] = (await listed()).lost;
      expect(more).to.deep.equal([]);
      expect(one).to.deep.include({ invoiceId: "gone", storeId: shop.storeId });
      expect(one).to.have.deep.property("places", [
        {
          chainId: 8253038,
          address: "bcrt1-lost",
          units: "40000",
          amount: "0.0004",
          symbol: "BTC",
          direct: false,
        },
        {
          chainId: 8253038,
          address: "0xshop",
          units: "25000017",
          amount: "25.000017",
          symbol: "USDC",
          direct: true,
        },
      ]);
      expect(await waiting()).to.equal(1);
      const text = textOf((await owner.get(inbox)).text);
      expect(text)
        .to.match(/Lost invoices 1/)
        .and.match(/Invoice gone issued/)
        .and.match(/0\.0004 BTC bcrt1-lost/);
      expect(text)
        .to.match(/25\.000017 USDC 0xshop To be paid to the shop directly/)
        .and.not.include("other");
      await notifyWaiting(gateway as never);
      await notifyWaiting(gateway as never);
      const told = textOf((await owner.get("/owner/notifications")).text);
      expect(told.match(/An invoice of 0\.0004 BTC was lost with the database\./g)).to.have.length(1);
    });

    it("are taken off the list by a person, once, and stay off when recover finds them again", async () => {
      const { gateway } = shop.app;
      expect(hiddenFields((await owner.get(inbox)).text)).to.include({ invoiceId: "gone" });
      const { status, headers } = await owner.send(`${inbox}/lost/resolve`, { invoiceId: "gone" });
      expect([status, headers["location"]]).to.deep.equal([303, `${inbox}?done=resolved`]);
      expect(textOf((await owner.get(inbox)).text)).to.include("Nothing waits for you.");
      const [entry] = await gateway.persistence.auditLog.list({ limit: 1 });
      expect(entry).to.deep.include({
        action: "lost_invoice.resolved",
        subject: "gone",
        storeId: shop.storeId,
      });
      await noteLost(gateway, [lost("gone")], shop.clock());
      expect([(await listed()).lost, await waiting()]).to.deep.equal([[], 0]);
      const refused = await resolveLost(gateway, shop.storeId, "gone", shop.clock()).catch(
        (error: Error) => error,
      );
      expect(refused).to.include({ code: "nothing_to_resolve" });
    });

    it("are all kept when two processes write at once", async () => {
      shop.clock.advance(DAY_MS);
      await Promise.all(["a", "b", "c"].map((id) => noteLost(shop.app.gateway, [lost(id)], shop.clock())));
      expect(await waiting()).to.equal(3);
    });
  });
