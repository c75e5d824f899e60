import { and, desc, eq, gte, isNull } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

/** A call that the service submitted for an application, and what it costs that. */
export type Execution = NetworkTables["executions"]["$inferSelect"];

/** What an application may spend on calls. */
export type Sponsor = NetworkTables["sponsors"]["$inferSelect"];

/** The name of a call's payment, which can exist once. */
export function executionPayment(executionId: string): string {
  return `execute/${executionId}`;
}

/** The call of a payment that is named so. */
export function executionOfPayment(paymentId: string): string {
  return paymentId.slice(executionPayment("").length);
}

/** An application that may sponsor calls, or undefined. */
export async function sponsorOf(
  { db, tables: { sponsors } }: NetworkStore,
  owner: string,
): Promise<Sponsor | undefined> {
  const [row] = await db.select().from(sponsors).where(eq(sponsors.owner, owner)).limit(1);
  return row;
}

/** Every application that may sponsor calls. */
export async function allSponsors({ db, tables: { sponsors } }: NetworkStore): Promise<readonly Sponsor[]> {
  return db.select().from(sponsors).orderBy(sponsors.name);
}

/** Sets what an application may spend. */
export function saveSponsor({ tables: { sponsors } }: NetworkStore, row: Omit<Sponsor, "turn">): Write {
  const { owner: _, ...set } = row;
  return {
    rows: 1,
    build: (db) =>
      db
        .insert(sponsors)
        .values(row)
        .onConflictDoUpdate({ target: sponsors.owner, set })
        .returning({ owner: sponsors.owner }),
  };
}

/**
 * Belongs into every commit that takes a part of an application's balance: of two that were decided on the same reading of it
 * only one goes through, and the other one fails with ConflictError.
 */
export function takeTurn(
  { tables: { sponsors } }: NetworkStore,
  { owner, turn }: Pick<Sponsor, "owner" | "turn">,
): Write {
  return {
    rows: 1,
    build: (db) =>
      db
        .update(sponsors)
        .set({ turn: turn + 1 })
        .where(and(eq(sponsors.owner, owner), eq(sponsors.turn, turn)))
        .returning({ owner: sponsors.owner }),
  };
}

/** One call, or undefined. */
export async function executionById(
  { db, tables: { executions } }: NetworkStore,
  id: string,
): Promise<Execution | undefined> {
  const [row] = await db.select().from(executions).where(eq(executions.id, id)).limit(1);
  return row;
}

/** The newest call of an application, or undefined: it has the highest number. */
export async function newestExecution(
  { db, tables: { executions } }: NetworkStore,
  owner: string,
): Promise<Execution | undefined> {
  const [row] = await db
    .select()
    .from(executions)
    .where(eq(executions.owner, owner))
    .orderBy(desc(executions.number))
    .limit(1);
  return row;
}

/** The newest of the same calls, or undefined. */
export async function sameExecution(
  { db, tables: { executions } }: NetworkStore,
  digest: string,
): Promise<Execution | undefined> {
  const [row] = await db
    .select()
    .from(executions)
    .where(eq(executions.digest, digest))
    .orderBy(desc(executions.number))
    .limit(1);
  return row;
}

/** The calls of an application that are in no block yet. */
export async function openExecutions(
  { db, tables: { executions } }: NetworkStore,
  owner: string,
): Promise<readonly Execution[]> {
  return db
    .select()
    .from(executions)
    .where(and(eq(executions.owner, owner), isNull(executions.charged)));
}

/** The calls of an application since a moment. */
export async function executionsSince(
  { db, tables: { executions } }: NetworkStore,
  owner: string,
  since: Instant,
): Promise<readonly Execution[]> {
  return db
    .select()
    .from(executions)
    .where(and(eq(executions.owner, owner), gte(executions.createdAt, since)));
}

/** Writes a call; a second one with its number of the application is impossible. */
export function insertExecution({ tables: { executions } }: NetworkStore, row: Execution): Write {
  return {
    rows: 1,
    build: (db) => db.insert(executions).values(row).onConflictDoNothing().returning({ id: executions.id }),
  };
}

/** Notes that a call may cost more than before, unless it was charged meanwhile. */
export function raiseMost({ tables: { executions } }: NetworkStore, id: string, most: bigint): Write {
  return {
    rows: 1,
    build: (db) =>
      db
        .update(executions)
        .set({ most })
        .where(and(eq(executions.id, id), isNull(executions.charged)))
        .returning({ id: executions.id }),
  };
}

/** Notes what a call cost, and why it did nothing if it did not. */
export function chargeExecution(
  { tables: { executions } }: NetworkStore,
  id: string,
  outcome: Readonly<{ charged: bigint; failure: string | null }>,
): Write {
  return {
    rows: 1,
    build: (db) =>
      db.update(executions).set(outcome).where(eq(executions.id, id)).returning({ id: executions.id }),
  };
}
