import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { outbox } from "../../../src/gateway/usecases/invoices/announce.ts";
import {
  deliverWebhooks,
  type BusyWebhooks,
} from "../../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import type { Webhook } from "../../../src/gateway/ports/outboxPort.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { WebhookMessage, WebhookOutcome } from "../../../src/gateway/ports/webhookPort.ts";
import { ALONE, issued, newInvoice, saved } from "../persistence/storedThings.ts";
import type { EventType } from "../../../src/gateway/domain/invoices/events.ts";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { inMempool } from "../domain/invoices/given.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

export const START = 1_800_000_000_000;

export type Sent = WebhookMessage & Readonly<{ at: number; event: SentEvent }>;
type SentEvent = Readonly<{
  type: EventType;
  invoiceId: string;
  deliveryId: string;
  originalDeliveryId: string;
  isRedelivery: boolean;
  crosstill: Readonly<{ sequence: number; version: number; current: Readonly<{ version: number; status: string }> }>;
}>; // prettier-ignore

export const hook: Webhook = {
  id: "hook", storeId: "store-1", url: "https://shop.example/hook", secret: "secret", enabled: true, automaticRedelivery: true,
  everything: true, specificEvents: [], createdAt: START,
}; // prettier-ignore

/** Receivers, what is announced to them, and a clock that is moved by hand. */
export function webhookWorld(
  answer: (sent: Sent) => WebhookOutcome | Promise<WebhookOutcome>,
  ...hooks: readonly Partial<Webhook>[]
) {
  return webhookWorldOn(createMemoryPersistence(), answer, ...hooks);
}

/** The same over a store that the caller opened. */
export async function webhookWorldOn(
  persistence: Persistence,
  answer: (sent: Sent) => WebhookOutcome | Promise<WebhookOutcome>,
  ...hooks: readonly Partial<Webhook>[]
) {
  const clock = { now: START };
  const sent: Sent[] = [];
  for (const change of hooks.length > 0 ? hooks : [{}]) await persistence.webhooks.create({ ...hook, ...change });
  const gateway = {
    ...{ clock: () => clock.now, log: silentLog, persistence, secrets: createSecrets(new Uint8Array(32)) },
    random: randomBytes(),
    webhooks: {
      async send(message: WebhookMessage) {
        const one = { ...message, at: clock.now, event: JSON.parse(message.body) as SentEvent };
        sent.push(one);
        return answer(one);
      },
    },
  } as unknown as Gateway; // all that it uses
  const run = (busy: BusyWebhooks = new Set()) => deliverWebhooks(gateway, busy);
  /** Issues an invoice and announces this of it. */
  const announce = async (id: string, ...types: readonly EventType[]) => {
    const invoice = newInvoice(id);
    const told = await outbox(gateway, invoice, (types.length > 0 ? types : ["InvoiceCreated" as const]).map((type) => ({ type })));
    return issued(persistence, invoice, { ...ALONE, ...told });
  };
  return {
    ...{ gateway, clock, persistence, sent, run, announce },
    /** What the receiver of a URL was sent, as "<invoice> <type>". */
    heard: (url = hook.url) => sent.filter((one) => one.url === url).map(({ event }) => `${event.invoiceId} ${event.type}`),
    /** Announces more of an invoice, which is paid by then. */
    async tellMore(invoice: Invoice, ...types: readonly EventType[]) {
      const decision = decide(invoice, inMempool({ outpoint: `${invoice.id}:${invoice.version}` }));
      const told = await outbox(gateway, decision.invoice, types.map((type) => ({ type })));
      await persistence.invoices.save(invoice, decision, { ...ALONE, ...told });
      return decision.invoice;
    },
    /** Shows the invoice's payment, without announcing it. */
    pay: async (invoice: Awaited<ReturnType<typeof announce>>) => saved(persistence, invoice, inMempool({ outpoint: `${invoice.id}:0` })),
    /** Runs the job once a minute (or as told) for as long as told. */
    async pass(ms: number, every = MINUTE_MS) {
      for (const end = clock.now + ms; clock.now < end;) {
        clock.now += every;
        await run();
      }
    },
  };
} // prettier-ignore

/** Different bytes at each call; the four of a jitter are in the middle: none. */
function randomBytes() {
  let calls = 0;
  return (length: number) => {
    const bytes = new Uint8Array(length).fill(128);
    const count = calls++;
    if (length > 4) bytes.set([count % 58, Math.floor(count / 58) % 58, Math.floor(count / 58 / 58)]);
    return bytes;
  };
}

export const taken = (): WebhookOutcome => ({ kind: "answered", status: 200, answer: "thanks" });
export const down = (): WebhookOutcome => ({ kind: "failed", reason: "connection refused" });
export const refusing = (status: number, retryAfter?: number): WebhookOutcome => ({
  ...{ kind: "answered", status },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
