import { timeOrderedId } from "../ids.ts";
import type { PaymentRequest } from "../invoices/paymentRequest.ts";
import { unixSeconds } from "../time.ts";
import type { PaymentRequestEvent, Told } from "./paymentRequestPort.ts";
import type { Gateway } from "./ports.ts";
import type { NewDelivery, Webhook } from "./outboxPort.ts";

/**
 * The events of a change of a payment request (merchant API, section b), and one delivery for each webhook that wants it: to be
 * written in the same commit as the change.
 */
export async function tellOf(
  { clock, random, store }: Pick<Gateway, "clock" | "random" | "store">,
  request: PaymentRequest,
  types: readonly PaymentRequestEvent[],
): Promise<Told> {
  const at = clock();
  const { id: paymentRequestId, storeId, status } = request;
  const webhooks = await store.webhooksOf(storeId);
  const events = types.map((type) => ({
    event: { type },
    body: { type, timestamp: unixSeconds(at), storeId, paymentRequestId, status },
  }));
  const deliveries = events.flatMap(({ event, body }, ordinal) =>
    webhooks
      .filter((webhook) => wants(webhook, event.type))
      .map(({ id: webhookId }): NewDelivery => {
        const id = timeOrderedId(at, random);
        const envelope = { deliveryId: id, webhookId, originalDeliveryId: id, isRedelivery: false };
        return { id, webhookId, ordinal, body: JSON.stringify({ ...envelope, ...body }) };
      }),
  );
  return { at, events, deliveries };
}

function wants({ enabled, everything, specificEvents }: Webhook, type: PaymentRequestEvent): boolean {
  return enabled && (everything || specificEvents.includes(type));
}
