import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import { ConflictError } from "../../../database/driver.ts";
import {
  NOTIFICATION_KINDS,
  type Notification,
  type ReadableNotices,
} from "../../domain/access/notification.ts";
import type { Notifications, PayoutApprovals } from "../../ports/notificationPort.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { check } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";
import { pushWrite } from "./pushes.ts";

/** What users were told. */
export function notificationQueries(context: PersistenceContext): Notifications {
  const {
    database,
    db,
    t: { notifications },
  } = context;
  const ofUser = (userId: string) => eq(notifications.userId, userId);
  const oneOf = (userId: string, id: string) => and(ofUser(userId), eq(notifications.id, id));
  const isAllowed = (allowed: ReadableNotices): SQL | undefined => {
    if (allowed === undefined) return undefined;
    const byStore = [...allowed].map(([storeId, kinds]) =>
      and(eq(notifications.storeId, storeId), inArray(notifications.kind, [...kinds])),
    );
    return or(sql`1 = 0`, ...byStore);
  };
  return {
    async add(notification, deviceIds = []) {
      const { kind, subject } = notification;
      const insert = (tx: typeof db) =>
        tx
          .insert(notifications)
          .values({ ...notification, key: `${kind}.${subject}` })
          .onConflictDoNothing()
          .returning({ id: notifications.id });
      if (deviceIds.length === 0) return (await insert(db)).length === 1;
      const pushes = deviceIds.map((deviceId) => pushWrite(context, notification, deviceId));
      try {
        await database.commit([one(insert, "The user was told of this before."), ...pushes]);
        return true;
      } catch (error) {
        if (error instanceof ConflictError) return false;
        throw error;
      }
    },

    async list(userId, { allowed, isSeen, storeIds, skip = 0, limit }) {
      const seen = isSeen ? isNotNull(notifications.seenAt) : isNull(notifications.seenAt);
      const rows = await db
        .select()
        .from(notifications)
        .where(
          and(
            ofUser(userId),
            isAllowed(allowed),
            isSeen === undefined ? undefined : seen,
            storeIds && inArray(notifications.storeId, [...storeIds]),
          ),
        )
        .orderBy(desc(notifications.at), desc(notifications.id))
        .limit(limit)
        .offset(skip);
      return readable(context, rows, toNotification);
    },

    async load(userId, id) {
      const [row] = await db.select().from(notifications).where(oneOf(userId, id));
      return row && toNotification(row);
    },

    async countUnseen(userId, allowed) {
      const unseen = and(ofUser(userId), isAllowed(allowed), isNull(notifications.seenAt));
      const [row] = await db.select({ found: count() }).from(notifications).where(unseen);
      return row?.found ?? 0;
    },

    async see(userId, id, at) {
      await db
        .update(notifications)
        .set({ seenAt: at ?? null })
        .where(id === undefined ? and(ofUser(userId), isNull(notifications.seenAt)) : oneOf(userId, id));
    },

    async seeEnded(storeId, kinds, open, at) {
      const isEnded = and(
        eq(notifications.storeId, storeId),
        inArray(notifications.kind, [...kinds]),
        isNull(notifications.seenAt),
        open.length === 0 ? undefined : notInArray(notifications.key, [...open]),
      );
      await db.update(notifications).set({ seenAt: at }).where(isEnded);
    },

    async remove(userId, id) {
      await db.delete(notifications).where(oneOf(userId, id));
    },

    async forget(before) {
      await db.delete(notifications).where(lt(notifications.at, before));
    },
  };
}

/** Who has approved payouts in stores that have a limit. */
export function payoutApprovalQueries({ db, t }: PersistenceContext): PayoutApprovals {
  const { payoutApprovals, payouts } = t;
  return {
    async put({ payoutId, userId, aloneAt = null, ...given }) {
      const rest = { ...given, aloneAt };
      await db
        .insert(payoutApprovals)
        .values({ payoutId, userId, ...rest })
        .onConflictDoUpdate({ target: [payoutApprovals.payoutId, payoutApprovals.userId], set: rest });
    },

    async of(payoutId) {
      const rows = await db
        .select()
        .from(payoutApprovals)
        .where(eq(payoutApprovals.payoutId, payoutId))
        .orderBy(asc(payoutApprovals.at), asc(payoutApprovals.userId));
      return rows.map((row) => ({ ...row, aloneAt: row.aloneAt ?? undefined }));
    },

    async aloneSince(storeId, userIds, from) {
      const isOfStore = and(eq(payouts.storeId, storeId), ne(payouts.state, "Cancelled"));
      const isTheirs = userIds && inArray(payoutApprovals.userId, [...userIds]);
      const isAlone = and(isTheirs, gte(payoutApprovals.aloneAt, from));
      const rows = await db
        .select({ payoutId: payoutApprovals.payoutId, aloneAt: payoutApprovals.aloneAt })
        .from(payoutApprovals)
        .leftJoin(payouts, eq(payouts.id, payoutApprovals.payoutId))
        .where(and(or(isOfStore, isNull(payouts.id)), isAlone));
      return rows.map(({ payoutId, aloneAt }) => ({ payoutId, aloneAt: aloneAt ?? from }));
    },
  };
}

const kindSchema = z.enum(Object.keys(NOTIFICATION_KINDS) as [Notification["kind"]]);

function toNotification({ key: _, ...row }: Tables["notifications"]["$inferSelect"]): Notification {
  return {
    ...row,
    kind: check(kindSchema, row.kind, `notification ${row.id}`),
    storeId: row.storeId ?? undefined,
    seenAt: row.seenAt ?? undefined,
  };
}
