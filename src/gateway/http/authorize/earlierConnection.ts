import type { ApiKey } from "../../ports/accessPort.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { AuthorizeRequest } from "./authorizeRequest.ts";

/** What an earlier approval of the same application has left in a store. */
export type EarlierConnection = Readonly<{ keys: readonly ApiKey[]; webhooks: readonly Webhook[] }>;

/**
 * Finds the keys of the store that were sent to the same origin for the same shop, and the webhooks to that origin. Webhooks
 * are left out where the plugin would not make a new one.
 */
export async function findEarlierConnection(
  { persistence }: Readonly<{ persistence: Pick<Persistence, "keys" | "webhooks"> }>,
  { shop, applicationName, redirect }: AuthorizeRequest,
  storeId: string,
): Promise<EarlierConnection> {
  if (!redirect) return { keys: [], webhooks: [] };
  const sent = await persistence.keys.listSentTo(storeId, redirect.origin);
  const keys = sent.filter((key) =>
    shop ? key.shop === shop.id : key.shop === undefined && key.label === applicationName,
  );
  const makesWebhooks = shop && !shop.keepsWebhook;
  const webhooks = makesWebhooks ? await persistence.webhooks.of(storeId) : [];
  return { keys, webhooks: webhooks.filter(({ url }) => new URL(url).origin === redirect.origin) };
}
