import type { Instant } from "../../values/time.ts";

/** What merchants are told, and the store that keeps it. Every method is one commit or one read (storePort.ts). */

/** When a failed delivery is tried again; the default is neither (webhookRetry.ts). */
export type RetrySchedule = "greenfield" | "standard";

export type Webhook = Readonly<{
  id: string;
  storeId: string;
  url: string;
  secret: string; // sealed; see Secrets in ports.ts
  formerSecret?: Readonly<{ secret: string; until: Instant }> | undefined; // after a rotation both sign until then
  enabled: boolean;
  automaticRedelivery: boolean;
  retry?: RetrySchedule | undefined;
  everything: boolean;
  specificEvents: readonly string[];
  createdAt: Instant;
  changedAt?: Instant | undefined; // its settings, for the last time
  failingSince?: Instant | undefined; // the first failure since it last took something
  disabledReason?: string | undefined; // why the gateway has switched it off
}>;

/** What a webhook is owed: one event, once. */
export type Delivery = Readonly<{
  id: string;
  originalId: string; // its own, except for a redelivery that somebody asked for
  webhookId: string;
  storeId: string;
  invoiceId: string;
  eventId: string;
  sequence: number; // of its event
  body: Readonly<Record<string, unknown>>; // of its event
  state: DeliveryState;
  attempts: number;
  dueAt: Instant;
  createdAt: Instant;
}>;

export type DeliveryState = "due" | "delivered" | "exhausted";

/** What a webhook is to be owed: due, unless it is given up from the start because the gateway has switched it off. */
export type NewDelivery = Readonly<{
  id: string;
  webhookId: string;
  ordinal: number;
  state?: "exhausted" | undefined;
}>;

/** Events, and one delivery for each webhook that wants one: to be written in the same commit as what they tell of. */
export type Told<E extends Readonly<{ type: string }> = Readonly<{ type: string }>> = Readonly<{
  at: Instant;
  events: readonly Readonly<{ event: E; body: unknown }>[];
  deliveries: readonly NewDelivery[];
}>;

/**
 * One attempt to deliver. `httpCode` is undefined when nobody answered. Of an event `said` is kept, from which its bytes are made
 * again (webhookMessage.ts); of a test, and of what an older version sent, `request`; neither once it is older than is kept.
 */
export type Attempt = Readonly<{
  id: string;
  deliveryId: string;
  webhookId: string;
  dueAt: Instant;
  at: Instant;
  httpCode: number | undefined;
  error: string | undefined;
  request: string | undefined; // the very bytes
  said?: Said | undefined;
  answer: string | undefined; // the beginning of what came back
}>;

/** What an attempt said beside its event: how the invoice stood. */
export type Said = Readonly<{ current: Standing | undefined }>;

export type DeliveryResult = Readonly<{
  state: DeliveryState;
  dueAt: Instant;
  outcome: unknown;
  attempt?: Attempt; // none when there was no point in one
  takenUp?: readonly Delivery[]; // passed over for this one, which was not taken either: owed again
}>;

/** How an invoice stands: what a receiver may rely on, whatever the event says that it reads. */
export type Standing = Readonly<{ version: number; status: string; additionalStatus: string }>;

/** An event as the feed shows it: what it said, its place in the store's order, and how its invoice, if it is about one, stands now. */
export type ToldEvent = Readonly<{ sequence: number; body: unknown; current: Standing | undefined }>;

export type EventFilter = Readonly<{ after: number; limit: number; undelivered: boolean }>;

export type Outbox = Readonly<{
  /** With `most` no store gets more of them, however many are made at once: throws GatewayError too_many_webhooks. */
  createWebhook(webhook: Webhook, most?: number): Promise<void>;
  webhooksOf(storeId: string): Promise<readonly Webhook[]>;
  loadWebhook(id: string): Promise<Webhook | undefined>;
  /** Other settings. Throws ConflictError when its secret or settings are not as they were read. */
  changeWebhook(before: Webhook, after: Webhook): Promise<void>;
  /** What is still to be delivered to it is given up. */
  deleteWebhook(id: string): Promise<void>;
  /** Notes since when it takes nothing; what is known stays. */
  noteFailing(webhookId: string, at: Instant): Promise<void>;
  /** Switches it off, unless somebody has changed it since it was read, or was quicker; gives whether it did. */
  disableWebhook(webhook: Webhook, reason: string): Promise<boolean>;
  /** Gives it another secret and leaves all else as it is. Throws ConflictError unless its secret is still the one read. */
  changeSecret(webhook: Webhook, next: Pick<Webhook, "secret" | "formerSecret">): Promise<void>;
  /** It takes events again; what waits for its next attempt is due at `hurryAt`, if that is given. */
  noteTaking(webhookId: string, hurryAt: Instant | undefined): Promise<void>;

  /** Gives new events their places among those of their stores, at most `limit`; gives how many got one. */
  numberEvents(limit: number, at: Instant): Promise<number>;
  eventsOf(storeId: string, filter: EventFilter): Promise<readonly ToldEvent[]>;
  /** How the invoice of that id stands, or the one that the pull payment of that id refunds. */
  standingOf(subjectId: string): Promise<Standing | undefined>;

  /** The webhooks that something is due to. */
  dueWebhooks(at: Instant): Promise<readonly string[]>;
  /**
   * Claims what is due to a webhook, at most `limit`, in the order of the events, and with it what failed before of the
   * same invoices. An invoice of which somebody sends something now waits.
   */
  claimDeliveries(
    webhookId: string,
    at: Instant,
    leaseMs: number,
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** Gives back what was claimed and not sent, due at `notBefore` at the earliest. */
  releaseDeliveries(deliveries: readonly Delivery[], notBefore?: Instant): Promise<void>;
  /**
   * Keeps an attempt and what follows from it, all at once: whoever claims the queue next finds what is owed again before this
   * one. A redelivery that was taken ends its original as well.
   */
  finishDelivery(delivery: Delivery, result: DeliveryResult): Promise<void>;
  /** Gives up what failed, before a later event of the same invoice is sent. */
  passOver(failed: readonly Delivery[]): Promise<void>;
  loadDelivery(id: string): Promise<Delivery | undefined>;
  /** The first deliveries of the events of a time (both ends included), oldest first. */
  deliveriesBetween(
    webhookId: string,
    from: Instant,
    to: Instant,
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** Owes these once more, each under a new id. */
  redeliver(again: readonly Readonly<{ id: string; delivery: Delivery }>[], at: Instant): Promise<void>;
  /**
   * Makes everything due that a webhook has not taken, also what was given up, but nothing of an invoice of which it has taken
   * a later event; gives how much that is.
   */
  hurryUndelivered(webhookId: string, at: Instant): Promise<number>;

  keepAttempt(attempt: Attempt): Promise<void>;
  /** Newest first, without what was sent. */
  attemptsOf(webhookId: string, limit: number): Promise<readonly Attempt[]>;
  loadAttempt(id: string): Promise<Attempt | undefined>;
  /** Forgets what attempts from before that said and were answered, at most `limit` of them; gives how many. */
  pruneAttempts(before: Instant, limit: number): Promise<number>;
  /** Notes that events from before that may be missing from now on. */
  noteRemoval(before: Instant, at: Instant): Promise<void>;
  /**
   * Looks at the next `limit` rows whose ids are above `after` and from before that time, and removes those that have ended: events of
   * which nothing is due, deliveries without an event, attempts without a delivery. Gives the last id; undefined at the end.
   */
  removeOld(
    what: "events" | "deliveries" | "attempts",
    before: Instant,
    after: string,
    limit: number,
  ): Promise<string | undefined>;
}>;
