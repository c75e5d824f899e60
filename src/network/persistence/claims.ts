import { and, asc, desc, eq, inArray, like, lt, not } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import { sum } from "../../values/amount.ts";
import { APP_FEES_IN, appFeesOf } from "../ledger/accounts.ts";
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

/** The total earnings of an application, before payouts: dollars with 6 decimals. */
export async function earnedBy(store: NetworkStore, wallet: string): Promise<bigint> {
  const { ledger } = store.tables;
  const { chainId, currency } = APP_FEES_IN;
  const lines = await store.db
    .select({ amount: ledger.amount })
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
