import { and, asc, desc, eq, inArray, like, lt, not } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { sum } from "../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { APP_FEES_IN, appFeesOf, INCOME, PAYOUTS } from "../ledger/accounts.ts";
import type { NetworkStore } from "./open.ts";
import type { Outbound } from "./outbound.ts";
import type { NetworkTables } from "./tables.ts";

export type ClaimRow = NetworkTables["claims"]["$inferSelect"];

/** A claim and its payment, once that is signed. */
export type Claim = Readonly<{ claim: ClaimRow; payment: Outbound | undefined }>;

/** The name of a claim's payment, which can exist once. */
export function claimPayment(claimId: string): string {
  return `claim/${claimId}`;
}

/** The claim of a payment that is named so. */
export function claimOfPayment(paymentId: string): string {
  return paymentId.slice(claimPayment("").length);
}

/** Adds up the earnings of an application, before payouts: dollars with 6 decimals. */
export async function earnedBy(store: NetworkStore, wallet: string): Promise<bigint> {
  return earningsIn(await earnings(store, wallet));
}

/**
 * Adds up what an application has earned on a chain: from deposits there, and from deposits of bitcoin that were filled there.
 * Dollars with 6 decimals, before payouts.
 */
export async function earnedOn(store: NetworkStore, wallet: string, chainId: number): Promise<bigint> {
  const { ledger } = store.tables;
  const lines = await earnings(store, wallet);
  const bookings = [...new Set(lines.map(({ booking }) => booking))];
  const there = new Set<string>();
  for (let from = 0; from < bookings.length; from += IN_ONE_QUERY) {
    const moved = await store.db
      .select({ booking: ledger.booking, account: ledger.account, chainId: ledger.chainId })
      .from(ledger)
      .where(
        and(
          inArray(ledger.booking, bookings.slice(from, from + IN_ONE_QUERY)),
          inArray(ledger.account, [INCOME, PAYOUTS]),
          inArray(ledger.chainId, [chainId, BITCOIN_CHAIN_ID]),
        ),
      );
    const isThere = (booking: string, account: string, chain: number) =>
      moved.some((line) => line.booking === booking && line.account === account && line.chainId === chain);
    for (const { booking } of moved)
      if (
        isThere(booking, INCOME, chainId) ||
        (isThere(booking, INCOME, BITCOIN_CHAIN_ID) && isThere(booking, PAYOUTS, chainId))
      )
        there.add(booking);
  }
  return earningsIn(lines.filter(({ booking }) => there.has(booking)));
}

type Earning = Readonly<{ booking: string; amount: bigint }>;

function earnings(store: NetworkStore, wallet: string): Promise<readonly Earning[]> {
  const { ledger } = store.tables;
  const { chainId, currency } = APP_FEES_IN;
  return store.db
    .select({ booking: ledger.booking, amount: ledger.amount })
    .from(ledger)
    .where(
      and(
        ...[
          eq(ledger.account, appFeesOf(wallet)),
          eq(ledger.chainId, chainId),
          eq(ledger.currency, currency),
        ],
        not(like(ledger.booking, `payment/${claimPayment("%")}`)),
      ),
    );
}

function earningsIn(lines: readonly Earning[]): bigint {
  return -sum(lines.map(({ amount }) => amount)); // a credit is negative
}

/** The wallets that ever earned something, in order. */
export async function walletsWithFees(store: NetworkStore): Promise<readonly string[]> {
  const { ledger } = store.tables;
  const found = await store.db
    .selectDistinct({ account: ledger.account })
    .from(ledger)
    .where(like(ledger.account, appFeesOf("%")))
    .orderBy(asc(ledger.account));
  return found.map(({ account }) => account.slice(appFeesOf("").length));
}

/** Claims of a wallet with their payments, the newest first; below a number where one is given. */
export async function claimsOf(
  store: NetworkStore,
  wallet: string,
  page: Readonly<{ below?: number | undefined; limit?: number }> = {},
): Promise<readonly Claim[]> {
  const { claims } = store.tables;
  const isBelow = page.below === undefined ? undefined : lt(claims.number, page.below);
  const query = store.db
    .select()
    .from(claims)
    .where(and(eq(claims.wallet, wallet), isBelow))
    .orderBy(desc(claims.number))
    .$dynamic();
  return withPayments(store, await (page.limit === undefined ? query : query.limit(page.limit)));
}

/** One claim, or undefined. */
export async function claimById(store: NetworkStore, id: string): Promise<ClaimRow | undefined> {
  const { claims } = store.tables;
  const [row] = await store.db.select().from(claims).where(eq(claims.id, id)).limit(1);
  return row;
}

/** Claims that are to be paid on a chain, the oldest first. */
export async function claimsDue(
  store: NetworkStore,
  chainId: number,
  limit: number,
): Promise<readonly ClaimRow[]> {
  const { claims } = store.tables;
  return store.db
    .select()
    .from(claims)
    .where(and(eq(claims.state, "requested"), eq(claims.chainId, chainId)))
    .orderBy(asc(claims.createdAt), asc(claims.id))
    .limit(limit);
}

/** Writes a claim; a second one with its id, or with its number of the wallet, is impossible. */
export function insertClaim(store: NetworkStore, row: ClaimRow): Write {
  const { claims } = store.tables;
  return {
    rows: 1,
    build: (db) => db.insert(claims).values(row).onConflictDoNothing().returning({ id: claims.id }),
  };
}

/** Moves a claim on that is still only requested. */
export function decideClaim(
  store: NetworkStore,
  id: string,
  decided: Readonly<{ state: "signed" | "refused"; reason?: string }>,
): Write {
  const { claims } = store.tables;
  const open = and(eq(claims.id, id), eq(claims.state, "requested"));
  return {
    rows: 1,
    build: (db) => db.update(claims).set(decided).where(open).returning({ id: claims.id }),
  };
}

const IN_ONE_QUERY = 500;

async function withPayments(store: NetworkStore, rows: readonly ClaimRow[]): Promise<readonly Claim[]> {
  const { outbound } = store.tables;
  const payments = new Map<string, Outbound>();
  for (let from = 0; from < rows.length; from += IN_ONE_QUERY) {
    const ids = rows.slice(from, from + IN_ONE_QUERY).map(({ id }) => claimPayment(id));
    const found = await store.db.select().from(outbound).where(inArray(outbound.id, ids));
    for (const one of found) payments.set(one.id, one);
  }
  return rows.map((claim) => ({ claim, payment: payments.get(claimPayment(claim.id)) }));
}
