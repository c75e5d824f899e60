import { timeOrderedId } from "../../../values/ids.ts";
import { unixSeconds, type Instant } from "../../../values/time.ts";
import { errorOf } from "./deliverWebhooks.ts";
import { GatewayError } from "../../errors.ts";
import type { Attempt, Delivery, Webhook } from "../../ports/outboxPort.ts";
import type { Gateway } from "../gateway.ts";
import { attemptBody, unsentBody } from "./webhookMessage.ts";
import { secretsFor } from "./webhookSecrets.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST_AT_ONCE = 1_000; // events in one range
const IN_ONE_COMMIT = 50; // so that others get their turn between them

type Records = Pick<Gateway, "persistence" | "clock" | "random">;

/**
 * An attempt of this webhook by its delivery id, or the redelivery with that id that has not gone out yet. Throws
 * webhookdelivery_not_found.
 */
export async function findAttempt(
  { persistence }: Pick<Records, "persistence">,
  webhook: Webhook,
  id: string,
): Promise<Attempt> {
  const attempt = await persistence.attempts.load(id);
  if (attempt?.webhookId === webhook.id) return attempt;
  const delivery = await persistence.deliveries.load(id);
  if (delivery?.webhookId === webhook.id) return unsent(delivery);
  throw new GatewayError("webhookdelivery_not_found", `This webhook has no delivery ${id.slice(0, 64)}.`);
}

function unsent(delivery: Delivery): Attempt {
  const { id, webhookId, dueAt, attempts } = delivery;
  const error =
    attempts === 0
      ? "It was not sent yet."
      : "It was given up unsent because the webhook was switched off, or an older version sent it and kept no log.";
  const nothing = { httpCode: undefined, answer: undefined, error };
  return {
    id,
    deliveryId: id,
    webhookId,
    dueAt,
    at: dueAt,
    request: unsentBody(delivery),
    ...nothing,
  };
}

/** What an attempt was about: the type of the event, and the id of its invoice or payout; undefined once that is not kept any more. */
export async function eventOf(
  { persistence }: Pick<Records, "persistence">,
  { id, deliveryId }: Pick<Attempt, "id" | "deliveryId">,
): Promise<Readonly<{ type: string; subjectId: string | undefined }> | undefined> {
  const delivery = await persistence.deliveries.load(deliveryId);
  const sent = delivery ? undefined : (await persistence.attempts.load(id))?.request; // a test, or of an older version
  const body = delivery?.body ?? (sent === undefined ? undefined : (JSON.parse(sent) as unknown));
  const { type, invoiceId, payoutId } = (body ?? {}) as Readonly<Record<string, unknown>>; // we wrote it
  if (typeof type !== "string") return undefined;
  const subjectId = invoiceId ?? payoutId;
  return { type, subjectId: typeof subjectId === "string" ? subjectId : undefined };
}

/** The bytes that an attempt sent. Throws webhookdelivery_pruned once they are pruned. */
export async function requestOf(
  { persistence }: Pick<Records, "persistence">,
  { id, deliveryId, request, said }: Attempt,
): Promise<string> {
  if (request !== undefined) return request;
  const delivery = said && (await persistence.deliveries.load(deliveryId));
  if (delivery) return attemptBody(delivery, id, said.current);
  const why = sentence(
    "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.",
    { delivery: id },
  );
  throw new GatewayError("webhookdelivery_pruned", why);
}

/**
 * Queues the event of a delivery again, whatever its state. Returns the new delivery's id. Throws GatewayError webhook_disabled,
 * webhookdelivery_not_found or webhookdelivery_pruned.
 */
export async function redeliver(
  { persistence, clock, random }: Records,
  webhook: Webhook,
  id: string,
): Promise<string> {
  requireEnabled(webhook);
  const attempt = await findAttempt({ persistence }, webhook, id);
  await requestOf({ persistence }, attempt);
  const delivery = await persistence.deliveries.load(attempt.deliveryId);
  if (!delivery) {
    const message = `Delivery ${id.slice(0, 64)} was a test: have a new one sent instead.`;
    throw new GatewayError("webhookdelivery_not_found", message);
  }
  const at = clock();
  const again = { id: timeOrderedId(at, random), delivery };
  await persistence.deliveries.redeliver([again], at);
  return again.id;
}

/**
 * Queues every event of a time range again (both ends included). Returns the number, at most 1,000: what is
 * queued already is left out, so that the next call continues.
 */
export async function redeliverRange(
  { persistence, clock, random }: Records,
  webhook: Webhook,
  from: Instant,
  to: Instant,
): Promise<number> {
  requireEnabled(webhook);
  const at = clock();
  const found = await persistence.deliveries.between(webhook.id, from, to, MOST_AT_ONCE);
  for (let done = 0; done < found.length; done += IN_ONE_COMMIT) {
    const part = found.slice(done, done + IN_ONE_COMMIT);
    await persistence.deliveries.redeliver(
      part.map((delivery) => ({ id: timeOrderedId(at, random), delivery })),
      at,
    );
  }
  return found.length;
}

/**
 * Makes everything due now that this webhook has not accepted, also what was given up. Returns the number.
 */
export async function redeliverMissing({ persistence, clock }: Records, webhook: Webhook): Promise<number> {
  requireEnabled(webhook);
  return persistence.deliveries.hurryUndelivered(webhook.id, clock());
}

function requireEnabled({ id, enabled }: Webhook): void {
  if (enabled) return;
  const said = sentence(
    'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.',
    { webhook: id },
  );
  throw new GatewayError("webhook_disabled", said);
}

/**
 * Sends an event that never happened, once and at once, also to a webhook that is switched off. Plugins ignore it by the
 * `__test__` in its invoice id. It is in the log like every attempt.
 */
export async function sendTestEvent(
  gateway: Pick<Gateway, "persistence" | "clock" | "random" | "webhooks" | "secrets">,
  webhook: Webhook,
  type: string,
): Promise<Attempt> {
  const at = gateway.clock();
  const id = timeOrderedId(at, gateway.random);
  const request = testBody(webhook, type, id, at);
  const outcome = await gateway.webhooks.send({
    url: webhook.url,
    body: request,
    id,
    timestampSeconds: unixSeconds(at),
    secrets: await secretsFor(gateway.secrets, webhook, 0, at),
  });
  const attempt: Attempt = {
    id,
    deliveryId: id,
    webhookId: webhook.id,
    dueAt: at,
    at,
    request,
    error: errorOf(outcome),
    httpCode: outcome.kind === "answered" ? outcome.status : undefined,
    answer: outcome.kind === "answered" ? outcome.answer : undefined,
  };
  await gateway.persistence.attempts.keep(attempt);
  return attempt;
}

/** The status of an invoice that an event implies, where that is not New. */
const STANDINGS: Readonly<Record<string, readonly [status: string, additionalStatus?: string]>> = {
  InvoiceReceivedPayment: ["Processing"],
  InvoiceProcessing: ["Processing"],
  InvoicePaymentSettled: ["Settled"],
  InvoiceSettled: ["Settled"],
  InvoiceRefund: ["Settled"],
  InvoiceExpired: ["Expired"],
  InvoiceExpiredPaidPartial: ["Expired", "PaidPartial"],
  InvoicePaidAfterExpiration: ["Expired", "PaidLate"],
  InvoiceInvalid: ["Invalid"],
  CrosstillPaymentConfirmed: ["Processing"],
  CrosstillPaymentDelayed: ["Processing"],
  CrosstillPaymentClaimed: ["Processing"],
  CrosstillAttention: ["Expired", "PaidPartial"],
};

/** The event of which an attempt was a test; undefined for a delivery of something that happened. */
export function testedEvent({ request }: Attempt): string | undefined {
  if (request === undefined) return undefined;
  const { type, crosstill } = JSON.parse(request) as Readonly<{
    type?: string;
    crosstill?: Readonly<{ test?: boolean }>;
  }>;
  return crosstill?.test === true ? type : undefined;
}

function testBody({ id: webhookId, storeId }: Webhook, type: string, id: string, at: Instant): string {
  const [status, additionalStatus = "None"] = (Object.hasOwn(STANDINGS, type) && STANDINGS[type]) || ["New"];
  const current = { version: 0, status, additionalStatus };
  return JSON.stringify({
    deliveryId: id,
    webhookId,
    originalDeliveryId: id,
    isRedelivery: false,
    type,
    timestamp: unixSeconds(at),
    storeId,
    invoiceId: `__test__${id}`,
    metadata: {},
    overPaid: false,
    partiallyPaid: false,
    manuallyMarked: false,
    afterExpiration: false,
    crosstill: { sequence: 0, test: true, ...current, current },
  });
}
