import { isOwnEvent, type EventType } from "../invoices/events.ts";
import { attentionOf } from "../invoices/attention.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { differencesOf } from "../invoices/replay.ts";
import { DAY_MS, SECOND_MS } from "../../../values/time.ts";
import { announced, when, type EventRow, type Rule, type WebhookRow } from "./record.ts";

const JUST_MADE_MS = 10 * SECOND_MS; // a webhook may be made while a decision is being written

/**
 * I-27: every event has a delivery for each webhook that subscribed to it then, and every delivery belongs
 * to an event and has its body.
 */
export const eventsAreDelivered: Rule = ({ events, webhooks, deliveries }) => [
  ...events.flatMap((event) =>
    webhooks.flatMap((webhook) => {
      const isDelivered = deliveries.some((one) => one.eventId === event.id && one.webhookId === webhook.id);
      return when(
        wanted(webhook, event) && !isDelivered,
        `event ${event.id} (${event.type}) has no delivery for webhook ${webhook.id}`,
      );
    }),
  ),
  ...deliveries.flatMap(({ id, eventId }) =>
    when(
      !events.some((event) => event.id === eventId),
      `delivery ${id} is of event ${eventId}, which is not there`,
    ),
  ),
];

function wanted(webhook: WebhookRow, { type, at }: EventRow): boolean {
  if (!webhook.enabled || (webhook.changedAt ?? webhook.createdAt) + JUST_MADE_MS > at) return false;
  return webhook.specificEvents.includes(type) || (webhook.everything && !isOwnEvent(type as EventType));
}

const LONGEST_MS = 14 * DAY_MS; // all attempts, each put off by the receiver for as long as it may ask

/** I-38: a delivery is still due, and will be tried, or it has ended: tried, or given up from the start and never owed. */
export const deliveriesEnd: Rule = ({ deliveries }) =>
  deliveries.flatMap(({ id, state, attempts, dueAt, createdAt }) => {
    const isDue = state === "due" && dueAt - createdAt <= LONGEST_MS;
    const hasEnded = (state === "delivered" || state === "exhausted") && attempts > 0;
    const isMissed = state === "exhausted" && dueAt === createdAt; // its webhook was switched off when it was made
    return when(!isDue && !hasEnded && !isMissed, `delivery ${id} is ${state} after ${attempts} attempts`);
  });

/** Events that earlier versions did not announce when an invoice fell back to New. */
const ADDED_TO_REOPENED: readonly string[] = ["InvoiceReceivedPayment", "CrosstillAttention"];

/** I-25: the events of every version are those of the step that made it, and state the result of it. */
export const eventsMatchSteps: Rule = ({ events, isOlder, isPruned }, steps) => {
  if (isOlder || isPruned) return [];
  const isReopened = (after: Invoice) => attentionOf(after).some(({ kind }) => kind === "reopened");
  const reopened = new Set(steps.filter(({ after }) => isReopened(after)).map(({ version }) => version));
  const implied = steps.flatMap(({ version, events: told, after }) =>
    told.map(({ type }) => ({ version, type, status: after.state, additionalStatus: after.additional })),
  );
  const created = { version: 1, type: "InvoiceCreated", status: "New", additionalStatus: "None" };
  const stored = events.map((event) => {
    const { status, additionalStatus } = announced(event);
    return { version: event.version, type: event.type, status, additionalStatus };
  });
  const compared = <T extends Readonly<{ version: number; type: string }>>(list: readonly T[]) =>
    list.filter(({ version, type }) => !reopened.has(version) || !ADDED_TO_REOPENED.includes(type));
  return differencesOf(compared(stored), compared([created, ...implied]), "events");
};
