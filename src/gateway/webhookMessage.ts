import type { Delivery, Standing } from "./outboxPort.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an event said about an invoice, with its place among the store's events and how the invoice stands now. */
export function told(body: Fields, sequence: number, current: Standing | undefined): Fields {
  const crosstill = body["crosstill"] as Fields | undefined; // every body has it (announce.ts)
  return { ...body, crosstill: { sequence, ...crosstill, current: current ?? null } };
}

/**
 * The bytes of one attempt. The event's own words stay as they were written with it; the ids say which attempt this is, and
 * `crosstill.current` how the invoice stands as it is sent, so that an event that comes late misleads nobody.
 */
export function attemptBody(delivery: Delivery, attemptId: string, current: Standing | undefined): string {
  const { deliveryId: _first, webhookId, ...event } = JSON.parse(delivery.body) as Fields;
  const { originalDeliveryId: _same, isRedelivery: _never, ...body } = event;
  return JSON.stringify({
    deliveryId: attemptId,
    webhookId,
    originalDeliveryId: delivery.originalId,
    isRedelivery: attemptId !== delivery.originalId,
    ...told(body, delivery.sequence, current),
  });
}
