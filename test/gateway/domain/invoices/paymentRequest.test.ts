import { expect } from "chai";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { leftOf, receivedBy, statusOf } from "../../../../src/gateway/domain/invoices/paymentRequest.ts";
import { FLOOR, given, givenInvoice, inBlock, LATE, marked, PRICE_SATS, success, tick, EXPIRES, withPolicy , DUE, IN_TIME } from "./given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;
const settings = {
  ...{ amount: 5000n, currency: "USD", decimals: 2, title: "Two lessons", allowCustomAmounts: false },
  ...{ description: undefined, email: undefined, referenceId: undefined, expiresAt: LATE },
};
const status = (invoices: readonly Invoice[], now = EXPIRES) => statusOf({ settings }, invoices, now);

/** Each invoice is of 25.00 USD; the link asks for 50.00. */
describe("a link that asks for money", () => {
  const seen = given(inBlock()).invoice;
  const paid = given(inBlock(), success()).invoice;

  it("is pending until enough is on its way, and completed once all of it has settled", () => {
    expect(status([])).to.equal("Pending");
    expect(status([paid])).to.equal("Pending");
    expect(status([paid, seen])).to.equal("Processing");
    expect(status([paid, paid])).to.equal("Completed");
    expect(leftOf({ settings }, [paid])).to.equal(2500n);
    expect(leftOf({ settings }, [paid, paid, paid])).to.equal(0n);
  });

  it("expires when its time is over and not enough has come; what is on its way may still arrive", () => {
    expect(status([paid], LATE - 1)).to.equal("Pending");
    expect(status([paid], LATE)).to.equal("Expired");
    expect(status([paid, seen], LATE)).to.equal("Processing");
    expect(statusOf({ settings: { ...settings, expiresAt: undefined } }, [], 10 * LATE)).to.equal("Pending");
  });

  it("counts a part that came to an invoice which has expired: the payer is asked for the rest only", () => {
    const half = given(inBlock({ value: HALF }), success({ amount: FLOOR / 2n }), tick(EXPIRES)).invoice;
    expect(half).to.include({ state: "Expired", additional: "PaidPartial" });
    expect(receivedBy([half])).to.deep.equal({ settled: 1250n, moving: 0n });
  });

  it("is complete a cent short after a late payment: no invoice can be paid with a cent", () => {
    const late = [tick(EXPIRES), inBlock({ at: LATE })];
    const brought = (amount: bigint) => given(...late, success({ at: LATE, amount })).invoice;
    expect(brought(DUE - 5_000n)).to.include({ additional: "PaidPartial" });
    expect(status([paid, brought(DUE - 5_000n)], LATE)).to.equal("Completed");
    expect(leftOf({ settings }, [paid, brought(DUE - 5_000n)])).to.equal(0n);
    expect(status([paid, brought(DUE - 1_000_000n)], LATE - 1), "a dollar can be paid").to.equal("Pending");
    const strict = givenInvoice(
      withPolicy({ forgiveBps: 0 }),
      ...late,
      success({ at: LATE, amount: DUE - 5_000n }),
    ).invoice;
    expect(status([paid, strict], LATE - 1), "a policy that writes off nothing").to.equal("Pending");
    expect(status([]), "nothing is no payment").to.equal("Pending");
  });

  it("takes a person's word: called paid it counts for its price, called unpaid for nothing", () => {
    expect(receivedBy([given(marked("Settled")).invoice]).settled).to.equal(2500n);
    expect(receivedBy([given(inBlock(), success(), marked("Settled"), marked("Invalid")).invoice])).to.deep.equal({ settled: 0n, moving: 0n }); // prettier-ignore
  });

  it("counts the price where a little less was tolerated, and the money where anything is taken", () => {
    const little = inBlock({ value: (PRICE_SATS * 995n) / 1000n });
    const ended = success({ amount: (FLOOR * 995n) / 1000n });
    const tolerant = givenInvoice(withPolicy({ toleranceBps: 100 }), little, ended).invoice;
    expect(receivedBy([tolerant]).settled).to.equal(2500n);
    const part = inBlock({ value: PRICE_SATS - PRICE_SATS / 100n });
    const rest = {
      kind: "restTooSmall",
      at: IN_TIME,
      methodId: "BTC-CHAIN",
      rest: DUE / 100n,
      dust: 0n,
    } as const;
    const forgiven = given(part, rest, success({ amount: FLOOR })).invoice;
    expect(forgiven.state).to.equal("Settled");
    expect(receivedBy([forgiven]).settled, "with a rest that was written off").to.equal(2500n);
    const anything = givenInvoice(withPolicy({ preset: "top-up" }), inBlock({ value: HALF }), success({ amount: FLOOR / 2n })).invoice; // prettier-ignore
    expect(anything.state).to.equal("Settled");
    expect(receivedBy([anything]).settled).to.equal(1250n);
  });
});
