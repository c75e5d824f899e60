import type { Delivery, Standing } from "../../ports/outboxPort.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an event said about an invoice, with its place among the store's events and how the invoice stands now. */
export function told(body: Fields, sequence: number, current: Standing | undefined): Fields {
  const crosstill = body["crosstill"] as Fields | undefined; // every body has it (announce.ts)
  return { ...body, crosstill: { sequence, ...crosstill, current: current ?? null } };
}

/**
 * The bytes of one attempt. The event's own words stay as they were written with it; the ids say which attempt this is, and
 * `crosstill.current` how the invoice stands as it is sent, so that an event that comes late misleads nobody. The delivery log
 * makes the bytes of former attempts with it too: whoever changes a byte here must keep the former words for former attempts.
 */
export function attemptBody(delivery: Delivery, attemptId: string, current: Standing | undefined): string {
  return JSON.stringify({
    deliveryId: attemptId,
    webhookId: delivery.webhookId,
    originalDeliveryId: delivery.originalId,
    isRedelivery: attemptId !== delivery.originalId,
    ...told(delivery.body, delivery.sequence, current),
  });
}

/** What a delivery is to say that was not sent yet. */
export function unsentBody({ originalId, webhookId, body }: Delivery): string {
  const envelope = { deliveryId: originalId, webhookId, originalDeliveryId: originalId, isRedelivery: false };
  return JSON.stringify({ ...envelope, ...body });
}
