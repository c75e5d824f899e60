import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, methodsOf, raw } from "./merchant.ts";

let shop: SandboxApp;

const quotes = () => shop.app.calls.read().quotes;
const pageOf = async (id: string) =>
  (await raw(shop, "get", `/i/${id}`).set("Accept", "text/html").expect(200)).text;
const offered = (page: string) => [...page.matchAll(/\/methods\/([^"]*)"/g)].map(([, id = ""]) => id);
const choose = (id: string, methodId: string) =>
  raw(shop, "post", `/i/${id}/methods/${methodId}`).set("Accept", "text/html").redirects(0).expect(303);
const MOST_QUOTES = 19; // three for the default method, and two for each of at most eight others

describe("an invoice that is too small for some coins", () => {
  describe("at a gateway that knows what each coin takes", () => {
    before(async () => {
      shop = await startSandboxApp();
      await issue(shop, { amount: "10.00" }).then(({ id }) => pageOf(id));
    });
    after(() => shop.close());

    it("says that a coin is not available when it is chosen all the same, and offers the others", async () => {
      const { id } = await issue(shop, { amount: "10.00" });
      const { headers } = await choose(id, "USDT-BASE");
      expect(headers["location"]).to.equal(`/i/${id}?refused=USDT-BASE`);
      const page = (await raw(shop, "get", String(headers["location"])).set("Accept", "text/html")).text;
      expect(page).to.include(
        "USDT on Sandbox Base is not available for this amount. Please choose another coin.",
      );
      expect(offered(page)).to.include("ETH-BASE");
      expect(await pageOf(id)).not.to.include("Please choose another coin");
    });

    it("can always be paid directly, however small: nothing is taken of that", async () => {
      const { id } = await issue(shop, { amount: "5.00" });
      const page = await pageOf(id);
      expect(offered(page)).to.deep.equal(["USDC-BASE"]);
      expect(page).to.not.include("Or pay another way");
      await choose(id, "USDC-BASE");
      expect(
        (await methodsOf(shop, id)).find(({ paymentMethodId }) => paymentMethodId === "USDC-BASE"),
      ).to.include({ activated: true });
    });

    it("does not ask for large ones", async () => {
      const { id } = await issue(shop, { amount: "500.00" });
      expect(await bitcoinOf(shop, id)).to.include({ activated: true });
      const known = quotes();
      await pageOf(id);
      await shop.run("learn minimums");
      expect(quotes()).to.equal(known);
    });

    it("shows its fees only to payers that bear them", async () => {
      const shownWhen = async (feeBearer: "payer" | "merchant") => {
        const { persistence } = shop.app.gateway;
        for (const { logo: _, ...merchant } of await persistence.stores.list())
          await persistence.stores.change(merchant, {
            name: merchant.name,
            settings: { ...merchant.settings, feeBearer },
          });
        const { id } = await issue(shop, { amount: "40.00" });
        await choose(id, "ETH-BASE"); // the figures of the other price are known
        return pageOf(id);
      };
      expect(await shownWhen("payer")).to.match(/fee about/);
      const page = await shownWhen("merchant");
      expect(offered(page)).to.include("BTC-CHAIN");
      expect(page).not.to.match(/fee about|receives about|lowest fee/);
    });
  });

  describe("at a new gateway", () => {
    beforeEach(async () => {
      shop = await startSandboxApp();
    });
    afterEach(() => shop.close());

    it("offers only those that work, from its first sight on, and each of them works", async () => {
      const before = quotes();
      const { id } = await issue(shop, { amount: "10.00" });
      expect(quotes() - before).to.be.at.most(MOST_QUOTES);
      const page = await pageOf(id);
      const ids = offered(page);
      expect(ids).to.include("ETH-BASE").and.not.to.include("BTC-CHAIN").and.not.to.include("USDT-BASE");
      expect(page).to.include("USDT on Sandbox Base needs at least");
      for (const methodId of ids) {
        await choose(id, methodId);
        const found = (await methodsOf(shop, id)).find(({ paymentMethodId }) => paymentMethodId === methodId);
        expect(found, methodId).to.include({ activated: true });
      }
      await issue(shop, { amount: "10.00" }).then((next) => choose(next.id, "ETH-BASE"));
      shop.clock.advance(3_600_000); // the first address is free again, and its next quote is indicative
      await shop.run();
      const again = await issue(shop, { amount: "10.00" });
      expect(offered(await pageOf(again.id))).to.deep.equal(ids);
      await choose(again.id, "ETH-BASE");
      expect(
        await methodsOf(shop, again.id).then((all) => all.filter(({ activated }) => activated).length),
      ).to.equal(1);
    });

    const withoutDirect = async () => {
      const { persistence } = shop.app.gateway;
      for (const { logo: _, ...merchant } of await persistence.stores.list())
        await persistence.stores.change(merchant, {
          name: merchant.name,
          settings: { ...merchant.settings, directPayments: false },
        });
    };

    it("says so when it is too small for all: no button that fails, and the merchant is told what each takes", async () => {
      await withoutDirect();
      const { id } = await issue(shop, { amount: "5.00" });
      const page = await pageOf(id);
      expect(offered(page)).to.deep.equal([]);
      expect(page).to.match(/Bitcoin (is available )?from \d+\.\d\d USD/);
      for (const method of await methodsOf(shop, id))
        expect(method.additionalData, method.paymentMethodId)
          .to.have.property("recommendedMinimum")
          .that.is.a("string");
    });

    it("asks nothing for the next small invoice, and once more for an open page ten minutes later", async () => {
      await withoutDirect();
      await issue(shop, { amount: "5.00" });
      const known = quotes();
      const { id } = await issue(shop, { amount: "6.00" });
      await pageOf(id);
      await shop.run("learn minimums");
      expect(quotes()).to.equal(known);
      shop.clock.advance(600_000);
      expect(offered(await pageOf(id)), "old knowledge is still shown").to.deep.equal([]);
      await shop.run("learn minimums");
      expect(quotes() - known)
        .to.be.above(0)
        .and.at.most(8);
    });
  });
});
