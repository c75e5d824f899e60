import { expect } from "chai";
import fc from "fast-check";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import {
  attentionLeft,
  isRefundable,
  linkOverLeft,
  lessBps,
  paidIn,
  receivedOf,
  refundableOf,
  refundedPart,
  refundInPrice,
  refundOfOver,
  reservedBy,
  worthOfCoins,
  worthOfPrice,
} from "../../../../src/gateway/domain/payouts/refundable.ts";
import { attentionOf } from "../../../../src/gateway/domain/invoices/attention.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import {
  reorgExceptionOf,
  type ReorgException,
} from "../../../../src/gateway/domain/invoices/settlementReorg.ts";
import { DUE, success } from "../invoices/given.ts";
import { aPullPayment, BITCOIN, paidInvoice } from "./given.ts";

describe("what of an invoice can be refunded", () => {
  it("is what has settled, not what moves or went back", () => {
    const invoice = paidInvoice([{ credit: 10n, floor: 10n }, { credit: 7n, floor: 7n }]);
    const { settlements } = invoice.facts;
    const moving = { ...invoice, facts: { ...invoice.facts, settlements: settlements.slice(0, 1) } };
    expect([receivedOf(invoice), receivedOf(moving)]).to.deep.equal([17n, 10n]);
  }); // prettier-ignore

  it("is what no refund holds; an archived refund holds what was claimed of it", () => {
    const invoice = paidInvoice([{ credit: 100n, floor: 100n }]);
    const refund = { invoiceId: invoice.id, ordinal: 0, worth: 60n };
    const held = [aPullPayment({ amount: 30n, claimed: 10n, refund })];
    expect(refundableOf(invoice, held)).to.equal(40n);
    expect(refundableOf(invoice, [{ ...held[0]!, archived: true }])).to.equal(80n);
    const all = [...held, aPullPayment({ refund: { ...refund, ordinal: 1, worth: 90n } })];
    expect([reservedBy(all), refundableOf(invoice, all)]).to.deep.equal([150n, 0n]);
  });

  it("computes the overpayment of a payment link without refunds and without the excess of single invoices", () => {
    const paid = (worth: bigint, refunded = 0n) => {
      const invoice = paidInvoice([{ credit: worth, floor: worth }]);
      const refund = { invoiceId: invoice.id, ordinal: 0, worth: refunded };
      return { invoice, refunds: refunded > 0n ? [aPullPayment({ refund })] : [] };
    };
    const { price } = paidInvoice([]).terms;
    const over = (...all: readonly ReturnType<typeof paid>[]) => linkOverLeft(price, all);
    expect([over(), over(paid(DUE)), over(paid(2n * DUE)), over(paid(DUE, DUE))]).to.deep.equal([
      0n,
      0n,
      0n,
      0n,
    ]);
    expect(over(paid(DUE), paid(2n * DUE))).to.equal(price);
    expect(over(paid(DUE), paid(2n * DUE, DUE))).to.equal(price);
    expect(over(paid(DUE, DUE), paid(2n * DUE))).to.equal(0n);
  });

  it("is without what a reorganisation took, and with it again once that is back, however often it goes", () => {
    const invoice = paidInvoice([{ credit: 100n, floor: 100n }]);
    const [{ proof } = { proof: "" }] = invoice.facts.settlements;
    const turns: readonly ReorgException[] = ["settlement_undone", "settlement_undone", "settlement_returned", "settlement_undone", "settlement_returned", "settlement_returned"];
    let now = invoice;
    const left = turns.map((turn, at) => {
      const news = reorgExceptionOf(now.facts, turn, proof);
      if (news) now = decide(now, { kind: "anomaly", at, ...news }).invoice;
      return refundableOf(now, []);
    });
    expect(left).to.deep.equal([0n, 0n, 100n, 0n, 100n, 100n]);
    const inbox = attentionOf(now).filter(({ kind }) => kind === "anomaly");
    expect(inbox, "each turn is one entry").to.have.length(4);
  }); // prettier-ignore

  it("is once what another transaction has settled again, also when the first returns after all", () => {
    const invoice = paidInvoice([{ credit: 100n, floor: 100n }]);
    const [{ proof } = { proof: "" }] = invoice.facts.settlements;
    const again = success({ requestId: "r", outpoint: "tx:0", amount: 100n, proof: "again" });
    const undone = decide(invoice, { kind: "anomaly", at: 1, what: "settlement_undone", detail: proof }).invoice;
    const settled = decide(undone, again).invoice;
    expect([refundableOf(undone, []), refundableOf(settled, [])]).to.deep.equal([0n, 100n]);
    const both = decide(settled, { kind: "anomaly", at: 3, what: "settlement_returned", detail: proof }).invoice;
    expect(refundableOf(both, [])).to.equal(100n);
  }); // prettier-ignore

  it("counts an invoice as refunded in whole or in part by its completed payouts, after any excess", () => {
    const invoice = paidInvoice([{ credit: DUE, floor: DUE }]);
    const payouts = (...worths: readonly bigint[]) =>
      worths.map((worth) => ({ state: "Completed" as const, worth }));
    const open = { state: "InProgress" as const, worth: DUE };
    expect(refundedPart(invoice, [])).to.equal(undefined);
    expect(refundedPart(invoice, [open])).to.equal(undefined);
    expect(refundedPart(invoice, [...payouts(DUE / 2n), open])).to.equal("part");
    expect(refundedPart(invoice, payouts(DUE / 2n, DUE / 2n - 1n)), "a part of a cent is left").to.equal(
      "whole",
    );
    const over = paidInvoice([{ credit: 2n * DUE, floor: 2n * DUE }]);
    expect(refundedPart(over, payouts(DUE)), "the excess").to.equal(undefined);
    expect(refundedPart(over, payouts(2n * DUE))).to.equal("whole");
  });

  it("is nothing while the invoice is open, or has expired unpaid", () => {
    const may = (state: Invoice["state"], additional: Invoice["additional"]) => isRefundable({ state, additional });
    expect([may("New", "PaidPartial"), may("Processing", "None"), may("Expired", "None")]).to.not.include(true);
    expect([may("Settled", "None"), may("Invalid", "Marked"), may("Expired", "PaidLate")]).to.not.include(false);
  }); // prettier-ignore

  it("is what was paid too much, in the coin that was paid", () => {
    const invoice = paidInvoice([]);
    const { due } = invoice.terms;
    const over = paidInvoice([{ value: 1_500n, credit: (due * 3n) / 2n, floor: (due * 3n) / 2n }]);
    const [paid] = paidIn(over, []);
    expect(refundOfOver(over, paid!, [])).to.deep.equal({ amount: 500n, worth: due / 2n });
    expect(refundOfOver(paidInvoice([{ credit: due, floor: due }]), paid!, []).amount).to.equal(0n);
  });

  it("gives an excess back once: after a refund of it neither another refund nor the inbox offers it again", () => {
    const { due } = paidInvoice([]).terms;
    const paidTwice = paidInvoice([{ value: 1_500n, credit: (due * 3n) / 2n, floor: (due * 3n) / 2n }]);
    const policy = { ...paidTwice.terms.policy, overpaid: "hold" as const };
    const over: Invoice = { ...paidTwice, terms: { ...paidTwice.terms, policy }, state: "Settled", additional: "PaidOver" };
    const [paid] = paidIn(over, []);
    const amountsOf = (...refunds: Parameters<typeof attentionLeft>[1]) => attentionLeft(over, refunds).map(({ kind, amount }) => [kind, amount]);
    expect(amountsOf()).to.deep.equal([["overpaid", due / 2n]]);
    const part = aPullPayment({ refund: { invoiceId: over.id, ordinal: 0, worth: due / 4n } });
    expect(amountsOf(part)).to.deep.equal([["overpaid", due / 4n]]);
    expect(refundOfOver(over, paid!, [part])).to.deep.equal({ amount: 250n, worth: due / 4n });
    const all = aPullPayment({ refund: { invoiceId: over.id, ordinal: 0, worth: due / 2n } });
    expect([amountsOf(all), refundOfOver(over, paid!, [all]).amount]).to.deep.equal([[], 0n]);
    const closed = { ...all, archived: true, claimed: 0n };
    expect(amountsOf(closed), "a refund that was closed unclaimed holds nothing").to.deep.equal([["overpaid", due / 2n]]);
  }); // prettier-ignore

  it("does not offer a payment for acceptance that was refunded in full", () => {
    const late = paidInvoice([{ credit: 100n, floor: 100n, late: true }]);
    const expired: Invoice = { ...late, state: "Expired", additional: "PaidPartial" };
    const refund = (worth: bigint) => aPullPayment({ refund: { invoiceId: expired.id, ordinal: 0, worth } });
    const kindsOf = (worth: bigint) => attentionLeft(expired, [refund(worth)]).map(({ kind, amount }) => [kind, amount]);
    expect(kindsOf(40n)).to.deep.equal([["late", 60n]]);
    expect(kindsOf(100n)).to.deep.equal([]);
  }); // prettier-ignore

  it("is nothing too much while the second payment is on its way, because that may never come", () => {
    const { due } = paidInvoice([]).terms;
    const twice = paidInvoice([{ value: 1_000n, credit: due, floor: due }, { value: 9_000n, credit: 9n * due, floor: 9n * due }]);
    const moving = { ...twice, facts: { ...twice.facts, settlements: twice.facts.settlements.slice(0, 1) } };
    const [paid] = paidIn(moving, []);
    expect(refundOfOver(moving, paid!, [])).to.deep.equal({ amount: 0n, worth: 0n });
  }); // prettier-ignore

  it("is what the payer really sent where that was another coin or network, each coin by itself", () => {
    const usdc = { methodId: "USDC-ARBITRUM", chainId: 42161, currency: "0xusdc", symbol: "USDC", decimals: 6 };
    const strayed = { mismatch: "chain", chainId: 42161, currency: "0xUSDC", credit: 0n } as const;
    const paid = paidInvoice([{ value: 1_000n, credit: 50n, floor: 50n }, { ...strayed, value: 70n, floor: 60n }]);
    expect(paidIn(paid, [BITCOIN, usdc]).map(({ coin, value, worth }) => [coin.methodId, value, worth])).to.deep.equal([
      ["BTC-CHAIN", 1_000n, 50n],
      ["USDC-ARBITRUM", 70n, 60n],
    ]);
    const { settlement } = paid.terms;
    const kept = { ...settlement, methodId: "USDC-BASE" };
    const other = paidIn(paid, [BITCOIN, kept]).at(-1);
    expect([other?.coin.methodId, other?.value, other?.worth], "a coin that nobody can name").to.deep.equal(["USDC-BASE", 60n, 60n]);
    expect(paidIn(paid, [BITCOIN])).to.have.length(1);
  }); // prettier-ignore

  it("is nothing of a payment of which nobody knows what it brought, or every refund of it would be covered", () => {
    const late = paidInvoice([{ value: 1_000n, credit: 50n, floor: 50n, late: true }, { value: 10n, credit: 5n, floor: 5n }]);
    const [unknown, ...known] = late.facts.settlements;
    const settlements = [{ ...unknown!, amount: undefined }, ...known];
    expect(paidIn({ ...late, facts: { ...late.facts, settlements } }, []).map(({ value, worth }) => [value, worth])).to.deep.equal([[10n, 5n]]);
  }); // prettier-ignore

  it("takes as much from the invoice as it gives, whatever the amounts: rounded against the refund", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 0n, max: 10_000n }), (value, credit, bps) => {
        const invoice = paidInvoice([{ value, credit, floor: credit }]);
        const [paid] = paidIn(invoice, []);
        expect(worthOfCoins(paid!, value)).to.equal(credit);
        const whole = refundInPrice(invoice);
        expect(worthOfPrice(invoice, whole.amount) <= whole.worth).to.equal(true);
        const part = lessBps(whole, bps);
        expect(part.amount * 10_000n <= whole.amount * (10_000n - bps)).to.equal(true);
        expect(part.worth <= whole.worth).to.equal(true);
      }),
    );
  });
});
