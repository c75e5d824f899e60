import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { BridgeRequest } from "../request.ts";
import { statusFacts, type StatusFacts } from "../status.ts";
import type { NetworkStore } from "./open.ts";
import type { NetworkTables } from "./tables.ts";

export type WebhookStore = Pick<NetworkStore, "db" | "tables" | "commit">;
export type WebhookRow = NetworkTables["webhooks"]["$inferSelect"];

/** A change of a request as it is kept for a webhook. */
export type Told = Readonly<{
  facts: StatusFacts;
  referrer: string | undefined;
  depositAddress: string | undefined; // of quotes with useDepositAddress
  strict: boolean;
  depositor: string | undefined;
}>;

export type Delivery = Readonly<{
  requestId: string;
  ordinal: number;
  owner: string;
  at: Instant; // of the change
  told: Told;
  state: "waiting" | "delivered" | "given up";
  attempts: number;
  nextAt: Instant; // the next attempt; when it has ended, the last one
  answer: string | null;
}>;

/** The webhook of a key, or undefined. `owner` is the hash of the key. */
export async function webhookOf(
  { db, tables: { webhooks } }: WebhookStore,
  owner: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.owner, owner)).limit(1);
  return row;
}

/** Sets the webhook of a key, in place of the one that it had. What waits for that one goes to the new one. */
export function setWebhook({ tables: { webhooks } }: WebhookStore, row: WebhookRow): Write {
  const { owner: _, ...set } = row;
  return {
    rows: 1,
    build: (db) =>
      db
        .insert(webhooks)
        .values(row)
        .onConflictDoUpdate({ target: webhooks.owner, set })
        .returning({ owner: webhooks.owner }),
  };
}

/** Removes the webhook of a key, and what waits for it. */
export function removeWebhook(
  { tables: { webhooks, deliveries } }: WebhookStore,
  owner: string,
): readonly Write[] {
  return [
    {
      rows: "any",
      build: (db) =>
        db.delete(webhooks).where(eq(webhooks.owner, owner)).returning({ owner: webhooks.owner }),
    },
    {
      rows: "any",
      build: (db) =>
        db
          .delete(deliveries)
          .where(and(eq(deliveries.owner, owner), eq(deliveries.state, "waiting")))
          .returning({ ordinal: deliveries.ordinal }),
    },
  ];
}

/**
 * Keeps a change for the webhook of the request's key, if that has one; to be committed together with the request. Nothing is
 * to be told of a quote that was only given out, and of what no caller can see.
 */
export function queueDelivery(
  { tables: { deliveries, webhooks } }: WebhookStore,
  before: BridgeRequest | undefined,
  now: BridgeRequest,
  ordinal: number,
): readonly Write[] {
  const { owner } = now;
  if (owner === undefined || (!before && !now.deposit)) return [];
  if (before && seen(before) === seen(now)) return [];
  const body = JSON.stringify(toldOf(now));
  const at = now.updatedAt;
  return [
    {
      rows: "any",
      build: (db) =>
        db
          .insert(deliveries)
          .select(
            sql`select ${now.id}, cast(${ordinal} as integer), ${webhooks.owner}, cast(${at} as bigint), ${body}, 'waiting', 0, cast(${at} as bigint), null from ${webhooks} where ${webhooks.owner} = ${owner}`,
          )
          .returning({ ordinal: deliveries.ordinal }),
    },
  ];
}

function toldOf(request: BridgeRequest): Told {
  const { referrer, strict, method, depositAddress, deposit } = request;
  return {
    facts: statusFacts(request),
    referrer,
    depositAddress: method === "deposit-address" ? depositAddress : undefined,
    strict,
    depositor: deposit?.sender,
  };
}

/** What a caller can see of a request, but for the time of the change. */
function seen(request: BridgeRequest): string {
  return JSON.stringify({ ...statusFacts(request), updatedAt: 0 });
}

/**
 * The oldest deliveries that are due, with their webhooks. Of one request the next change waits until the one before has ended,
 * so that a receiver sees them in order; a webhook that has just failed is left alone for a while.
 */
export async function dueDeliveries(
  { db, tables: { deliveries, webhooks } }: WebhookStore,
  now: Instant,
  limit: number,
): Promise<readonly Readonly<{ delivery: Delivery; webhook: WebhookRow }>[]> {
  const earlier = aliasedTable(deliveries, "earlier");
  const before = db
    .select({ ordinal: earlier.ordinal })
    .from(earlier)
    .where(
      and(
        eq(earlier.requestId, deliveries.requestId),
        eq(earlier.state, "waiting"),
        lt(earlier.ordinal, deliveries.ordinal),
      ),
    );
  const rows = await db
    .select({ delivery: deliveries, webhook: webhooks })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.owner, deliveries.owner))
    .where(
      and(
        eq(deliveries.state, "waiting"),
        lte(deliveries.nextAt, now),
        or(isNull(webhooks.pausedUntil), lte(webhooks.pausedUntil, now)),
        notExists(before),
      ),
    )
    .orderBy(asc(deliveries.nextAt), asc(deliveries.requestId))
    .limit(limit);
  return rows.map(({ delivery, webhook }) => ({ delivery: deliveryFromRow(delivery), webhook }));
}

/** The newest deliveries of a key. */
export async function deliveriesOf(
  { db, tables: { deliveries } }: WebhookStore,
  owner: string,
  limit: number,
): Promise<readonly Delivery[]> {
  const rows = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.owner, owner))
    .orderBy(desc(deliveries.at), desc(deliveries.ordinal))
    .limit(limit);
  return rows.map(deliveryFromRow);
}

/** How many deliveries there are by state. */
export async function deliveryCounts({
  db,
  tables: { deliveries },
}: WebhookStore): Promise<ReadonlyMap<string, number>> {
  const found = await db
    .select({ state: deliveries.state, number: count() })
    .from(deliveries)
    .groupBy(deliveries.state);
  return new Map(found.map(({ state, number }) => [state, number]));
}

/** Writes what came of an attempt over the delivery as it was read. */
export function saveDelivery(
  { tables: { deliveries } }: WebhookStore,
  {
    requestId,
    ordinal,
    attempts,
    ...rest
  }: Pick<Delivery, "requestId" | "ordinal" | "attempts"> & Pick<Delivery, "state" | "nextAt" | "answer">,
): Write {
  return {
    rows: "any", // the webhook may have been removed meanwhile
    build: (db) =>
      db
        .update(deliveries)
        .set({ attempts, ...rest })
        .where(
          and(
            eq(deliveries.requestId, requestId),
            eq(deliveries.ordinal, ordinal),
            eq(deliveries.attempts, attempts - 1),
          ),
        )
        .returning({ ordinal: deliveries.ordinal }),
  };
}

/** Leaves a webhook alone until a moment, or no longer (null). */
export function pauseWebhook(
  { tables: { webhooks } }: WebhookStore,
  owner: string,
  pausedUntil: Instant | null,
): Write {
  return {
    rows: "any",
    build: (db) =>
      db
        .update(webhooks)
        .set({ pausedUntil })
        .where(eq(webhooks.owner, owner))
        .returning({ owner: webhooks.owner }),
  };
}

/** Removes deliveries that ended before a moment. */
export function pruneDeliveries({ tables: { deliveries } }: WebhookStore, before: Instant): Write {
  return {
    rows: "any",
    build: (db) =>
      db
        .delete(deliveries)
        .where(and(ne(deliveries.state, "waiting"), lt(deliveries.nextAt, before)))
        .returning({ ordinal: deliveries.ordinal }),
  };
}

function deliveryFromRow({ body, state, ...row }: NetworkTables["deliveries"]["$inferSelect"]): Delivery {
  return { ...row, told: body as Told, state: state as Delivery["state"] }; // written in this file only
}
