import { priceDecimals } from "../../../values/currency.ts";
import type { Gateway } from "../gateway.ts";
import { dueFor } from "../pricing/priceTerms.ts";
import type { StoreSettings } from "./merchantStore.ts";

/**
 * Throws GatewayError rate_unavailable where no invoice can be priced in a store's currency now, so that this is said when the
 * store is set up, and not to a customer.
 */
export async function requirePriceRate(
  { rates }: Pick<Gateway, "rates">,
  { defaultCurrency: currency, settlement }: Pick<StoreSettings, "defaultCurrency" | "settlement">,
): Promise<void> {
  const decimals = priceDecimals(currency) ?? 0;
  await dueFor(rates, { amount: 10n ** BigInt(decimals), currency, decimals }, settlement);
}
