import type { Notification } from "../../src/gateway/domain/access/notification.ts";
import type { PushDevice, PushMessage } from "../../src/gateway/domain/access/push.ts";
import type { Pushes } from "../../src/gateway/ports/pushPort.ts";

/** Devices and the messages to them over maps, with what other parts of the memory store do to them. */
export type MemoryPushes = Pushes &
  Readonly<{
    queue(notification: Notification, deviceIds: readonly string[]): void;
    removeWhere(isOver: (device: PushDevice) => boolean): void;
  }>;

export function memoryPushes(): MemoryPushes {
  const devices = new Map<string, PushDevice>();
  const messages = new Map<string, PushMessage & { leaseUntil: number }>();
  const change = (id: string, changed: Partial<PushDevice>) => {
    const known = devices.get(id);
    if (known) devices.set(id, { ...known, ...changed });
  };
  return {
    put: async (device) => void devices.set(device.id, device),
    load: async (id) => devices.get(id),
    ofUser: async (userId) =>
      [...devices.values()]
        .filter((device) => device.userId === userId)
        .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    remove: async (userId, id) => devices.get(id)?.userId === userId && devices.delete(id),
    async moveTo(sessionDigest, { userId, browserId }) {
      for (const device of [...devices.values()])
        if (device.userId === userId && device.browserId === browserId) change(device.id, { sessionDigest });
    },
    note: async (id, came) => change(id, "problem" in came ? came : { ...came, problem: undefined }),
    async claim(at, leaseMs, limit) {
      const due = [...messages.values()]
        .filter(({ dueAt, leaseUntil }) => dueAt <= at && leaseUntil <= at)
        .toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit);
      return due.map((message) => {
        message.leaseUntil = at + leaseMs;
        const { leaseUntil: _, ...claimed } = message;
        return claimed;
      });
    },
    end: async ({ id }) => void messages.delete(id),
    async retry({ id, attempts }, dueAt) {
      const known = messages.get(id);
      if (known?.attempts === attempts)
        messages.set(id, { ...known, dueAt, attempts: attempts + 1, leaseUntil: 0 });
    },
    queue({ id: notificationId, kind, storeId, link, at }, deviceIds) {
      for (const deviceId of deviceIds) {
        const id = `${notificationId}.${deviceId}`;
        const about = { notificationId, deviceId, kind, storeId, link };
        messages.set(id, { id, ...about, createdAt: at, dueAt: at, attempts: 0, leaseUntil: 0 });
      }
    },
    removeWhere(isOver) {
      for (const device of [...devices.values()]) if (isOver(device)) devices.delete(device.id);
    },
  };
}
