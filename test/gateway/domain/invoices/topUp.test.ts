import { expect } from "chai";
import { overOf, paidInPrice, priceOf, remainingOf } from "../../../../src/gateway/domain/invoices/paid.ts";
import { exceptionsOf } from "../../../../src/gateway/domain/invoices/exceptions.ts";
import { topUpPolicy } from "../../../../src/gateway/domain/invoices/policy.ts";
import { blankOf, issuedUnder } from "../../../../src/gateway/domain/invoices/replay.ts";
import { A, anInvoice, B, DUE, EXPIRES, FLOOR, givenInvoice, inBlock, inMempool, LATE, PRICE_SATS, success, tick } from "./given.ts"; // prettier-ignore

const policy = topUpPolicy({}, "reported");
const topUp = anInvoice({ topUp: true, policy });
const HALF = PRICE_SATS / 2n;

/** Its rate was asked for 25.00 USD; nobody has to pay that. */
describe("an invoice for any amount", () => {
  it("has no price until something was paid, and that is the price then", () => {
    expect(priceOf(topUp)).to.equal(0n);
    const seen = givenInvoice(topUp).when(inMempool({ value: HALF })).then({ state: "Processing", additional: "None" }); // prettier-ignore
    expect([priceOf(seen.invoice), remainingOf(seen.invoice)]).to.deep.equal([1250n, 0n]);
  });

  it("is settled by whatever has come, and asks for no more", () => {
    for (const value of [1n, HALF, PRICE_SATS, 10n * PRICE_SATS]) {
      const amount = (FLOOR * value) / PRICE_SATS;
      const { invoice } = givenInvoice(topUp, inBlock({ value }), success({ amount }));
      expect(invoice, String(value)).to.include({ state: "Settled", additional: "None" });
      expect(priceOf(invoice)).to.equal(paidInPrice(invoice));
      expect(exceptionsOf(invoice)).to.deep.equal([]);
    }
  });

  it("counts what arrived where the conversion cost more than its rate said", () => {
    const { invoice } = givenInvoice(topUp, inBlock({ value: HALF }), success({ amount: FLOOR / 4n }));
    expect(priceOf(invoice)).to.equal(625n);
  });

  it("has been overpaid by what came after the first payment", () => {
    const paid = givenInvoice(topUp, inBlock({ outpoint: A, value: HALF }), inBlock({ outpoint: B, value: PRICE_SATS }));
    expect(paid.invoice.additional).to.equal("PaidOver");
    expect([priceOf(paid.invoice), overOf(paid.invoice)]).to.deep.equal([1250n, DUE]);
  }); // prettier-ignore

  it("expires when nothing comes, and takes late money too", () => {
    const { invoice } = givenInvoice(topUp, tick(EXPIRES), inBlock({ at: LATE, value: 1_000n }), success({ at: LATE, amount: 600_000n })); // prettier-ignore
    expect(invoice).to.include({ state: "Expired", additional: "PaidLate" });
    expect(priceOf(invoice)).to.equal(60n);
  });

  it("waits for the confirmations of the largest amount, for nobody knows how much will come", () => {
    const steps = [{ from: 0n, need: 1 }, { from: 10n ** 12n, need: 6 }]; // prettier-ignore
    expect(topUpPolicy({ confirmations: steps, underpaid: "hold" }, "hash")).to.deep.include({ confirmations: 6, underpaid: "accept" }); // prettier-ignore
    expect(issuedUnder({ preset: "shop" }, topUp)).to.deep.equal(blankOf(topUp));
  });
});
