import { attentionOf, type Attention } from "../invoices/attention.ts";
import { depositStatusOf, worthOf } from "../invoices/credit.ts";
import { markOf, type Deposit, type Invoice } from "../invoices/invoice.ts";
import { askedOf, inPrice, overOf, worth } from "../invoices/paid.ts";
import { isUndone } from "../invoices/settlementReorg.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import { divCeil, divFloor, max, min, sum } from "../../../values/amount.ts";
import type { Payout, PayoutCoin } from "./payout.ts";
import type { PullPayment } from "./pullPayment.ts";

/** What of an invoice can be given back. "Worth" is in settlement units, at the rate at which the payment was credited. */

/** What was paid in one coin and has settled: in smallest units of the coin, and what it was credited with. */
export type PaidIn = Readonly<{ coin: PayoutCoin; value: bigint; worth: bigint }>;

/** Whether the merchant API allows a refund: Settled or Invalid, or Expired with money (PaidLate, PaidOver, PaidPartial). */
export function isRefundable({ state, additional }: Pick<Invoice, "state" | "additional">): boolean {
  if (state === "Expired") return ["PaidLate", "PaidOver", "PaidPartial"].includes(additional);
  return state === "Settled" || state === "Invalid";
}

/** What has reached the merchant, in units of the settlement coin. What is on its way, went back, or is undone by a reorganisation cannot be refunded. */
export function receivedOf({ facts }: Pick<Invoice, "facts">): bigint {
  return worth(facts, settledDeposits({ facts }));
}

/** What refunds hold of an invoice, in units of the settlement coin, rounded up. One that is archived holds what was claimed of it. */
export function reservedBy(refunds: readonly PullPayment[]): bigint {
  return sum(
    refunds.map(({ refund, archived, claimed, amount }) => {
      if (!refund) return 0n;
      return archived ? divCeil(refund.worth * claimed, amount) : refund.worth;
    }),
  );
}

/**
 * What of an invoice's money is still undecided, in units of the settlement coin: received, less what refunds hold. It is the
 * most that may be refunded, and what is left to accept.
 */
export function refundableOf(invoice: Pick<Invoice, "facts">, refunds: readonly PullPayment[]): bigint {
  const left = receivedOf(invoice) - reservedBy(refunds);
  return left > 0n ? left : 0n;
}

/** Returns true when an invoice was paid in two coins or more. A refund of one of these coins is then only a part of the money. */
export function isPaidInSeveralCoins(invoice: Pick<Invoice, "facts">): boolean {
  const [first, ...others] = settledDeposits(invoice);
  return others.some((other) => first !== undefined && !isSameCoin(first, other));
}

/**
 * What was paid in each coin, the first that was used first. Money in another coin than the offer's, or on another chain, is in
 * one of the `payable` coins; where it is in none of them, it counts as the settlement coins that came of it. A payment that
 * counts for nothing, because its worth is unknown, is left out: any number of its coins would be covered.
 */
export function paidIn(
  invoice: Pick<Invoice, "facts" | "terms">,
  payable: readonly PayoutCoin[],
): readonly PaidIn[] {
  const parts = settledDeposits(invoice).flatMap((deposit) => partOf(invoice, deposit, payable) ?? []);
  const coins = new Map(parts.map(({ coin }) => [coin.methodId, coin]));
  return [...coins].map(([methodId, coin]) => {
    const same = parts.filter((part) => part.coin.methodId === methodId);
    return { coin, value: sum(same.map(({ value }) => value)), worth: sum(same.map((part) => part.worth)) };
  });
}

function partOf(
  { facts, terms }: Pick<Invoice, "facts" | "terms">,
  deposit: Deposit,
  payable: readonly PayoutCoin[],
): PaidIn | undefined {
  const paid = worthOf(facts, deposit);
  if (paid === 0n) return undefined;
  const { mismatch, methodId, value } = deposit;
  const offered = facts.offers.findLast((one) => one.methodId === methodId);
  const coin = mismatch ? payable.find((one) => isSameCoin(one, deposit)) : offered && coinOf(offered);
  if (coin) return { coin, value, worth: paid };
  const kept = mismatch && payable.find((one) => isSameCoin(one, terms.settlement));
  return kept && { coin: kept, value: paid, worth: paid };
}

function coinOf({ methodId, chainId, currency, symbol, decimals }: PayoutCoin): PayoutCoin {
  return { methodId, chainId, currency, symbol, decimals };
}

type Place = Pick<PayoutCoin, "chainId" | "currency">;

function isSameCoin(one: Place, other: Place): boolean {
  return one.chainId === other.chainId && sameCurrency(one.currency, other.currency);
}

/** An amount of some currency, and what it takes from what the invoice has brought. */
export type RefundAmount = Readonly<{ amount: bigint; worth: bigint }>;

/** The coins that were paid, as many as there were. */
export function refundAtRateThen({ value, worth: paid }: PaidIn): RefundAmount {
  return { amount: value, worth: paid };
}

/** What was received, in smallest units of the invoice's currency, rounded down. */
export function refundInPrice(invoice: Invoice): RefundAmount {
  const received = receivedOf(invoice);
  return { amount: inPrice(invoice.terms, received), worth: received };
}

/**
 * What was paid too much and no refund holds, in units of the settlement coin. Refunds of any kind take from the excess first,
 * so that it is given back once.
 */
export function overLeft(invoice: Invoice, refunds: readonly PullPayment[]): bigint {
  const left = overOf(invoice) - reservedBy(refunds);
  return left > 0n ? left : 0n;
}

/** An invoice and the refunds that hold part of its money. */
export type Refunded = Readonly<{ invoice: Invoice; refunds: readonly PullPayment[] }>;

/**
 * Computes how much the paid invoices of a payment link exceed the link's amount, in smallest units of its currency. Refunds and the
 * excess of single invoices are subtracted. Invoices that a person marked as invalid do not count.
 */
export function linkOverLeft(amount: bigint, paid: readonly Refunded[]): bigint {
  const counted = paid.filter(({ invoice }) => markOf(invoice.facts)?.as !== "Invalid");
  const kept = counted.map(({ invoice, refunds }) =>
    inPrice(invoice.terms, max(0n, refundableOf(invoice, refunds) - overLeft(invoice, refunds))),
  );
  return max(0n, sum(kept) - amount);
}

/** How much of the price was paid back by the merchant. The excess of an overpayment is no part of it. */
export type RefundedPart = "whole" | "part";

/** Says how much of an invoice its completed refunds have paid back; undefined for nothing of its price. */
export function refundedPart(
  invoice: Pick<Invoice, "facts" | "terms">,
  payouts: readonly Pick<Payout, "state" | "worth">[],
): RefundedPart | undefined {
  const completed = payouts.filter(({ state }) => state === "Completed");
  const back = sum(completed.map(({ worth: part }) => part ?? 0n));
  if (back === 0n || back <= overOf(invoice)) return undefined;
  return inPrice(invoice.terms, receivedOf(invoice) - back) > 0n ? "part" : "whole";
}

/**
 * The entries of the inbox that still need a person, once refunds are counted: an entry about money is over when refunds hold all
 * of that money.
 */
export function attentionLeft(invoice: Invoice, refunds: readonly PullPayment[]): readonly Attention[] {
  const entries = attentionOf(invoice);
  if (refunds.length === 0) return entries;
  const left = refundableOf(invoice, refunds);
  const isOver = reservedBy(refunds) > 0n && left === 0n;
  return entries.flatMap((entry) => {
    switch (entry.kind) {
      case "overpaid": {
        const amount = overLeft(invoice, refunds);
        return amount > 0n ? [{ ...entry, amount }] : [];
      }
      case "late":
        return isOver ? [] : [{ ...entry, amount: min(entry.amount ?? left, left) }];
      case "underpaid":
      case "afterMark":
        return isOver ? [] : [entry];
      default:
        return [entry];
    }
  });
}

/** The excess that has reached the merchant and no refund holds, in the coin that was paid, rounded down. */
export function refundOfOver(
  invoice: Invoice,
  { value, worth: paid }: PaidIn,
  refunds: readonly PullPayment[],
): RefundAmount {
  const arrived = receivedOf(invoice) - askedOf(invoice) - reservedBy(refunds); // what is still on its way may never come
  const over = arrived > 0n ? min(overLeft(invoice, refunds), min(arrived, paid)) : 0n;
  return { amount: paid === 0n ? 0n : divFloor(over * value, paid), worth: over };
}

/** What an amount of the invoice's currency is worth in units of the settlement coin, at the invoice's own rate, rounded up. */
export function worthOfPrice({ terms }: Pick<Invoice, "terms">, amount: bigint): bigint {
  return terms.price === 0n ? 0n : divCeil(amount * terms.due, terms.price);
}

/** What units of the coin that was paid are worth in units of the settlement coin, rounded up. */
export function worthOfCoins({ value, worth: paid }: PaidIn, amount: bigint): bigint {
  return divCeil(amount * paid, value);
}

/** Less a percentage, in hundredths of a percent, rounded down. */
export function lessBps({ amount, worth: whole }: RefundAmount, bps: bigint): RefundAmount {
  const rest = 10_000n - bps;
  return { amount: divFloor(amount * rest, 10_000n), worth: divCeil(whole * rest, 10_000n) };
}

function settledDeposits({ facts }: Pick<Invoice, "facts">): readonly Deposit[] {
  const lost = new Set(
    facts.settlements.filter(({ proof }) => isUndone(facts, proof)).map(({ outpoint }) => outpoint),
  );
  return facts.deposits.filter((one) => depositStatusOf(facts, one) === "settled" && !lost.has(one.outpoint));
}
