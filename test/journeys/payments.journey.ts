import { expect } from "chai";
import { parseDecimal } from "../../src/values/amount.ts";
import { onEngines, USUAL_ENGINES, type NewDatabaseUrl } from "../support/databases.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, onEveryService, shopOf, USUAL_SERVICES } from "./shop.ts";

const MINUTE = 60;
const REUSE = { REUSE_PAID_ADDRESSES: "1" }; // so that an address has a past

describe("a payment from invoice to settlement", function () {
  this.timeout(60_000);

  const journeys = (service: (typeof USUAL_SERVICES)[number], isBare: boolean, newUrl: NewDatabaseUrl) => {
    let sandbox: SandboxApp;
    let shop: ReturnType<typeof shopOf>;

    before(async () => {
      const databaseUrl = await newUrl();
      sandbox = await startSandboxApp({ service, env: REUSE, ...(databaseUrl ? { databaseUrl } : {}) });
      shop = shopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
    });
    after(() => sandbox.close());

    it("settles an exact payment, and the merchant's address holds what the invoice says", async () => {
      const before = await shop.received();
      const { id } = await shop.invoice();
      await shop.pay(id);
      await shop.look(id);
      expect((await shop.load(id)).status).to.equal("Processing");
      await shop.mine();
      const settled = await shop.until(id, "Settled");
      const [settlement] = settled.crosstill.settlements;
      expect(settled.additionalStatus).to.equal("None");
      expect(settlement?.evidence).to.equal("verified");
      expect(BigInt(settlement!.amount) >= 25_000_000n).to.equal(true);
      expect((await shop.received()) - before).to.equal(BigInt(settlement!.amount));
    });

    it("sends back what is below the minimum, and the invoice stays open for a payment", async () => {
      const { id } = await shop.invoice();
      await shop.pay(id, 600n);
      await shop.mine();
      for (let second = 0; second < 5; second++) await shop.tick();
      await shop.mine();
      for (let second = 0; second < 5; second++) await shop.tick();
      const refunded = await shop.load(id);
      expect(refunded.status).to.equal("New");
      expect(refunded.crosstill.refunds).to.have.length(1);
      const [refund] = refunded.crosstill.refunds;
      expect(BigInt(refund!.amount) > 0n && BigInt(refund!.amount) < 600n).to.equal(true);
      await shop.pay(id);
      await shop.mine();
      await shop.until(id, "Settled");
    });

    it("goes on after a restart in the middle of a payment", async () => {
      const before = await shop.received();
      const { id } = await shop.invoice();
      await shop.pay(id);
      await shop.mine();
      sandbox.clock.advance(1_000);
      await sandbox.run("follow bitcoin", "index bitcoin");
      sandbox = await sandbox.restart();
      shop = shopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      const settled = await shop.until(id, "Settled");
      expect((await shop.received()) - before).to.equal(BigInt(settled.crosstill.settlements[0]!.amount));
    });

    // What the gateway sees of the chain by itself does not depend on what the service shows.
    if (!isBare || process.env["JOURNEYS"] === "full") {
      it("settles two payments that make up the price together", async () => {
        const { id } = await shop.invoice("100.00");
        const asked = parseDecimal((await shop.bitcoin(id)).due, 8);
        await shop.pay(id, asked / 2n);
        await shop.mine();
        const half = await shop.settledTimes(id, 1);
        expect([half.status, half.additionalStatus]).to.deep.equal(["New", "PaidPartial"]);
        await shop.pay(id);
        await shop.mine();
        const settled = await shop.until(id, "Settled");
        expect(settled.crosstill.settlements).to.have.length(2);
      });

      it("records late money: an expired invoice becomes paid late once it has settled", async () => {
        const { id } = await shop.invoice();
        await shop.tick(16 * MINUTE);
        expect((await shop.load(id)).status).to.equal("Expired");
        await shop.pay(id);
        await shop.mine();
        const late = await shop.settledTimes(id, 1);
        expect([late.status, late.additionalStatus], JSON.stringify(late.crosstill)).to.deep.equal([
          "Expired",
          "PaidLate",
        ]);
        expect(late.crosstill.settlements).to.have.length(1);
      });

      it("is processing only after a confirmation when nobody looked at the mempool", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.tick();
        expect((await shop.load(id)).status).to.equal("New");
        await shop.mine();
        await shop.until(id, "Settled");
      });

      it("settles a payment of more as paid over, and converts all of it", async () => {
        const { id } = await shop.invoice();
        const asked = parseDecimal((await shop.bitcoin(id)).due, 8);
        await shop.pay(id, asked * 2n);
        await shop.mine();
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("PaidOver");
        expect(BigInt(settled.crosstill.settlements[0]!.amount) > 49_000_000n).to.equal(true);
        expect((await shop.bitcoin(id)).due.startsWith("-")).to.equal(true);
      });

      it("counts the replacement of a payment and not the replaced one", async () => {
        const { id } = await shop.invoice();
        const txid = await shop.pay(id);
        await shop.look(id);
        expect((await shop.load(id)).status).to.equal("Processing");
        const replaced = ok<{ txid: string }>(
          await sandbox.control("bitcoin/replace", { txid, feeRate: 40 }),
        );
        await shop.look(id);
        await shop.look(id); // the second look that misses the old one
        await shop.mine();
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
        expect(
          settled.crosstill.settlements.map(({ originOutpoint }) => originOutpoint.slice(0, 64)),
        ).to.deep.equal([replaced.txid]);
      });

      it("reopens when a payment is replaced by one that pays somebody else", async () => {
        const { id } = await shop.invoice();
        const txid = await shop.pay(id);
        await shop.look(id);
        const { address } = sandbox.app.sandbox!.file.wallet.bitcoin;
        ok(await sandbox.control("bitcoin/replace", { txid, address, feeRate: 40 }));
        await shop.look(id);
        expect((await shop.load(id)).status, "one look may be wrong").to.equal("Processing");
        await shop.look(id);
        expect((await shop.load(id)).status).to.equal("New");
        await shop.mine();
        await shop.tick(16 * MINUTE);
        expect((await shop.load(id)).status).to.equal("Expired");
      });

      it("reopens with the block that confirms a replacement, without a look at the address", async () => {
        const { id } = await shop.invoice();
        const txid = await shop.pay(id);
        await shop.look(id);
        const { address } = sandbox.app.sandbox!.file.wallet.bitcoin;
        ok(await sandbox.control("bitcoin/replace", { txid, address, feeRate: 40 }));
        await shop.mine();
        await sandbox.run("follow bitcoin");
        expect((await shop.load(id)).status).to.equal("New");
      });

      it("takes a confirmation back when its block is reorganised away, and settles once after the next", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        // Only the gateway looks, so that the service has not converted anything yet.
        sandbox.clock.advance(1_000);
        await sandbox.run("follow bitcoin");
        expect((await shop.load(id)).status).to.equal("Processing");
        ok(await sandbox.control("bitcoin/reorg", { depth: 1 }));
        sandbox.clock.advance(1_000);
        await sandbox.run("follow bitcoin");
        const status = await fetch(`${sandbox.url}/i/${id}/status`, {
          headers: { accept: "application/json" },
        });
        expect(await status.json()).to.deep.include({ stage: "seen", confirmations: { need: 1, have: 0 } });
        await shop.mine();
        const settled = await shop.until(id, "Settled");
        expect(settled.crosstill.settlements).to.have.length(1);
      });

      it("stays settled when its block is reorganised away afterwards, and a person is told once", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        const { crosstill } = await shop.until(id, "Settled");
        expect(crosstill.anomalies).to.deep.equal([]);
        ok(await sandbox.control("bitcoin/reorg", { depth: 1 }));
        await shop.tick();
        await shop.mine(); // it is back, and gone again
        await shop.tick();
        const told = await shop.load(id);
        expect([told.status, told.additionalStatus]).to.deep.equal(["Settled", "None"]);
        expect(told.crosstill.settlements).to.deep.equal(crosstill.settlements);
        expect(told.crosstill.anomalies).to.have.length(1);
        expect(JSON.stringify(told.crosstill.anomalies)).to.include("origin_reorganised");
      });
    }

    // Without lists of requests an address that was paid is never used again.
    if (!isBare)
      it("never settles an invoice by what happened on its address before", async () => {
        const first = await shop.invoice("30.00");
        const { destination } = await shop.bitcoin(first.id);
        await shop.pay(first.id);
        await shop.mine();
        await shop.until(first.id, "Settled");
        await shop.tick(17 * MINUTE); // the price held for fifteen minutes, and the quarantine of the sandbox is one
        const second = await leasing(destination);
        for (let look = 0; look < 4; look++) await shop.tick(3);
        const unpaid = await shop.load(second);
        expect([unpaid.status, unpaid.additionalStatus, unpaid.paidAmount]).to.deep.equal([
          "New",
          "None",
          "0.00",
        ]);
        await shop.pay(second);
        await shop.mine();
        const settled = await shop.until(second, "Settled");
        expect(settled.crosstill.settlements).to.have.length(1);
      });

    /** Makes invoices until one gets the address: one that was freed later comes first. */
    async function leasing(address: string): Promise<string> {
      for (let tried = 0; tried < 20; tried++) {
        const { id } = await shop.invoice("30.00");
        if ((await shop.bitcoin(id)).destination === address) return id;
      }
      throw new Error(`No invoice was given ${address} again.`);
    }
  };

  onEveryService(
    (service, isBare) => onEngines(USUAL_ENGINES, (newUrl) => journeys(service, isBare, newUrl)),
    USUAL_SERVICES,
  );
});
