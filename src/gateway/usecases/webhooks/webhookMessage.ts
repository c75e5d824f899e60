import type { Delivery, Standing } from "../../ports/outboxPort.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * An event's message about an invoice, with its sequence number in the store and the invoice's present
 * status.
 */
export function eventMessage(body: Fields, sequence: number, current: Standing | undefined): Fields {
  const crosstill = body["crosstill"] as Fields | undefined; // every body has it (announce.ts)
  return { ...body, crosstill: { sequence, ...crosstill, current: current ?? null } };
}

/**
 * The bytes of one attempt. The event's body stays as it was written; the ids identify the attempt, and
 * `crosstill.current` is the invoice's status at sending, so that a late event misleads no receiver. The
 * delivery log rebuilds the bytes of former attempts with it too: a change here must keep the old format
 * for former attempts.
 */
export function attemptBody(delivery: Delivery, attemptId: string, current: Standing | undefined): string {
  return JSON.stringify({
    deliveryId: attemptId,
    webhookId: delivery.webhookId,
    originalDeliveryId: delivery.originalId,
    isRedelivery: attemptId !== delivery.originalId,
    ...eventMessage(delivery.body, delivery.sequence, current),
  });
}

/** The message of a delivery that was not sent yet. */
export function unsentBody({ originalId, webhookId, body }: Delivery): string {
  const envelope = { deliveryId: originalId, webhookId, originalDeliveryId: originalId, isRedelivery: false };
  return JSON.stringify({ ...envelope, ...body });
}
