import { and, asc, eq, gt, gte, inArray, ne } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** The fees of a quote that an application pays, in dollars of 6 decimals. */
export type SponsoredFees = NetworkTables["sponsoredFees"]["$inferSelect"];
export type FeesState = "held" | "charged" | "settled" | "released";

/** The fees of a request that an application pays, or undefined where it never did. */
export async function sponsoredFeesOf(
  { db, tables: { sponsoredFees } }: NetworkStore,
  requestId: string,
): Promise<SponsoredFees | undefined> {
  const [row] = await db.select().from(sponsoredFees).where(eq(sponsoredFees.requestId, requestId)).limit(1);
  return row;
}

/** What is held of an application's balance for fees that are not charged yet. */
export async function heldFees(
  { db, tables: { sponsoredFees } }: NetworkStore,
  owner: string,
): Promise<readonly SponsoredFees[]> {
  return db
    .select()
    .from(sponsoredFees)
    .where(and(eq(sponsoredFees.owner, owner), eq(sponsoredFees.state, "held")));
}

/** The fees that an application pays for quotes since a moment, without those that were released. */
export async function feesSince(
  { db, tables: { sponsoredFees } }: NetworkStore,
  owner: string,
  since: Instant,
): Promise<readonly SponsoredFees[]> {
  const { state, createdAt } = sponsoredFees;
  return db
    .select()
    .from(sponsoredFees)
    .where(and(eq(sponsoredFees.owner, owner), gte(createdAt, since), ne(state, "released")))
    .orderBy(asc(createdAt));
}

/** The fees of every quote that an application paid or was to pay, the released ones too, the oldest first. */
export async function allFees(
  { db, tables: { sponsoredFees } }: NetworkStore,
  owner: string,
): Promise<readonly SponsoredFees[]> {
  return db
    .select()
    .from(sponsoredFees)
    .where(eq(sponsoredFees.owner, owner))
    .orderBy(asc(sponsoredFees.createdAt), asc(sponsoredFees.requestId));
}

/** Fees that are held or charged and not settled, in the order of their requests after one. */
export async function openFees(
  { db, tables: { sponsoredFees } }: NetworkStore,
  after: string,
  limit: number,
): Promise<readonly SponsoredFees[]> {
  const { state, requestId } = sponsoredFees;
  return db
    .select()
    .from(sponsoredFees)
    .where(and(inArray(state, ["held", "charged"]), gt(requestId, after)))
    .orderBy(asc(requestId))
    .limit(limit);
}

/** Writes fees that are held for a new request. */
export function insertSponsoredFees({ tables: { sponsoredFees } }: NetworkStore, row: SponsoredFees): Write {
  return {
    rows: 1,
    build: (db) => db.insert(sponsoredFees).values(row).returning({ id: sponsoredFees.requestId }),
  };
}

/** Moves fees on from the state in which they were read: of two that do so only one goes through. */
export function moveFees(
  { tables: { sponsoredFees } }: NetworkStore,
  { requestId, state }: Pick<SponsoredFees, "requestId" | "state">,
  after: Readonly<{ state: FeesState; charged?: bigint }>,
): Write {
  return {
    rows: 1,
    build: (db) =>
      db
        .update(sponsoredFees)
        .set(after)
        .where(and(eq(sponsoredFees.requestId, requestId), eq(sponsoredFees.state, state)))
        .returning({ id: sponsoredFees.requestId }),
  };
}
