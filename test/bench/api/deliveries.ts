import {
  deliverWebhooks,
  type BusyWebhooks,
} from "../../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import { outbox } from "../../../src/gateway/usecases/invoices/announce.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { timeOrderedId } from "../../../src/values/ids.ts";
import { NO_FACTS, type Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { anInvoice } from "../../gateway/domain/invoices/given.ts";
import { percentile, type Load } from "../measure.ts";
import type { Shop } from "./shop.ts";

const AT_ONCE = 500;

/** Issues invoices without prices, each with its first event, straight into the store. */
export async function announceMany({ app: { gateway }, merchant }: Shop, count: number): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, left) }, () => announceOne(gateway, merchant.id));
    await Promise.all(some);
  }
}

async function announceOne(gateway: Gateway, storeId: string): Promise<void> {
  const createdAt = gateway.clock();
  const times = { createdAt, expiresAt: createdAt + 15 * MINUTE_MS, monitoringUntil: createdAt + 60 * MINUTE_MS };
  const id = timeOrderedId(createdAt, gateway.random);
  const invoice: Invoice = { ...anInvoice(times), id, storeId, facts: NO_FACTS };
  await gateway.persistence.invoices.issue(invoice, await outbox(gateway, invoice, [{ type: "InvoiceCreated" }]));
} // prettier-ignore

/** When a delivery was taken and written down, counted from something. */
export type Delivered = Readonly<{ webhookId: string; sentFor: number; dueFor: number }>;

/** The gateway, telling of every delivery that was taken: how long it was being sent, and how long ago its event came, in ms. */
export function watched(gateway: Gateway, onDelivered: (delivered: Delivered) => void): Gateway {
  const began = new Map<string, number>();
  return {
    ...gateway,
    webhooks: {
      send(message) {
        began.set(message.id, performance.now());
        return gateway.webhooks.send(message);
      },
    },
    persistence: {
      ...gateway.persistence,
      deliveries: {
        ...gateway.persistence.deliveries,
        async finish(delivery, result) {
          await gateway.persistence.deliveries.finish(delivery, result);
          const sentFor = performance.now() - (began.get(delivery.originalId) ?? 0);
          began.delete(delivery.originalId);
          const dueFor = gateway.clock() - delivery.createdAt;
          if (result.state === "delivered") onDelivered({ webhookId: delivery.webhookId, sentFor, dueFor });
        },
      },
    },
  };
}

/** Runs the job until these webhooks have taken so many deliveries in all. */
export async function deliver(shop: Shop, webhookIds: readonly string[], count: number): Promise<Load> {
  const wanted = new Set(webhookIds);
  const took: number[] = [];
  const busy: BusyWebhooks = new Set();
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const gateway = watched(shop.app.gateway, ({ webhookId, sentFor }) => {
      if (wanted.has(webhookId)) took.push(sentFor);
      if (took.length === count) resolve();
    });
    const run = async (): Promise<void> => {
      while (took.length < count) {
        await deliverWebhooks(gateway, busy);
        await new Promise((next) => setImmediate(next)); // answers are read in between
      }
    };
    run().catch(reject);
  });
  return { perSecond: (count * 1_000) / (performance.now() - began), p99: percentile(took, 0.99) };
}
