import { randomFraction, timeOrderedId } from "../../../values/ids.ts";
import { MINUTE_MS, SECOND_MS, unixSeconds, type Instant } from "../../../values/time.ts";
import { eachItem } from "../eachItem.ts";
import type { Delivery, Webhook } from "../../ports/outboxPort.ts";
import type { Gateway } from "../gateway.ts";
import type { WebhookOutcome } from "../../ports/webhookPort.ts";
import { attemptBody } from "./webhookMessage.ts";
import { holdsBack, isGone, isTaken, LONGEST_FAILURE_MS, nextAttemptAt } from "./webhookRetry.ts";
import { secretsFor } from "./webhookSecrets.ts";

const LEASE_MS = MINUTE_MS;
const BEGIN_WITHIN_MS = 40 * SECOND_MS; // of a lease: an attempt takes 15 seconds at most, and must not outlast it
const AT_ONCE = 200; // claimed
const CONNECTIONS = 4; // to one receiver; one while it takes nothing
const NUMBERED_AT_ONCE = 500;
const FEWEST_FAILURES = 5;
const LONG_DOWN_MS = 30 * MINUTE_MS; // without taking anything
const DOWN_AFTER_MS = MINUTE_MS; // without taking anything; one that refuses some events is not down

const RUN_WAIT_MS = 900; // the longest wait of one run, so that the next second has its own; a slower receiver continues beside it

/** What delivering webhooks works with. */
type WebhookContext = Pick<Gateway, "clock" | "random" | "log" | "persistence" | "webhooks" | "secrets">;

/** The webhooks whose receivers have not answered yet: kept by the caller from one run to the next. */
export type BusyWebhooks = Set<string>;

/**
 * Sends what is due, each webhook by itself: a receiver that hangs or has a backlog delays no other, and
 * never has more than four connections. Failures are retried for days, across restarts.
 */
export async function deliverWebhooks(gateway: WebhookContext, busy: BusyWebhooks): Promise<void> {
  const { persistence, clock } = gateway;
  await numberAll(gateway);
  const due = (await persistence.deliveries.dueWebhooks(clock())).filter((id) => !busy.has(id));
  const turns = due.map(async (webhookId) => {
    busy.add(webhookId);
    await eachItem(gateway, "webhook", [webhookId], () => takeTurn(gateway, webhookId));
    busy.delete(webhookId);
  });
  await atMost(RUN_WAIT_MS, Promise.all(turns));
}

/** Nothing is sent of an event that has no number yet: its receivers would get it out of its order. */
async function numberAll({ persistence, clock }: Pick<Gateway, "clock" | "persistence">): Promise<void> {
  while ((await persistence.events.number(NUMBERED_AT_ONCE, clock())) === NUMBERED_AT_ONCE);
}

/** Claims and sends until nothing more is due to this webhook, or it does not answer. */
async function takeTurn(gateway: WebhookContext, webhookId: string): Promise<void> {
  const { persistence, clock } = gateway;
  for (;;) {
    await numberAll(gateway); // those that were written meanwhile
    const at = clock();
    const claimed = await persistence.deliveries.claim(webhookId, at, LEASE_MS, AT_ONCE);
    if (claimed.length === 0) return;
    const batch: Batch = {
      claimed,
      until: at + BEGIN_WITHIN_MS,
      untouched: new Set(claimed),
      end: undefined,
    };
    const isFailing = (await persistence.webhooks.load(webhookId))?.failingSince !== undefined;
    await sendBatch(gateway, batch, isFailing ? 1 : CONNECTIONS);
    if (batch.untouched.size > 0) await persistence.deliveries.release([...batch.untouched]);
    if (batch.end === "silent") return;
  }
}

/** Claimed deliveries in order, those not yet started, and why the batch ended. */
type Batch = {
  readonly claimed: readonly Delivery[];
  readonly until: Instant;
  readonly untouched: Set<Delivery>;
  end: "silent" | "recovered" | "late" | undefined;
};

/** Those of one invoice one after the other, a few invoices side by side. */
async function sendBatch(gateway: WebhookContext, batch: Batch, connections: number): Promise<void> {
  const waiting = [...groupBy(batch.claimed, ({ invoiceId }) => invoiceId).values()].values();
  const worker = () => eachItem(gateway, "webhook", waiting, (queue) => sendQueue(gateway, batch, queue));
  await Promise.all(Array.from({ length: connections }, worker));
}

/**
 * The events of one invoice, in order. One that fails delays those after it for a time, and what waits is
 * due with it again. Afterwards the next one is tried in its place. An event is never sent once a later one
 * may have been taken: it is superseded before that is sent, and queued again only if the later one was
 * refused.
 */
async function sendQueue(gateway: WebhookContext, batch: Batch, queue: readonly Delivery[]): Promise<void> {
  const { persistence, clock } = gateway;
  let passedOver: readonly Delivery[] = [];
  let notBefore = 0;
  for (const [index, delivery] of queue.entries()) {
    if (clock() >= batch.until) batch.end ??= "late";
    const isLeft = batch.end !== undefined && (batch.end !== "silent" || passedOver.length === 0);
    if (isLeft) return leave(persistence, batch, queue.slice(index), notBefore);
    batch.untouched.delete(delivery);
    if (passedOver.length > 0) await persistence.deliveries.passOver(passedOver);
    const { end, state, dueAt, isHolding, isUnsure } = await deliver(gateway, delivery, {
      notBefore,
      passedOver,
    });
    batch.end = end ?? batch.end;
    if (state === "delivered") [passedOver, notBefore] = [[], 0];
    if (state !== "due") continue;
    if (isUnsure) passedOver = [];
    notBefore = dueAt;
    if (isHolding) return leave(persistence, batch, queue.slice(index + 1), notBefore);
    passedOver = [...passedOver, delivery];
  }
}

/** Gives back the rest of a queue: after a failure it waits until that is due again. */
async function leave(
  persistence: Gateway["persistence"],
  { untouched }: Batch,
  rest: readonly Delivery[],
  notBefore: Instant,
): Promise<void> {
  if (notBefore === 0 || rest.length === 0) return; // what is untouched is given back with the batch
  for (const delivery of rest) untouched.delete(delivery);
  await persistence.deliveries.release(rest, notBefore);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}

/** What came of an attempt. */
type Attempted = Readonly<{
  end: "silent" | "recovered" | undefined; // no answer; or a receiver that had failed has accepted
  state: Delivery["state"];
  dueAt: Instant;
  isHolding: boolean; // those after it wait
  isUnsure: boolean; // without an answer it may have been taken
}>;

type Before = Readonly<{ notBefore: Instant; passedOver: readonly Delivery[] }>;

/** One attempt, and the next one `notBefore` if it fails. What was passed over for it is owed again if it is answered with a no. */
async function deliver(
  gateway: WebhookContext,
  delivery: Delivery,
  { notBefore, passedOver }: Before,
): Promise<Attempted> {
  const { persistence, clock } = gateway;
  const webhook = await persistence.webhooks.load(delivery.webhookId);
  if (!webhook?.enabled) {
    const outcome = { reason: "The webhook was removed or switched off." };
    await persistence.deliveries.finish(delivery, { state: "exhausted", dueAt: delivery.dueAt, outcome });
    return { end: undefined, state: "exhausted", dueAt: delivery.dueAt, isHolding: false, isUnsure: false };
  }
  const at = clock();
  const id = delivery.attempts === 0 ? delivery.id : timeOrderedId(at, gateway.random);
  const said = { current: await persistence.events.standingOf(delivery.invoiceId) };
  const outcome = await gateway.webhooks.send({
    url: webhook.url,
    body: attemptBody(delivery, id, said.current),
    id: delivery.originalId,
    timestampSeconds: unixSeconds(at),
    secrets: await secretsFor(gateway.secrets, webhook, delivery.attempts, at),
  });
  const { answer, ...outcomeToKeep } = { answer: undefined, ...outcome };
  const next = planAfter(gateway, delivery, webhook, outcome, notBefore);
  const isUnsure = outcome.kind === "failed";
  await persistence.deliveries.finish(delivery, {
    ...(next.state === "due" && !isUnsure && { takenUp: passedOver }),
    state: next.state,
    dueAt: next.dueAt,
    outcome: outcomeToKeep,
    attempt: {
      id,
      deliveryId: delivery.id,
      webhookId: webhook.id,
      dueAt: delivery.dueAt,
      at,
      request: undefined,
      said,
      answer,
      httpCode: outcome.kind === "answered" ? outcome.status : undefined,
      error: errorOf(outcome),
    },
  });
  const end = await noteHealth(gateway, webhook, outcome);
  const { failingSince = at } = webhook;
  const isHolding = holdsBack(outcome, delivery.attempts + 1, at - failingSince > LONG_DOWN_MS);
  return { ...next, end, isHolding, isUnsure };
}

/** What becomes of a delivery after an attempt. */
function planAfter(
  { clock, random, log }: Pick<Gateway, "clock" | "random" | "log">,
  { id, dueAt, attempts, createdAt }: Delivery,
  { url, automaticRedelivery, retry }: Webhook,
  outcome: WebhookOutcome,
  notBefore: Instant,
): Readonly<{ state: Delivery["state"]; dueAt: Instant }> {
  if (outcome.kind === "answered" && isTaken(outcome.status)) return { state: "delivered", dueAt };
  const tried = { attempts: attempts + 1, since: createdAt, schedule: retry };
  const answer = outcome.kind === "answered" ? outcome : {};
  const next = automaticRedelivery
    ? nextAttemptAt(tried, clock(), randomFraction(random), answer)
    : undefined;
  const state = next === undefined ? "exhausted" : "due";
  log[state === "due" ? "info" : "error"](`webhook.${state}`, { delivery: id, url, answer: outcome });
  return { state, dueAt: next === undefined ? dueAt : Math.max(next, notBefore) };
}

/** The error text of the delivery log for an attempt that was not accepted. */
export function errorOf(outcome: WebhookOutcome): string | undefined {
  if (outcome.kind === "failed") return outcome.reason;
  return isTaken(outcome.status) ? undefined : `The receiver answered with status ${outcome.status}.`;
}

/** Keeps how the receiver is doing, and switches off one that is gone for good or took nothing for five days. */
async function noteHealth(
  { persistence, clock, log }: Pick<Gateway, "clock" | "log" | "persistence">,
  webhook: Webhook,
  outcome: WebhookOutcome,
): Promise<"silent" | "recovered" | undefined> {
  const at = clock();
  const { id, url, failingSince } = webhook;
  if (outcome.kind === "answered" && isTaken(outcome.status)) {
    if (failingSince === undefined) return undefined;
    const wasDown = at >= failingSince + DOWN_AFTER_MS;
    await persistence.webhooks.noteTaking(id, wasDown ? at : undefined);
    return wasDown ? "recovered" : undefined;
  }
  const reason = await reasonToDisable(persistence, webhook, outcome, at);
  if (reason !== undefined) {
    if (await persistence.webhooks.disable(webhook, reason))
      log.error("webhook.disabled", { webhook: id, host: new URL(url).host, reason }); // the rest may hold a key
  } else if (failingSince === undefined) await persistence.webhooks.noteFailing(id, at);
  return outcome.kind === "failed" ? "silent" : undefined;
}

/** Five days count when it was asked often enough in them: a shop without customers is not a receiver that is gone. */
async function reasonToDisable(
  persistence: Gateway["persistence"],
  { id, failingSince }: Webhook,
  outcome: WebhookOutcome,
  at: Instant,
): Promise<string | undefined> {
  if (outcome.kind === "answered" && isGone(outcome.status)) return "The receiver answered 410 Gone.";
  if (failingSince === undefined || at < failingSince + LONGEST_FAILURE_MS) return undefined;
  const latest = await persistence.attempts.of(id, FEWEST_FAILURES);
  if (latest.length < FEWEST_FAILURES || latest.some((attempt) => attempt.at < failingSince))
    return undefined;
  return `For five days nothing was taken. Last: ${errorOf(outcome) ?? ""}`;
}
