import {
  closingEntry,
  entriesOf,
  PAYOUT_ENTRY,
  reversalOf,
  unattributedEntry,
  type Entry,
  type UnattributedState,
} from "../books/ledger.ts";
import type { PayoutState } from "../payouts/payout.ts";
import { when, type Rule, type Violation } from "./record.ts";

/** What an account moved on a day. */
export type DayTotal = Readonly<{
  key: string;
  account: string;
  currency: string;
  out: bigint;
  into: bigint;
}>;

/** Money that no lease explains, as its row has it. */
export type UnattributedRow = Readonly<{
  chainId: number;
  outpoint: string;
  currency: string;
  value: bigint;
  storeId: string;
  state: UnattributedState;
  undone: number;
}>;

/**
 * I-15: the books state the place of every deposit, and it is the place that the facts of the invoice
 * imply.
 */
export const moneyIsConserved: Rule = ({ invoice, entries, isOlder }) => {
  if (isOlder) return [];
  const { deposits } = invoice.facts;
  const idOf = ({ chainId, outpoint }: (typeof deposits)[number]) => `${chainId}:${outpoint}:`;
  const prefixes = deposits.map(idOf);
  const own = entries.filter(({ id }) => !id.startsWith(PAYOUT_ENTRY)); // those are checked with their payouts
  const strangers = own.filter(({ id }) => !prefixes.some((prefix) => id.startsWith(prefix)));
  return [
    ...strangers.map(({ id }) => `the entry ${id} is of no deposit of it`),
    ...deposits.flatMap((deposit) => {
      const booked = flows(entries.filter(({ id }) => id.startsWith(idOf(deposit))));
      const implied = flows(entriesOf(invoice, deposit));
      return flowsApart(booked, implied).map((apart) => `${deposit.outpoint}: ${apart}`);
    }),
    ...entries.flatMap(({ id, storeId }) =>
      when(storeId !== invoice.storeId, `the entry ${id} is of store ${storeId}`),
    ),
  ];
};

/** What came into each account less what went out of it, by account and currency. */
function flows(entries: readonly Pick<Entry, "from" | "to" | "currency" | "amount">[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  const add = (account: string, currency: string, amount: bigint) => {
    const name = `${account} in ${currency}`;
    totals.set(name, (totals.get(name) ?? 0n) + amount);
  };
  for (const { from, to, currency, amount } of entries) {
    add(from, currency, -amount);
    add(to, currency, amount);
  }
  return totals;
}

function flowsApart(
  booked: ReadonlyMap<string, bigint>,
  implied: ReadonlyMap<string, bigint>,
): readonly string[] {
  return [...new Set([...booked.keys(), ...implied.keys()])].flatMap((name) => {
    const [has, should] = [booked.get(name) ?? 0n, implied.get(name) ?? 0n];
    return when(has !== should, `the books have ${has} at ${name}, the facts say ${should}`);
  });
}

/** What the entries of a day come to, added up a page at a time. */
export type DaySums = Readonly<{
  add(entries: readonly Entry[]): void;
  /** By "<account>|<currency>". */
  totals: ReadonlyMap<string, Pick<DayTotal, "out" | "into">>;
  idle: readonly string[]; // entries that move nothing
}>;

/** Sums of a day before its first entry. */
export function newDaySums(): DaySums {
  const totals = new Map<string, { out: bigint; into: bigint }>();
  const idle: string[] = [];
  const at = (account: string, currency: string) => {
    const name = `${account}|${currency}`;
    const total = totals.get(name) ?? { out: 0n, into: 0n };
    totals.set(name, total);
    return total;
  };
  return {
    add(entries) {
      for (const { id, from, to, currency, amount } of entries) {
        at(from, currency).out += amount;
        at(to, currency).into += amount;
        if (amount <= 0n || from === to) idle.push(id);
      }
    },
    totals,
    idle,
  };
}

/**
 * I-16: what the accounts of a store moved on a day is the sum of that day's entries, and no entry moves nothing. `before` and
 * `after` are the totals as they were before and after the entries were read: the sums lie between them.
 */
export function checkDay(
  subject: string,
  { totals, idle }: DaySums,
  before: readonly DayTotal[],
  after: readonly DayTotal[],
): readonly Violation[] {
  const nameOf = ({ account, currency }: DayTotal) => `${account}|${currency}`;
  const earlier = new Map(before.map((total) => [nameOf(total), total]));
  const known = new Set(after.map(nameOf));
  const messages = [
    ...after.flatMap((total) => {
      const { account, currency, out, into } = total;
      const sum = totals.get(nameOf(total)) ?? NOTHING;
      const least = earlier.get(nameOf(total)) ?? NOTHING;
      const isApart = sum.out < least.out || sum.out > out || sum.into < least.into || sum.into > into;
      return when(
        isApart,
        `${account} in ${currency} has out ${out} and in ${into}, its entries ${sum.out} and ${sum.into}`,
      );
    }),
    ...[...totals.keys()].flatMap((name) => when(!known.has(name), `${name} has entries and no total`)),
    ...idle.map((id) => `${id} moves nothing`),
  ];
  return messages.map((message) => ({ id: "I-16", subject, message }));
}

const NOTHING = { out: 0n, into: 0n };

/**
 * I-17: unattributed funds are in the books as such while they are open, and until their refund is paid. `refund` is the state of
 * the payout that refunds them.
 */
export function checkUnattributed(
  row: UnattributedRow,
  entries: readonly Entry[],
  refund?: PayoutState,
): readonly Violation[] {
  const { chainId, outpoint, state, undone } = row;
  const times = state === "undone" ? undone : undone + 1;
  const implied = Array.from({ length: times }, (_, time) => {
    const entry = unattributedEntry({ ...row, undone: time });
    if (time < undone) return [entry, reversalOf(entry)];
    const isHeld = state === "open" || (state === "refunded" && refund !== "Completed");
    return isHeld ? [entry] : [entry, closingEntry(entry, state)];
  }).flat();
  const subject = `${chainId}:${outpoint}`;
  const isWithoutRefund = state === "refunded" && (refund === undefined || refund === "Cancelled");
  return [
    ...when(isWithoutRefund, "it is refunded, and no payout refunds it"),
    ...flowsApart(flows(entries), flows(implied)),
  ].map((message) => ({ id: "I-17", subject, message }));
}

/** Which row of unattributed money an entry is of: its chain and outpoint. */
export function unattributedKeyOf({ id }: Pick<Entry, "id">): string {
  return id.replace(/:unattributed\.\d+(:refunded)?(:reversed)?$/, "");
}
