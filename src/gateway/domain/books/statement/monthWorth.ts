import { divFloor, formatFixed, parseDecimal } from "../../../../values/amount.ts";
import { priceDecimals } from "../../../../values/currency.ts";
import type { PaymentLine, ReceiptLine, RefundLine } from "../lines/line.ts";
import { paymentWorth } from "../lines/paymentWorth.ts";
import { refundWorth } from "../lines/refundWorth.ts";

const ALL_BPS = 10_000n;

/**
 * The worth of a month's payments in the accounting currency when they were first seen: exact decimals. It
 * is measured by prices that include all fees, so it is the shop's net; `cost` is the cost of their
 * conversion, where that is known. `settled` includes unattributed funds that were refunded, which are no payments. `paidOut`
 * is the worth of the shop's own refunds and payouts. Payments without a valuation are counted, not estimated.
 */
export type MonthWorth = Readonly<{
  currency: string;
  payments: number;
  unvalued: number;
  settled: string;
  cost: string;
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
  refunded: bigint;
}>;

/** Adds up the worth of payments, and of the shop's refunds and payouts; a line with the sign turned takes one back. */
export function createWorth(currency: string): Adding {
  const decimals = priceDecimals(currency) ?? 2;
  let [payments, unvalued, settled, cost, refunded] = [0, 0, 0n, 0n, 0n];
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
      if (line.costBps !== undefined && line.costBps > 0) cost += costOf(worth, line.costBps);
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
    sums: () => ({ payments, unvalued, settled, cost, refunded }),
    total: () => {
      const show = (amount: bigint) => formatFixed(amount, decimals);
      return {
        currency,
        payments,
        unvalued,
        settled: show(settled),
        cost: show(cost),
        refunded: show(refunded),
        payouts,
        unvaluedPayouts,
        paidOut: show(paidOut),
      };
    },
  };
}

/**
 * What the conversion took, when it left this worth and took so many ten-thousandths of the whole. Rounded towards zero, also of
 * what is taken back: the two cancel.
 */
function costOf(worth: bigint, bps: number): bigint {
  const left = ALL_BPS - BigInt(bps);
  const of = (amount: bigint) => (left > 0n ? divFloor(amount * BigInt(bps), left) : 0n);
  return worth < 0n ? -of(-worth) : of(worth);
}
