import type { Instant } from "../../values/time.ts";

/** What merchants are told, and the store that keeps it. Every method is one commit or one read (persistencePort.ts). */

/** When a failed delivery is tried again; the default is neither (webhookRetry.ts). */
export type RetrySchedule = "greenfield" | "standard";

export type Webhook = Readonly<{
  id: string;
  storeId: string;
  url: string;
  secret: string; // sealed; see secretsPort.ts
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
  originalId: string; // its own id, except for a requested redelivery
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

/**
 * Events, and one delivery for each subscribed webhook: to be written in the commit that they announce
 * (outbox).
 */
export type OutboxEntry<E extends Readonly<{ type: string }> = Readonly<{ type: string }>> = Readonly<{
  at: Instant;
  events: readonly Readonly<{ event: E; body: unknown }>[];
  deliveries: readonly NewDelivery[];
}>;

/**
 * One attempt to deliver. `httpCode` is undefined without an answer. For an event `said` is stored, from
 * which its bytes are rebuilt (webhookMessage.ts); for a test, and for attempts of an older version,
 * `request`; neither once it is pruned.
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
  said?: SentContext | undefined;
  answer: string | undefined; // the beginning of what came back
}>;

/** The context of an attempt beside its event: the invoice's status at that time. */
export type SentContext = Readonly<{ current: Standing | undefined }>;

export type DeliveryResult = Readonly<{
  state: DeliveryState;
  dueAt: Instant;
  outcome: unknown;
  attempt?: Attempt; // none when there was no point in one
  takenUp?: readonly Delivery[]; // passed over for this one, which was not taken either: owed again
}>;

/** The status of an invoice: what a receiver may rely on, regardless of the event that it reads. */
export type Standing = Readonly<{ version: number; status: string; additionalStatus: string }>;

/**
 * An event in the feed: its body, its sequence number in the store, and the present status of its invoice,
 * if it has one.
 */
export type FeedEvent = Readonly<{ sequence: number; body: unknown; current: Standing | undefined }>;

/** An event of a store's log, with what has become of its deliveries. */
export type LoggedEvent = Readonly<{
  sequence: number;
  type: string;
  subjectId: string; // of the invoice, payout or payment request that it is about
  at: Instant;
  deliveries: readonly Pick<Delivery, "webhookId" | "state" | "attempts">[];
}>;

/** Events before a number: of one type, or about one subject. */
export type EventLogFilter = Readonly<{
  before?: number;
  type?: string;
  subjectId?: string;
  limit: number;
}>;

export type EventFilter = Readonly<{ after: number; limit: number; undelivered: boolean }>;

/** Webhooks of the stores. */
export type Webhooks = Readonly<{
  /** With `most` no store gets more of them, however many are made at once: throws GatewayError too_many_webhooks. */
  create(webhook: Webhook, most?: number): Promise<void>;
  of(storeId: string): Promise<readonly Webhook[]>;
  load(id: string): Promise<Webhook | undefined>;
  /** Other settings. Throws ConflictError when its secret or settings are not as they were read. */
  change(before: Webhook, after: Webhook): Promise<void>;
  /** What is still to be delivered to it is given up. */
  delete(id: string): Promise<void>;
  /** Notes since when it takes nothing; what is known stays. */
  noteFailing(webhookId: string, at: Instant): Promise<void>;
  /** Disables it, unless it was changed since it was read, or is disabled already; returns whether it did. */
  disable(webhook: Webhook, reason: string): Promise<boolean>;
  /** Replaces its secret only. Throws ConflictError unless its secret is still the one read. */
  changeSecret(webhook: Webhook, next: Pick<Webhook, "secret" | "formerSecret">): Promise<void>;
  /** It takes events again; what waits for its next attempt is due at `hurryAt`, if that is given. */
  noteTaking(webhookId: string, hurryAt: Instant | undefined): Promise<void>;
}>;

/** The event feed, in the order of its numbers. */
export type Events = Readonly<{
  /** Gives new events their places among those of their stores, at most `limit`; gives how many got one. */
  number(limit: number, at: Instant): Promise<number>;
  list(storeId: string, filter: EventFilter): Promise<readonly FeedEvent[]>;
  /** The events of a store that have a number, the newest first. */
  log(storeId: string, filter: EventLogFilter): Promise<readonly LoggedEvent[]>;
  /** How the invoice of that id stands, or the one that the pull payment of that id refunds. */
  standingOf(subjectId: string): Promise<Standing | undefined>;
  /** Notes that events from before that may be missing from now on. */
  noteRemoval(before: Instant, at: Instant): Promise<void>;
  /**
   * Checks the next `limit` rows with ids above `after` from before that time, and removes those that are
   * finished: events without due deliveries, deliveries without an event, attempts without a delivery.
   * Returns the last id; undefined at the end.
   */
  removeOld(
    what: "events" | "deliveries" | "attempts",
    before: Instant,
    after: string,
    limit: number,
  ): Promise<string | undefined>;
}>;

/** The outbox: which webhook is owed which event. */
export type Deliveries = Readonly<{
  /** The webhooks that something is due to. */
  dueWebhooks(at: Instant): Promise<readonly string[]>;
  /**
   * Claims what is due to a webhook, at most `limit`, in the order of the events, with the failed
   * deliveries of the same invoices. An invoice with a delivery in progress waits.
   */
  claim(webhookId: string, at: Instant, leaseMs: number, limit: number): Promise<readonly Delivery[]>;
  /** Gives back what was claimed and not sent, due at `notBefore` at the earliest. */
  release(deliveries: readonly Delivery[], notBefore?: Instant): Promise<void>;
  /**
   * Stores an attempt and its consequences in one commit: the next claim of the queue finds requeued
   * deliveries before this one. An accepted redelivery ends its original as well.
   */
  finish(delivery: Delivery, result: DeliveryResult): Promise<void>;
  /** Gives up what failed, before a later event of the same invoice is sent. */
  passOver(failed: readonly Delivery[]): Promise<void>;
  load(id: string): Promise<Delivery | undefined>;
  /** The first deliveries of the events of a time (both ends included), oldest first. */
  between(webhookId: string, from: Instant, to: Instant, limit: number): Promise<readonly Delivery[]>;
  /** Owes these once more, each under a new id. */
  redeliver(again: readonly Readonly<{ id: string; delivery: Delivery }>[], at: Instant): Promise<void>;
  /**
   * Makes everything due that a webhook has not taken, also what was given up, but nothing of an invoice of which it has taken
   * a later event; gives how much that is.
   */
  hurryUndelivered(webhookId: string, at: Instant): Promise<number>;
}>;

/** Attempts of deliveries, for the delivery log. */
export type Attempts = Readonly<{
  keep(attempt: Attempt): Promise<void>;
  /** Newest first, without what was sent. */
  of(webhookId: string, limit: number): Promise<readonly Attempt[]>;
  load(id: string): Promise<Attempt | undefined>;
  /** Removes the contents of attempts from before that, at most `limit` of them; returns the number. */
  prune(before: Instant, limit: number): Promise<number>;
}>;
