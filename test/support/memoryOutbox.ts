import { ConflictError } from "../../src/database/driver.ts";
import { tooManyWebhooks } from "../../src/gateway/errors.ts";
import type {
  Attempt,
  Attempts,
  Deliveries,
  Delivery,
  Events,
  OutboxEntry,
  Webhook,
  Webhooks,
} from "../../src/gateway/ports/outboxPort.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { Instant } from "../../src/values/time.ts";

type Kept = { delivery: Delivery; leaseUntil: number };
type KeptEvent = {
  id: string;
  storeId: string;
  invoiceId: string;
  body: unknown;
  sequence: number | undefined;
};

/** What the memory store keeps of what merchants are told. */
export function emptyOutbox() {
  return {
    webhooks: new Map<string, Webhook>(),
    events: new Map<string, KeptEvent>(), // in the order of their commits
    unnumbered: [] as KeptEvent[],
    numbers: new Map<string, number>(), // the last one of each store
    deliveries: new Map<string, Kept>(),
    attempts: new Map<string, Attempt>(),
  };
}
type Tables = ReturnType<typeof emptyOutbox>;

/** Writes the events of a decision and what is owed for them. */
export function announceIn(
  tables: Tables,
  { id: invoiceId, storeId, version }: Pick<Invoice, "id" | "storeId" | "version">,
  extras: OutboxEntry,
): void {
  const { at, events, deliveries } = extras;
  const eventId = (ordinal: number) => `${invoiceId}-${version}-${ordinal}`;
  for (const [ordinal, { body }] of events.entries()) {
    const event = { id: eventId(ordinal), storeId, invoiceId, body, sequence: undefined };
    tables.events.set(event.id, event);
    tables.unnumbered.push(event);
  }
  for (const { id, webhookId, ordinal, state = "due" as const } of deliveries) {
    const body = events[ordinal]?.body as Delivery["body"];
    const fixed = { id, originalId: id, webhookId, storeId, invoiceId, eventId: eventId(ordinal), body };
    const delivery = { ...fixed, sequence: 0, state, attempts: 0, dueAt: at, createdAt: at };
    tables.deliveries.set(id, { delivery, leaseUntil: 0 });
  }
} // prettier-ignore

/** The part of the store port that tells merchants, over maps. */
export function memoryOutbox(
  tables: Tables,
  invoiceOf: (id: string) => Invoice | undefined,
): Pick<Persistence, "webhooks" | "events" | "deliveries" | "attempts"> {
  return {
    webhooks: webhooks(tables),
    events: events(tables, invoiceOf),
    deliveries: deliveries(tables),
    attempts: attempts(tables),
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : Number(a.id > b.id));

function webhooks({ webhooks, deliveries }: Tables) {
  const change = (id: string, next: (webhook: Webhook) => Webhook) => {
    const webhook = webhooks.get(id);
    if (webhook) webhooks.set(id, next(webhook));
  };
  return {
    async create(webhook, most = Infinity) {
      const known = [...webhooks.values()].filter(({ storeId }) => storeId === webhook.storeId);
      if (known.length >= most) throw tooManyWebhooks(most);
      webhooks.set(webhook.id, webhook);
    },
    of: async (storeId) =>
      [...webhooks.values()].filter((one) => one.storeId === storeId).toSorted(byId),
    load: async (id) => webhooks.get(id),
    async change(before, after) {
      const now = webhooks.get(before.id);
      const isAsRead = now?.secret === before.secret && now.changedAt === before.changedAt;
      if (!isAsRead) throw new ConflictError("It was changed.");
      webhooks.set(after.id, after);
    },
    delete: async (id) => void webhooks.delete(id),
    noteFailing: async (id, at) => change(id, (one) => ({ ...one, failingSince: one.failingSince ?? at })),
    async disable({ id, url, changedAt }, disabledReason) {
      const now = webhooks.get(id);
      if (!now?.enabled || now.url !== url || now.changedAt !== changedAt) return false;
      webhooks.set(id, { ...now, enabled: false, disabledReason });
      return true;
    },
    async changeSecret({ id, secret }, next) {
      if (webhooks.get(id)?.secret !== secret) throw new ConflictError("Its secret was changed.");
      change(id, (one) => ({ ...one, ...next }));
    },
    async noteTaking(id, hurryAt) {
      change(id, ({ failingSince: _over, ...one }) => one);
      if (hurryAt === undefined) return;
      for (const kept of deliveries.values())
        if (kept.delivery.webhookId === id && kept.delivery.state === "due" && kept.delivery.dueAt > hurryAt) kept.delivery = { ...kept.delivery, dueAt: hurryAt };
    },
  } satisfies Webhooks;
} // prettier-ignore

function events({ events, unnumbered, numbers, deliveries }: Tables, invoiceOf: (id: string) => Invoice | undefined) {
  const standing = (invoiceId: string) => {
    const invoice = invoiceOf(invoiceId);
    return invoice && { version: invoice.version, status: invoice.state, additionalStatus: invoice.additional };
  };
  const isUndelivered = (event: KeptEvent) =>
    [...deliveries.values()].some(
      ({ delivery: one }) => one.eventId === event.id && one.originalId === one.id && one.state !== "delivered",
    );
  return {
    async number(limit) {
      const fresh = unnumbered.splice(0, limit);
      for (const event of fresh) {
        event.sequence = (numbers.get(event.storeId) ?? 0) + 1;
        numbers.set(event.storeId, event.sequence);
      }
      return fresh.length;
    },
    standingOf: async (invoiceId) => standing(invoiceId),
    noteRemoval: async () => {},
    removeOld: async () => undefined,
    async list(storeId, { after, limit, undelivered }) {
      return [...events.values()]
        .filter((event) => event.storeId === storeId && (event.sequence ?? 0) > after && (!undelivered || isUndelivered(event)))
        .slice(0, limit)
        .map(({ invoiceId, body, sequence = 0 }) => ({ sequence, body, current: standing(invoiceId) }));
    },
    log: async (storeId, { before = Infinity, type, subjectId, limit }) =>
      [...events.values()]
        .filter((event) => event.storeId === storeId && (event.sequence ?? Infinity) < before)
        .map(({ id, invoiceId, body, sequence = 0 }) => {
          const said = body as Readonly<{ type: string; timestamp: number }>;
          const sent = [...deliveries.values()].map(({ delivery }) => delivery).filter((one) => one.eventId === id);
          return { sequence, type: said.type, subjectId: invoiceId, at: said.timestamp * 1_000, deliveries: sent };
        })
        .filter((event) => (type === undefined || event.type === type) && (subjectId === undefined || event.subjectId === subjectId))
        .toSorted((a, b) => b.sequence - a.sequence)
        .slice(0, limit),
  } satisfies Events;
} // prettier-ignore

function deliveries({ deliveries, events, attempts }: Tables) {
  const all = () => [...deliveries.values()];
  const isDue = (at: Instant) => ({ delivery }: Kept) => delivery.state === "due" && delivery.dueAt <= at;
  const numbered = (delivery: Delivery): Delivery => ({ ...delivery, sequence: events.get(delivery.eventId)?.sequence ?? 0 });
  const numberOf = ({ delivery }: Kept) => numbered(delivery).sequence;
  const isSameQueue = (a: Kept, b: Kept) => a.delivery.webhookId === b.delivery.webhookId && a.delivery.invoiceId === b.delivery.invoiceId;
  const isTakenLater = (one: Kept) => all().some((other) => other.delivery.state === "delivered" && isSameQueue(one, other) && numberOf(other) > numberOf(one));
  const move = (list: readonly Delivery[], from: string, state: Delivery["state"]) => {
    for (const { id } of list) {
      const kept = deliveries.get(id);
      if (kept?.delivery.state === from) kept.delivery = { ...kept.delivery, state };
    }
  };
  return {
    dueWebhooks: async (at) => [...new Set(all().filter(isDue(at)).filter(({ leaseUntil }) => leaseUntil <= at).map(({ delivery }) => delivery.webhookId))],
    async claim(webhookId, at, leaseMs, limit) {
      const order = (a: Kept, b: Kept) => numberOf(a) - numberOf(b) || byId(a.delivery, b.delivery);
      const owed = all().filter(({ delivery }) => delivery.webhookId === webhookId && delivery.state === "due").toSorted(order);
      const sending = new Set(owed.filter((one) => one.leaseUntil > at).map(({ delivery }) => delivery.invoiceId));
      const due = owed.filter(isDue(at)).filter((one) => one.leaseUntil <= at && numberOf(one) > 0).slice(0, limit);
      const last = new Map(due.map((one) => [one.delivery.invoiceId, numberOf(one)]));
      const free = owed
        .filter((one) => !sending.has(one.delivery.invoiceId) && numberOf(one) > 0 && numberOf(one) <= (last.get(one.delivery.invoiceId) ?? 0));
      for (const one of free) one.leaseUntil = at + leaseMs;
      return free.map(({ delivery }) => numbered(delivery));
    },
    async release(list, notBefore = 0) {
      for (const { id } of list) {
        const kept = deliveries.get(id);
        if (kept) Object.assign(kept, { leaseUntil: 0, delivery: { ...kept.delivery, dueAt: Math.max(kept.delivery.dueAt, notBefore) } });
      }
    },
    async finish({ id, attempts: tried, originalId }, { state, dueAt, attempt, takenUp = [] }) {
      const kept = deliveries.get(id);
      if (kept?.delivery.attempts !== tried || kept.delivery.state !== "due") throw new ConflictError("Another attempt has ended before.");
      Object.assign(kept, { delivery: { ...kept.delivery, attempts: tried + 1, dueAt, state }, leaseUntil: 0 });
      if (attempt) attempts.set(attempt.id, attempt);
      move(takenUp, "exhausted", "due");
      const original = deliveries.get(originalId);
      if (original && state === "delivered") original.delivery = { ...original.delivery, state };
    },
    passOver: async (list) => move(list, "due", "exhausted"),
    async load(id) {
      const kept = deliveries.get(id);
      return kept && numbered(kept.delivery);
    },
    between: async (webhookId, from, to, limit) =>
      all()
        .map(({ delivery }) => numbered(delivery))
        .filter((one) => one.webhookId === webhookId && one.originalId === one.id && one.createdAt >= from && one.createdAt <= to)
        .filter(({ id }) => !all().some(({ delivery }) => delivery.id !== id && delivery.originalId === id && delivery.state === "due"))
        .toSorted((a, b) => a.createdAt - b.createdAt || a.sequence - b.sequence)
        .slice(0, limit),
    async redeliver(again, at) {
      for (const { id, delivery } of again)
        deliveries.set(id, { delivery: { ...delivery, id, state: "due", attempts: 0, dueAt: at, createdAt: at }, leaseUntil: 0 });
    },
    async hurryUndelivered(webhookId, at) {
      const missing = all().filter(({ delivery: one }) => one.webhookId === webhookId && one.originalId === one.id && one.state !== "delivered").filter((one) => !isTakenLater(one));
      for (const kept of missing) kept.delivery = { ...kept.delivery, state: "due", dueAt: Math.min(at, kept.delivery.dueAt) };
      return missing.length;
    },
  } satisfies Deliveries;
} // prettier-ignore

function attempts({ attempts }: Tables) {
  const newestFirst = (a: Attempt, b: Attempt) => b.at - a.at || byId(b, a);
  return {
    keep: async (attempt) => void attempts.set(attempt.id, attempt),
    of: async (webhookId, limit) => [...attempts.values()].filter((one) => one.webhookId === webhookId).toSorted(newestFirst).slice(0, limit).map((one) => ({ ...one, request: undefined })),
    load: async (id) => attempts.get(id),
    async prune(before, limit) {
      const old = [...attempts.values()].filter(({ at, request, said }) => at < before && (request ?? said) !== undefined).slice(0, limit);
      for (const one of old) attempts.set(one.id, { ...one, request: undefined, said: undefined, answer: undefined });
      return old.length;
    },
  } satisfies Attempts;
} // prettier-ignore
