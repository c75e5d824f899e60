import pLimit from "p-limit";
import type { Log } from "../../runtime/log.ts";
import { randomFraction, type Random } from "../../values/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { endedAmong } from "../persistence/keys.ts";
import {
  dueDeliveries,
  pauseWebhook,
  pruneDeliveries,
  removeWebhook,
  saveDelivery,
  type Delivery,
  type WebhookRow,
  type WebhookStore,
} from "../persistence/webhooks.ts";
import type { StatusDetail } from "../status.ts";
import type { WebhookSender } from "./sendWebhook.ts";
import { webhookBody } from "./webhookMessage.ts";

/** Retries after the first attempt, as public services make them (service facts 8.2). */
export const RETRIES = 10;
const FIRST_WAIT_MS = 10 * SECOND_MS; // doubled each time
const LONGEST_WAIT_MS = HOUR_MS;
const JITTER = 0.2; // of the wait, either way
const LONGEST_PAUSE_MS = MINUTE_MS; // of a webhook whose other messages wait meanwhile
const AT_ONCE = 10;
const OF_ONE_OWNER = 4;
const IN_ONE_RUN = 200;
const KEPT_MS = 30 * DAY_MS;

type Parts = Readonly<{
  store: WebhookStore;
  sender: WebhookSender;
  statusDetail: StatusDetail;
  configuredKeys: ReadonlySet<string>; // hashes of the keys that the configuration names
  clock: Clock;
  random: Random;
  log: Log;
}>;

/** The job that posts what is due, once; and removes what ended thirty days ago, once an hour. At least once: a receiver may get a message twice. */
export function createDeliverer(parts: Parts): () => Promise<void> {
  const { store, clock } = parts;
  const limit = pLimit(AT_ONCE);
  let prunedAt = 0;
  return async () => {
    const due = fairShare(await dueDeliveries(store, clock(), IN_ONE_RUN));
    const ended = await endedKeys(parts, new Set(due.map(({ webhook }) => webhook.owner)));
    for (const owner of ended) await store.commit(removeWebhook(store, owner));
    const open = due.filter(({ webhook }) => !ended.has(webhook.owner));
    await Promise.all(open.map((one) => limit(() => deliver(parts, one))));
    if (clock() - prunedAt < HOUR_MS) return;
    prunedAt = clock();
    await store.commit([pruneDeliveries(store, clock() - KEPT_MS)]);
  };
}

type Due = Readonly<{ delivery: Delivery; webhook: WebhookRow }>;

/** Some of each owner, so that one with many messages, or a slow receiver, does not hold up the others. */
function fairShare(due: readonly Due[]): readonly Due[] {
  const taken = new Map<string, number>();
  return due.filter(({ webhook: { owner } }) => {
    const count = (taken.get(owner) ?? 0) + 1;
    taken.set(owner, count);
    return count <= OF_ONE_OWNER;
  });
}

/** The keys among these that were revoked, or are no keys any more: their webhooks end with them. */
async function endedKeys(
  { store, configuredKeys }: Parts,
  owners: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const stored = [...owners].filter((owner) => !configuredKeys.has(owner));
  return endedAmong(store, stored);
}

async function deliver(parts: Parts, { delivery, webhook }: Due): Promise<void> {
  const { store, sender, statusDetail, log } = parts;
  const { requestId, ordinal, owner } = delivery;
  const attempts = delivery.attempts + 1;
  const made = await sender.send(webhook, (at) => webhookBody(delivery.told, statusDetail, at));
  const at = parts.clock();
  const next = made.delivered || made.isGone ? undefined : nextAttemptAt(attempts, at, parts.random);
  const ended = made.delivered ? "delivered" : "given up";
  const state = next === undefined ? ended : "waiting";
  const pausedUntil = made.delivered ? null : Math.min(next ?? at, at + LONGEST_PAUSE_MS);
  await store.commit([
    saveDelivery(store, { requestId, ordinal, attempts, state, nextAt: next ?? at, answer: made.answer }),
    ...(webhook.pausedUntil === pausedUntil ? [] : [pauseWebhook(store, owner, pausedUntil)]),
  ]);
  if (state === "given up")
    log.warn("network.webhook_given_up", { requestId, attempts, answer: made.answer });
}

/** When to try again after `attempts` that failed, the last at `at`; undefined when there were enough. */
export function nextAttemptAt(attempts: number, at: Instant, random: Random): Instant | undefined {
  if (attempts > RETRIES) return undefined;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return at + Math.round(wait * (1 + JITTER * (2 * randomFraction(random) - 1)));
}
