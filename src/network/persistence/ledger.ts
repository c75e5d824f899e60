import { and, asc, count, desc, eq, gt, gte, lt } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import { sum } from "../../values/amount.ts";
import type { Line } from "../ledger/accounts.ts";
import type { CurrencyKey } from "../request.ts";
import type { NetworkStore } from "./open.ts";

const IN_ONE_QUERY = 2_000;

/** What is booked about a subject: how often, and every line of it. */
export type Booked = Readonly<{ times: number; lines: readonly Line[] }>;

/** What is booked about a subject, e.g. "deposit/<id>". */
export async function bookedAbout(store: NetworkStore, subject: string): Promise<Booked> {
  const { ledger } = store.tables;
  const found = await store.db
    .select()
    .from(ledger)
    .where(and(gte(ledger.booking, `${subject}@`), lt(ledger.booking, `${subject}A`))); // "A" follows "@"
  return { times: new Set(found.map(({ booking }) => booking)).size, lines: found };
}

/**
 * Writes the lines of one booking. The unique index admits a booking once; on a conflict the whole batch
 * fails.
 */
export function insertBooking(
  store: NetworkStore,
  booking: string,
  lines: readonly Line[],
  at: Instant,
): Write {
  const { ledger } = store.tables;
  const rows = lines.map(({ account, chainId, currency, amount, requestId }, index) => ({
    booking,
    at,
    account,
    chainId,
    currency,
    amount,
    requestId,
    line: index + 1,
  }));
  return {
    rows: rows.length,
    build: (db) => db.insert(ledger).values(rows).onConflictDoNothing().returning({ id: ledger.id }),
  };
}

/** What an account has of a currency, in smallest units. */
export async function balanceOfAccount(
  store: NetworkStore,
  account: string,
  { chainId, currency }: CurrencyKey,
): Promise<bigint> {
  const { ledger } = store.tables;
  const lines = await store.db
    .select({ amount: ledger.amount })
    .from(ledger)
    .where(and(eq(ledger.account, account), eq(ledger.chainId, chainId), eq(ledger.currency, currency)));
  return sum(lines.map(({ amount }) => amount));
}

/** How many lines there are: the same number means that the same is booked. */
export async function countLines(store: NetworkStore): Promise<number> {
  const [counted] = await store.db.select({ lines: count() }).from(store.tables.ledger);
  return counted?.lines ?? 0;
}

/** Every line, oldest first, a page at a time: a ledger may be larger than memory. */
export async function* allLines(store: NetworkStore): AsyncGenerator<readonly Line[]> {
  const { ledger } = store.tables;
  let last = 0;
  for (;;) {
    const page = await store.db
      .select()
      .from(ledger)
      .where(gt(ledger.id, last))
      .orderBy(asc(ledger.id))
      .limit(IN_ONE_QUERY);
    if (page.length === 0) return;
    last = page.at(-1)?.id ?? last;
    yield page;
  }
}

/** A line with the time of its booking. */
export type DatedLine = Line & Readonly<{ at: Instant }>;

/** The lines that were booked since a moment, the newest first, `most` at most (rounded up to a page). */
export async function linesSince(
  store: NetworkStore,
  since: Instant,
  most: number,
): Promise<Readonly<{ lines: readonly DatedLine[]; isWhole: boolean }>> {
  const { ledger } = store.tables;
  const lines: DatedLine[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (lines.length < most) {
    const page = await store.db
      .select()
      .from(ledger)
      .where(lt(ledger.id, before))
      .orderBy(desc(ledger.id))
      .limit(IN_ONE_QUERY);
    const young = page.filter(({ at }) => at >= since);
    lines.push(...young);
    if (page.length < IN_ONE_QUERY || young.length === 0) return { lines, isWhole: true };
    before = page.at(-1)?.id ?? 0;
  }
  return { lines, isWhole: false };
}

/** The raw transaction (hex) of one of our payments, or undefined. */
export async function rawAttempt(store: NetworkStore, hash: string): Promise<string | undefined> {
  const { attempts } = store.tables;
  const [found] = await store.db
    .select({ raw: attempts.raw })
    .from(attempts)
    .where(eq(attempts.hash, hash))
    .limit(1);
  return found?.raw;
}
