import { parseDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore, PayoutLimit } from "../stores/merchantStore.ts";
import { findSharing } from "../stores/addressOwner.ts";
import { settlementSpans } from "../stores/settlements.ts";

/** Tells whether every payout that takes two people under `present` takes two under `next`. Amounts in two currencies are not compared. */
export function isAsStrict(present: PayoutLimit | undefined, next: PayoutLimit | undefined): boolean {
  if (!present) return true;
  if (next?.currency !== present.currency) return false;
  const decimals = priceDecimals(present.currency) ?? 0;
  return parseDecimal(next.amount, decimals) <= parseDecimal(present.amount, decimals);
}

/**
 * Chooses the limit of a new store: zero in `currency` where a store of those who make it has a limit, else none. What a person
 * approves alone adds up by store, so a copied limit would be a fresh allowance.
 */
export function limitOfNewStore(
  stores: readonly Pick<MerchantStore, "settings">[],
  currency: string,
): PayoutLimit | undefined {
  const isLimited = stores.some(({ settings }) => settings.payoutLimit !== undefined);
  return isLimited ? { amount: "0", currency } : undefined;
}

/**
 * Finds the limit that holds in a store: its own, else zero where another store at one of its addresses has a limit, unless the
 * address is this store's. Both stores pay from the same wallet, and a copy may have been made before the limit was set.
 */
export async function findLimit(
  gateway: Pick<Gateway, "persistence">,
  store: MerchantStore,
): Promise<PayoutLimit | undefined> {
  const { payoutLimit, defaultCurrency } = store.settings;
  if (payoutLimit) return payoutLimit;
  const isLimited = ({ settings }: MerchantStore) => settings.payoutLimit !== undefined;
  const limited = (await gateway.persistence.stores.list()).filter(isLimited);
  const theirs = new Set(limited.flatMap(listAddresses));
  for (const address of new Set(listAddresses(store)))
    if (theirs.has(address) && (await findSharing(gateway, store, address)) === "other")
      return limitOfNewStore(limited, defaultCurrency);
  return undefined;
}

function listAddresses(store: MerchantStore): readonly string[] {
  return settlementSpans(store).map(({ settlement }) => settlement.recipient.toLowerCase());
}
