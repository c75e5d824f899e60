import { BITCOIN_CHAIN_ID, BTC_CURRENCY, isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { DAY_MS } from "../../../values/time.ts";
import { settlementsBetween } from "../stores/settlements.ts";
import { pages } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";

/** Where money is awaited: one currency at one address of one chain, as "<chain id>:<currency>:<recipient>". */
export type Place = string;

/** The place where a settlement arrives; undefined for a native coin, whose transfers are in no log. */
export function settlementPlace({
  chainId,
  currency,
  recipient,
}: Pick<Settlement, "chainId" | "currency" | "recipient">): Place | undefined {
  if (isCurrencyIdentifier(currency)) return undefined;
  return `${chainId}:${currency.toLowerCase()}:${recipient.toLowerCase()}`;
}

/** Where a refund on Bitcoin arrives. Its addresses are kept as they are: some forms are case-sensitive. */
export function refundPlace(address: string): Place {
  return `${BITCOIN_CHAIN_ID}:${BTC_CURRENCY}:${address}`;
}

export type WatchedPlaces = Readonly<{
  settlements: readonly Settlement[];
  refundAddresses: readonly string[];
}>;

/** How long a store's former settlement address is watched: invoices from before the change may be paid there. */
export const FORMER_WATCHED_MS = 30 * DAY_MS;

/** Where stores are paid and refunded now or were lately, and where open invoices still expect payment. */
export async function watchedPlaces(gateway: Pick<Gateway, "clock" | "persistence">): Promise<WatchedPlaces> {
  const now = gateway.clock();
  const settlements = new Map<Place, Settlement>();
  const refunds = new Set<string>();
  const keep = (settlement: Settlement) => {
    const place = settlementPlace(settlement);
    if (place !== undefined) settlements.set(place, settlement);
  };
  for (const { settings } of await gateway.persistence.stores.list()) {
    for (const one of settlementsBetween(settings, now - FORMER_WATCHED_MS, now + 1)) keep(one);
    const refundTo = settings.refunds[String(BITCOIN_CHAIN_ID)];
    if (refundTo !== undefined) refunds.add(refundTo);
  }
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    for (const { terms, facts } of page) {
      keep(terms.settlement);
      for (const { chainId, refundTo } of facts.offers)
        if (chainId === BITCOIN_CHAIN_ID) refunds.add(refundTo);
    }
  }
  return { settlements: [...settlements.values()], refundAddresses: [...refunds] };
}
