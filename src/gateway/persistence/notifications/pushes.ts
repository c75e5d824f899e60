import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import type { Write } from "../../../database/driver.ts";
import type { Instant } from "../../../values/time.ts";
import {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from "../../domain/access/notification.ts";
import type { PushDevice, PushMessage } from "../../domain/access/push.ts";
import type { Pushes } from "../../ports/pushPort.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { check } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";

/** Devices that show notifications, and the messages queued to them. */
export function pushQueries(context: PersistenceContext): Pushes {
  const {
    db,
    t: { pushDevices: devices, pushMessages: messages },
  } = context;
  const isDue = (at: Instant) => and(lte(messages.dueAt, at), lte(messages.leaseUntil, at));
  return {
    async put(device) {
      const row = deviceRow(device);
      await db.insert(devices).values(row).onConflictDoUpdate({ target: devices.id, set: row });
    },

    async load(id) {
      const [row] = await db.select().from(devices).where(eq(devices.id, id));
      return row && toDevice(row);
    },

    async ofUser(userId) {
      const rows = await db
        .select()
        .from(devices)
        .where(eq(devices.userId, userId))
        .orderBy(asc(devices.createdAt), asc(devices.id));
      return rows.map(toDevice);
    },

    async remove(userId, id) {
      const isIts = and(eq(devices.userId, userId), eq(devices.id, id));
      return (await db.delete(devices).where(isIts).returning({ id: devices.id })).length === 1;
    },

    async moveTo(sessionDigest, { userId, browserId }) {
      const isOfBrowser = and(eq(devices.userId, userId), eq(devices.browserId, browserId));
      await db.update(devices).set({ sessionDigest }).where(isOfBrowser);
    },

    async note(id, came) {
      const columns = "problem" in came ? came : { ...came, problem: null };
      await db.update(devices).set(columns).where(eq(devices.id, id));
    },

    async claim(at, leaseMs, limit) {
      const due = await db
        .select()
        .from(messages)
        .where(isDue(at))
        .orderBy(asc(messages.dueAt), asc(messages.id))
        .limit(limit);
      if (due.length === 0) return [];
      const ids = due.map(({ id }) => id);
      const leased = await db
        .update(messages)
        .set({ leaseUntil: at + leaseMs })
        .where(and(inArray(messages.id, ids), isDue(at)))
        .returning({ id: messages.id });
      const ours = new Set(leased.map(({ id }) => id));
      return readable(
        context,
        due.filter(({ id }) => ours.has(id)),
        toMessage,
      );
    },

    async end({ id }) {
      await db.delete(messages).where(eq(messages.id, id));
    },

    async retry({ id, attempts }, dueAt) {
      await db
        .update(messages)
        .set({ dueAt, attempts: attempts + 1, leaseUntil: 0 })
        .where(and(eq(messages.id, id), eq(messages.attempts, attempts)));
    },
  };
}

/** A message to a device, queued in the commit of its notification. */
export function pushWrite(
  { t: { pushMessages: messages } }: PersistenceContext,
  { id: notificationId, kind, storeId, link, at }: Notification,
  deviceId: string,
): Write {
  const about = { notificationId, deviceId, kind, storeId: storeId ?? null, link };
  const row = { id: `${notificationId}.${deviceId}`, ...about, createdAt: at, dueAt: at };
  return one((tx) =>
    tx
      .insert(messages)
      .values({ ...row, attempts: 0, leaseUntil: 0 })
      .returning({ id: messages.id }),
  );
}

type DeviceRow = Tables["pushDevices"]["$inferSelect"];

function deviceRow({ browserId, lastUsedAt, problem, ...device }: PushDevice): DeviceRow {
  return {
    ...device,
    browserId: browserId ?? null,
    lastUsedAt: lastUsedAt ?? null,
    problem: problem ?? null,
  };
}

function toDevice({ browserId, lastUsedAt, problem, ...row }: DeviceRow): PushDevice {
  return {
    ...row,
    browserId: browserId ?? undefined,
    lastUsedAt: lastUsedAt ?? undefined,
    problem: problem ?? undefined,
  };
}

const kindSchema = z.enum(Object.keys(NOTIFICATION_KINDS) as [NotificationKind]);

function toMessage({ leaseUntil: _, ...row }: Tables["pushMessages"]["$inferSelect"]): PushMessage {
  return {
    ...row,
    kind: check(kindSchema, row.kind, `push message ${row.id}`),
    storeId: row.storeId ?? undefined,
  };
}
