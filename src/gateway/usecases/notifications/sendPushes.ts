import { randomFraction } from "../../../values/ids.ts";
import { MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { mayReadNotice, wantsNotice } from "../../domain/access/notification.ts";
import { nextPushAt, PUSH_LIFE_MS, type PushDevice, type PushMessage } from "../../domain/access/push.ts";
import type { User } from "../../domain/access/user.ts";
import type { PushOutcome } from "../../ports/pushPort.ts";
import { loadAccess } from "../access/access.ts";
import type { Gateway } from "../gateway.ts";
import { inParallel } from "../inParallel.ts";
import { pushTo } from "./pushDevices.ts";
import { pushText, topicOf } from "./pushText.ts";

const LEASE_MS = 2 * MINUTE_MS; // a message takes 15 seconds at most
const AT_ONCE = 20;
const ROUND_MS = 30 * SECOND_MS; // a run that lasts longer starts no more messages; the next run continues

/** What sending takes. */
export type PushContext = Pick<Gateway, "clock" | "random" | "log" | "persistence" | "push"> &
  Readonly<{ secrets: Pick<Gateway["secrets"], "open"> }>;

/**
 * Sends the web push that is due. Whether the user may still see it is decided now. After a crash between sending and recording,
 * a message is sent again with the same topic and tag: the browser shows it once.
 */
export async function sendPushes(gateway: PushContext, publicUrl: string): Promise<void> {
  const { persistence, clock } = gateway;
  const begun = clock();
  while (clock() < begun + ROUND_MS) {
    const claimed = await persistence.pushes.claim(clock(), LEASE_MS, AT_ONCE);
    if (claimed.length === 0) return;
    await inParallel(gateway, "send push", claimed, (message) => sendOne(gateway, publicUrl, message));
  }
}

async function sendOne(gateway: PushContext, publicUrl: string, message: PushMessage): Promise<void> {
  const { persistence, log } = gateway;
  const { pushes } = persistence;
  const device = await pushes.load(message.deviceId);
  const user = device && (await userOf(gateway, device));
  if (!device || !user || !(await maySee(gateway, user, message))) {
    if (device && !user) await pushes.remove(device.userId, device.id);
    await pushes.end(message);
    return log.info("push.dropped", saidOf(message));
  }
  const outcome = await pushTo(gateway, device, {
    payload: pushText(user, await placeOf(gateway, publicUrl, message), {
      kind: message.kind,
      link: message.link,
      id: message.notificationId,
    }),
    topic: topicOf(message.notificationId),
  });
  await keep(gateway, device, message, outcome);
}

/** The user of a device, while it stands: not disabled, and with the password of the day on which it was added. */
async function userOf(
  { persistence }: Pick<Gateway, "persistence">,
  { userId, passwordAt }: PushDevice,
): Promise<User | undefined> {
  const user = await persistence.users.load(userId);
  return user?.disabledAt === undefined && (user?.password?.at ?? 0) === passwordAt ? user : undefined;
}

/** Whether the user may see a notification now, and wants it. */
async function maySee(
  gateway: Pick<Gateway, "persistence">,
  user: User,
  { kind, storeId }: PushMessage,
): Promise<boolean> {
  const access = await loadAccess(gateway, user);
  return mayReadNotice(access, { kind, storeId }) && wantsNotice(user.preferences, kind, "push");
}

async function placeOf(
  { persistence }: Pick<Gateway, "persistence">,
  publicUrl: string,
  { storeId }: PushMessage,
): Promise<string> {
  const store = storeId === undefined ? undefined : await persistence.stores.load(storeId);
  return store?.name ?? new URL(publicUrl).host;
}

async function keep(
  { persistence: { pushes }, clock, random, log }: PushContext,
  device: PushDevice,
  message: PushMessage,
  outcome: PushOutcome,
): Promise<void> {
  const said = saidOf(message);
  const giveUp = async (reason: string) => {
    await pushes.note(device.id, { problem: reason });
    await pushes.end(message);
    log.warn("push.lost", { ...said, reason });
  };
  const at = clock();
  switch (outcome.kind) {
    case "taken":
      await pushes.end(message);
      await pushes.note(device.id, { lastUsedAt: at });
      return log.info("push.sent", said);
    case "gone":
      await pushes.remove(device.userId, device.id);
      await pushes.end(message);
      return log.info("push.device_gone", said);
    case "refused":
      return giveUp(outcome.reason);
    case "later": {
      const { reason, retryAfter } = outcome;
      const dueAt = nextPushAt(message.attempts + 1, at, randomFraction(random), retryAfter);
      if (dueAt === undefined || dueAt >= message.createdAt + PUSH_LIFE_MS) return giveUp(reason);
      await pushes.retry(message, dueAt);
      return log.warn("push.not_sent", { ...said, reason });
    }
  }
}

function saidOf({ notificationId, deviceId, kind, storeId, attempts }: PushMessage) {
  return {
    notification: notificationId,
    device: deviceId,
    kind,
    store: storeId,
    attempts: attempts + 1,
  };
}
