import { expect } from "chai";
import { isFull } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf } from "./shop.ts";

const INVOICES = isFull ? 10 : 4;
const RELEASE = 17 * 60; // seconds: an invoice is open for fifteen minutes, and the quarantine of the sandbox is one
const BLOCKS_OF_ESTIMATE = 12; // without transactions in them the fee estimate is the lowest
const FORGIVING = {};
const UNFORGIVING = { crosstill: { policy: { forgive: 0 } } };

describe("deposit addresses from earlier quotes", function () {
  this.timeout(120_000);

  let sandbox: SandboxApp;
  before(async () => {
    sandbox = await startSandboxApp({ env: { REUSE_PAID_ADDRESSES: "1" } });
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  it("bring the whole price for exactly the amount that is asked, also where nothing is forgiven", async () => {
    const shop = shopOf(sandbox);
    const outcomes = [];
    let usedAgain = 0;
    for (let made = 0; made < INVOICES; made++) {
      const { id } = await shop.invoice("20.00", made % 2 === 0 ? FORGIVING : UNFORGIVING);
      const { quotes } = await sandbox.app.gateway.persistence.books.proofRecord(id);
      if (quotes.every(({ kind }) => kind === "indicative")) usedAgain++;
      await shop.pay(id);
      await shop.mine();
      const { additionalStatus, paidAmount, crosstill } = await shop.until(id, "Settled");
      outcomes.push([additionalStatus, paidAmount, crosstill.oddities.length]);
      await shop.tick(RELEASE);
    }
    expect(outcomes).to.deep.equal(Array(INVOICES).fill(["None", "20.00", 0]));
    expect(usedAgain).to.be.greaterThan(INVOICES / 2);
  });

  it("settle an exact payment that was priced after network fees had risen since the first quote", async () => {
    const shop = shopOf(sandbox);
    await shop.mine(BLOCKS_OF_ESTIMATE);
    const unpaid = await shop.invoice("300.00", { checkout: { expirationMinutes: 1, monitoringMinutes: 1 } });
    const { destination } = await shop.bitcoin(unpaid.id);
    const busy = await shop.invoice("20.00");
    const txid = await shop.pay(busy.id);
    ok(await sandbox.control("bitcoin/replace", { txid, feeRate: 40 }));
    await shop.tick(RELEASE);
    const { id } = await shop.invoice("310.00");
    const used = (await shop.bitcoin(id)).destination;
    await shop.pay(id);
    await shop.mine();
    const { additionalStatus, paidAmount, crosstill } = await shop.until(id, "Settled");
    expect([additionalStatus, paidAmount, crosstill.refunds.length]).to.deep.equal(["None", "310.00", 0]);
    expect(used, "the first quote was for lower fees").not.to.equal(destination);
  });
});
