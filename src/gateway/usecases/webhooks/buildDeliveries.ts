import { timeOrderedId } from "../../../values/ids.ts";
import { isOwnEvent } from "../../domain/invoices/events.ts";
import type { Instant } from "../../../values/time.ts";
import type { NewDelivery, OutboxEntry, Webhook } from "../../ports/outboxPort.ts";
import type { Gateway } from "../gateway.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Builds the deliveries of events to a store's webhooks. A body has no ids yet: every delivery gets its
 * own.
 */
export async function buildDeliveries<E extends Readonly<{ type: string }>>(
  { random, persistence }: Pick<Gateway, "random" | "persistence">,
  storeId: string,
  at: Instant,
  events: readonly Readonly<{ event: E; body: Fields }>[],
): Promise<OutboxEntry<E>> {
  const webhooks = events.length > 0 ? await persistence.webhooks.of(storeId) : [];
  const deliveries = events.flatMap(({ event }, ordinal) =>
    webhooks
      .filter((webhook) => wants(webhook, event.type))
      .map(({ id: webhookId, enabled }): NewDelivery => {
        const owed = { id: timeOrderedId(at, random), webhookId, ordinal };
        return enabled ? owed : { ...owed, state: "exhausted" };
      }),
  );
  return { at, events, deliveries };
}

/**
 * Our own event types go only to webhooks that list them: shop plugins do not know them. One that the gateway has switched
 * off is still owed what happens, to be sent when it is mended; one that its owner has switched off is not.
 */
function wants({ enabled, disabledReason, everything, specificEvents }: Webhook, type: string): boolean {
  if (!enabled && disabledReason === undefined) return false;
  return specificEvents.includes(type) || (everything && !isOwnEvent(type));
}
