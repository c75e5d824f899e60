import { randomFraction } from "../ids.ts";
import { MINUTE_MS, unixSeconds } from "../time.ts";
import { eachItem } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";
import type { Delivery } from "./storePort.ts";
import { isTaken, nextAttemptAt } from "./webhookRetry.ts";

const LEASE_MS = MINUTE_MS; // four times the deadline of a POST
const AT_ONCE = 200;

const PATIENCE_MS = 2_000; // how long one run waits; a receiver that takes longer goes on beside the next runs

/** The webhooks whose receivers are still answering: kept by the caller from one run to the next. */
export type BusyWebhooks = Set<string>;

/**
 * Sends what is due: claim, send, write the outcome. Deliveries of one invoice to one webhook go in their order,
 * one after the other; different ones side by side, so that a receiver that hangs holds up nobody else.
 * What fails is tried again for three days, across restarts.
 */
export async function deliverWebhooks(gateway: Gateway, busy: BusyWebhooks): Promise<void> {
  const claimed = await gateway.store.claimDeliveries(gateway.clock(), LEASE_MS, AT_ONCE, [...busy]);
  const sending = [...groupBy(claimed, ({ webhookId }) => webhookId)].map(async ([webhookId, deliveries]) => {
    busy.add(webhookId);
    const queues = groupBy(deliveries, ({ invoiceId }) => invoiceId).values();
    await Promise.all([...queues].map((queue) => deliverInOrder(gateway, queue)));
    busy.delete(webhookId);
  });
  await atMost(PATIENCE_MS, Promise.all(sending));
}

/** The first that is not taken ends the turn: the rest would meet the same receiver, and outlast their lease. */
async function deliverInOrder(gateway: Gateway, queue: readonly Delivery[]): Promise<void> {
  let isAnswering = true;
  await eachItem(gateway, "webhook", queue, async (delivery) => {
    if (isAnswering) isAnswering = await deliver(gateway, delivery);
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/** One attempt. False when the receiver gave no answer at all. */
async function deliver(gateway: Gateway, delivery: Delivery): Promise<boolean> {
  const webhook = await gateway.store.loadWebhook(delivery.webhookId);
  if (!webhook?.enabled) {
    const outcome = { reason: "The webhook was removed or switched off." };
    await gateway.store.finishDelivery(delivery, { state: "exhausted", dueAt: delivery.dueAt, outcome });
    return true;
  }
  const answer = await gateway.webhooks.send({
    url: webhook.url,
    body: delivery.body,
    secret: webhook.secret,
    id: delivery.id,
    timestampSeconds: unixSeconds(gateway.clock()),
  });
  const at = gateway.clock();
  if (answer.kind === "answered" && isTaken(answer.status)) {
    await gateway.store.finishDelivery(delivery, {
      state: "delivered",
      dueAt: delivery.dueAt,
      outcome: answer,
    });
    return true;
  }
  const next = webhook.automaticRedelivery
    ? nextAttemptAt(
        delivery.attempts + 1,
        at,
        randomFraction(gateway.random),
        answer.kind === "answered" ? answer : {},
      )
    : undefined;
  const state = next === undefined ? "exhausted" : "due";
  gateway.log[state === "due" ? "info" : "error"](`webhook.${state}`, {
    delivery: delivery.id,
    url: webhook.url,
    answer,
  });
  await gateway.store.finishDelivery(delivery, { state, dueAt: next ?? delivery.dueAt, outcome: answer });
  return answer.kind === "answered";
}
