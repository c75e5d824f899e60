import type { Notification, ReadableNotices } from "../../src/gateway/domain/access/notification.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import type {
  Notifications,
  PayoutApproval,
  PayoutApprovals,
} from "../../src/gateway/ports/notificationPort.ts";
import type { MemoryPushes } from "./memoryPushes.ts";

/** What users were told, over a map. */
export function memoryNotifications({ queue }: Pick<MemoryPushes, "queue">): Notifications {
  const known = new Map<string, Notification>();
  const of = (userId: string) => [...known.values()].filter((one) => one.userId === userId);
  const allowedOf = (userId: string, allowed: ReadableNotices) =>
    of(userId).filter(({ storeId = "", kind }) => !allowed || allowed.get(storeId)?.includes(kind));
  return {
    async add(notification, deviceIds = []) {
      const { userId, kind, subject, id } = notification;
      if (of(userId).some((one) => one.kind === kind && one.subject === subject)) return false;
      known.set(id, notification);
      queue(notification, deviceIds);
      return true;
    },
    list: async (userId, { allowed, isSeen, storeIds, skip = 0, limit }) =>
      allowedOf(userId, allowed)
        .filter(({ storeId }) => !storeIds || storeIds.includes(storeId ?? ""))
        .filter(({ seenAt }) => isSeen === undefined || isSeen === (seenAt !== undefined))
        .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(skip, skip + limit),
    load: async (userId, id) => of(userId).find((one) => one.id === id),
    countUnseen: async (userId, allowed) =>
      allowedOf(userId, allowed).filter(({ seenAt }) => seenAt === undefined).length,
    async see(userId, id, at) {
      for (const one of of(userId))
        if (id === undefined ? one.seenAt === undefined : one.id === id)
          known.set(one.id, { ...one, seenAt: at });
    },
    async remove(userId, id) {
      if (known.get(id)?.userId === userId) known.delete(id);
    },
    async seeEnded(storeId, kinds, open, at) {
      for (const [key, one] of known)
        if (
          one.storeId === storeId &&
          kinds.includes(one.kind) &&
          !open.includes(`${one.kind}.${one.subject}`)
        )
          known.set(key, { ...one, seenAt: one.seenAt ?? at });
    },
    async forget(before) {
      for (const { id, at } of [...known.values()]) if (at < before) known.delete(id);
    },
  };
}

/** Who has approved payouts that take two, over a map. */
export function memoryPayoutApprovals(payouts: Pick<Persistence["payouts"], "load">): PayoutApprovals {
  const known = new Map<string, PayoutApproval>();
  return {
    async put(approval) {
      known.set(`${approval.payoutId} ${approval.userId}`, approval);
    },
    of: async (payoutId) =>
      [...known.values()].filter((one) => one.payoutId === payoutId).toSorted((a, b) => a.at - b.at),
    async aloneSince(storeId, userIds, from) {
      const alone = [...known.values()].filter(
        (one) => (!userIds || userIds.includes(one.userId)) && (one.aloneAt ?? -1) >= from,
      );
      const loaded = await Promise.all(
        alone.map(async ({ payoutId, aloneAt = from }) => ({
          payoutId,
          aloneAt,
          payout: await payouts.load(payoutId),
        })),
      );
      return loaded.flatMap(({ payout, ...one }) =>
        !payout || (payout.storeId === storeId && payout.state !== "Cancelled") ? [one] : [],
      );
    },
  };
}
