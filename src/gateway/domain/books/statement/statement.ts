import { sum } from "../../../../values/amount.ts";
import type { Account, CurrencyId, Entry } from "../ledger.ts";
import { PAYOUT_FEES } from "../payoutEntries.ts";

/**
 * What a store's money did in a month, a row for each currency. Of every row
 *   opening + received − converted + brought − fees − surplus − refunded − settled = closing.
 * Opening and closing are what is on its way: received, and neither with the merchant nor back with the payer.
 */
export type StatementRow = Readonly<{
  currency: CurrencyId;
  opening: bigint;
  received: bigint;
  converted: bigint; // given away for another currency
  brought: bigint; // by conversions into this currency, before fees
  fees: bigint;
  surplus: bigint; // what prices did between quote and settlement; either sign
  refunded: bigint; // sent back by the service
  settled: bigint; // with the merchant, refunded unattributed funds included
  closing: bigint;
  paidOut: bigint; // by refunds and payouts of the merchant's own money: what arrived
  spent: bigint; // by the same: what left the merchant, in this coin
  payoutCost: bigint; // of it, what conversions of payouts cost; below zero is a gain
}>;

/** What every account of every currency has: into it less out of it. Keys are "<account> <currency>". */
export type Balances = ReadonlyMap<string, bigint>;

type Flow = Pick<Entry, "from" | "to" | "currency" | "amount">;

/** The rows of a month, from what was on its way when it began and what was booked in it; ordered by currency. */
export function statementRows(opening: Balances, booked: Totals): readonly StatementRow[] {
  const named = [...opening.keys()].map((key) => key.slice(key.indexOf(" ") + 1));
  return [...new Set([...named, ...booked.currencies()])].sort().flatMap((currency) => {
    const row = rowOf(opening, booked, currency);
    return Object.values(row).some((value) => typeof value === "bigint" && value !== 0n) ? [row] : [];
  });
}

function rowOf(opening: Balances, booked: Totals, currency: CurrencyId): StatementRow {
  const before = sum(HELD.map((account) => opening.get(`${account} ${currency}`) ?? 0n));
  const { into, between } = booked.of(currency);
  const receipts = between("unattributed", "merchant");
  const row = {
    currency,
    opening: before,
    received: sum(HELD.map((account) => between("payer", account))),
    converted: between("in_flight", "conversion"),
    brought: sum(BROUGHT.map((account) => between("conversion", account))),
    fees: into("fees"),
    surplus: into("surplus"),
    refunded: into("refunded"),
    settled: into("settled") + receipts,
    paidOut: into("paid_out"),
    spent: receipts - into("merchant"),
    payoutCost: into(PAYOUT_FEES),
  };
  return { ...row, closing: before + sum(HELD.map(into)) };
}

/** What is wrong with a row, in a sentence; undefined when it adds up. */
export function faultOf(row: StatementRow): string | undefined {
  const { opening, received, converted, brought, fees, surplus, refunded, settled, closing, currency } = row;
  const reached = opening + received - converted + brought - fees - surplus - refunded - settled;
  return reached === closing
    ? undefined
    : `${currency} comes to ${reached}, and its accounts hold ${closing}.`;
}

/** Accounts with pending money. */
const HELD = ["in_flight", "unattributed"] as const satisfies readonly Account[];

/** What payments are converted into. Conversions of payouts are in no sum of the row. */
const BROUGHT = ["settled", "fees", "surplus"];

/** Sums of entries, kept small however many there are: by currency, from where to where. All kinds of fees are one account here, but for the cost of payouts. */
export type Totals = Readonly<{
  add(entry: Flow): void;
  currencies(): readonly CurrencyId[];
  /** What went into an account less what went out of it, and what went from one to another less what came back. */
  of(currency: CurrencyId): Readonly<{
    into(account: string): bigint;
    between(from: string, to: string): bigint;
  }>;
}>;

/** Totals of nothing yet. */
export function createTotals(): Totals {
  const flows = new Map<CurrencyId, Map<string, bigint>>();
  return {
    add({ from, to, currency, amount }) {
      const its = flows.get(currency) ?? new Map<string, bigint>();
      flows.set(currency, its);
      const key = `${plain(from)} ${plain(to)}`;
      its.set(key, (its.get(key) ?? 0n) + amount);
    },
    currencies: () => [...flows.keys()],
    of(currency) {
      const its = [...(flows.get(currency) ?? [])].map(([key, amount]) => ({ pair: key.split(" "), amount }));
      const moved = (place: 0 | 1, account: string) =>
        sum(its.filter(({ pair }) => pair[place] === account).map(({ amount }) => amount));
      const went = (from: string, to: string) => flows.get(currency)?.get(`${from} ${to}`) ?? 0n;
      return {
        into: (account) => moved(1, account) - moved(0, account),
        between: (from, to) => went(from, to) - went(to, from),
      };
    },
  };
}

function plain(account: Account): string {
  return account.startsWith("fees:") && account !== PAYOUT_FEES ? "fees" : account;
}
