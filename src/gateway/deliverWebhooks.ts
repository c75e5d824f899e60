import { randomFraction } from "../ids.ts";
import { MINUTE_MS, unixSeconds } from "../time.ts";
import { eachItem } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";
import type { Delivery } from "./storePort.ts";
import { isTaken, nextAttemptAt } from "./webhookRetry.ts";

const LEASE_MS = MINUTE_MS; // four times the deadline of a POST
const AT_ONCE = 200;

/**
 * Sends what is due: claim, send, write the outcome. Deliveries of one invoice to one webhook go in their order,
 * one after the other; different ones side by side. What fails is tried again for three days, across restarts.
 */
export async function deliverWebhooks(gateway: Gateway): Promise<void> {
  const claimed = await gateway.store.claimDeliveries(gateway.clock(), LEASE_MS, AT_ONCE);
  await Promise.all(
    byReceiver(claimed).map((queue) =>
      eachItem(gateway, "webhook", queue, (delivery) => deliver(gateway, delivery)),
    ),
  );
}

function byReceiver(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const queues = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const key = `${delivery.webhookId} ${delivery.invoiceId}`;
    queues.set(key, [...(queues.get(key) ?? []), delivery]);
  }
  return [...queues.values()];
}

async function deliver(gateway: Gateway, delivery: Delivery): Promise<void> {
  const webhook = await gateway.store.loadWebhook(delivery.webhookId);
  if (!webhook?.enabled) {
    const outcome = { reason: "The webhook was removed or switched off." };
    return gateway.store.finishDelivery(delivery, { state: "exhausted", dueAt: delivery.dueAt, outcome });
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
    return gateway.store.finishDelivery(delivery, {
      state: "delivered",
      dueAt: delivery.dueAt,
      outcome: answer,
    });
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
}
