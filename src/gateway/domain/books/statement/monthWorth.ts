import { divFloor, formatFixed, parseDecimal } from "../../../../values/amount.ts";
import { priceDecimals } from "../../../../values/currency.ts";
import type { PaymentLine, ReceiptLine, RefundLine } from "../lines/line.ts";
import { paymentCost } from "../lines/paymentCost.ts";
import { paymentWorth } from "../lines/paymentWorth.ts";
import { refundWorth } from "../lines/refundWorth.ts";

/**
 * The worth of a month's payments in the accounting currency when they were first seen: exact decimals. It
 * is measured by prices that include all fees, so it is the shop's net; `cost` is the cost of their
 * conversion, and `costUnknown` counts the conversions whose cost is not known. `settled` includes unattributed funds that were
 * refunded, which are no payments. `paidOut` is the worth of the shop's own refunds and payouts. Payments without a valuation are
 * counted, not estimated.
 */
export type MonthWorth = Readonly<{
  currency: string;
  payments: number;
  unvalued: number;
  settled: string;
  cost: string;
  costUnknown: number;
  refunded: string;
  payouts: number;
  unvaluedPayouts: number;
  paidOut: string;
}>;

type Adding = Readonly<{
  add(line: PaymentLine, sign: bigint): void;
  addPayout(line: RefundLine, sign: bigint): void;
  /** Refunded funds without a worth are counted with their payout. */
  addReceipt(line: ReceiptLine, sign: bigint): void;
  total(): MonthWorth;
  /** The same of the payments, in smallest units of the currency. */
  sums(): WorthSums;
}>;

/** What payments were worth, in smallest units of the accounting currency. */
export type WorthSums = Readonly<{
  payments: number;
  unvalued: number;
  settled: bigint;
  cost: bigint;
  costUnknown: number;
  refunded: bigint;
}>;

/** Adds up the worth of payments, and of the shop's refunds and payouts; a line with the sign turned takes one back. */
export function createWorth(currency: string): Adding {
  const decimals = priceDecimals(currency) ?? 2;
  let [payments, unvalued, settled, cost, refunded] = [0, 0, 0n, 0n, 0n];
  let costUnknown = 0;
  let [payouts, unvaluedPayouts, paidOut] = [0, 0, 0n];
  return {
    add(line, sign) {
      const one = sign < 0n ? -1 : 1;
      payments += one;
      const text = paymentWorth(line, currency);
      if (text === undefined) {
        unvalued += one;
        return;
      }
      const worth = sign * parseDecimal(text, decimals);
      if (line.outcome === "refunded") {
        refunded += worth;
        return;
      }
      settled += worth;
      const taken = costWorth(line, worth);
      if (taken === "unknown") costUnknown += one;
      else cost += taken;
    },
    addPayout(line, sign) {
      const one = sign < 0n ? -1 : 1;
      payouts += one;
      const text = refundWorth(line, currency);
      if (text === undefined) unvaluedPayouts += one;
      else paidOut += sign * parseDecimal(text, decimals);
    },
    addReceipt(line, sign) {
      const text = refundWorth(line, currency);
      if (text !== undefined) settled += sign * parseDecimal(text, decimals);
    },
    sums: () => ({ payments, unvalued, settled, cost, costUnknown, refunded }),
    total: () => {
      const show = (amount: bigint) => formatFixed(amount, decimals);
      return {
        currency,
        payments,
        unvalued,
        settled: show(settled),
        cost: show(cost),
        costUnknown,
        refunded: show(refunded),
        payouts,
        unvaluedPayouts,
        paidOut: show(paidOut),
      };
    },
  };
}

/**
 * Returns what the conversion of a payment took beside the worth that it left: the worth in the proportion of the cost to what
 * arrived. Rounded towards zero, also of what is taken back: the two cancel. A gain counts as no cost.
 */
function costWorth(line: PaymentLine, worth: bigint): bigint | "unknown" {
  const cost = paymentCost(line) ?? "0";
  if (cost === "unknown") return cost;
  const arrived = line.settled?.amount ?? "0";
  if (cost.startsWith("-") || !/[1-9]/.test(arrived)) return 0n;
  const decimals = Math.max(...[cost, arrived].map((text) => text.split(".")[1]?.length ?? 0));
  const of = (amount: bigint) =>
    divFloor(amount * parseDecimal(cost, decimals), parseDecimal(arrived, decimals));
  return worth < 0n ? -of(-worth) : of(worth);
}
