import type { Coin, Deposit, Invoice } from "./invoice.ts";
import {
  BITCOIN_CHAIN_ID,
  BTC_CURRENCY,
  NATIVE_EVM_CURRENCY,
  sameCurrency,
} from "../../../intents/identifiers.ts";

type Place = Readonly<{ chainId: number; currency: string }>;

/**
 * The coin of a deposit, which may differ from the offer's; undefined where its decimals are unknown. Then
 * its amount can only be given in smallest units.
 */
export function coinOf(
  { chainId, currency, coin }: Pick<Deposit, "chainId" | "currency" | "coin">,
  invoice?: Pick<Invoice, "facts" | "terms">,
  others: readonly (Place & Coin)[] = [],
): Coin | undefined {
  const known = [...(invoice ? [...invoice.facts.offers, invoice.terms.settlement] : []), ...others];
  const match = known.find((one) => one.chainId === chainId && sameCurrency(one.currency, currency));
  if (match) return { symbol: match.symbol, decimals: match.decimals };
  if (coin) return coin;
  if (chainId === BITCOIN_CHAIN_ID && currency === BTC_CURRENCY) return { symbol: "BTC", decimals: 8 };
  // Every EVM chain's native coin has 18 decimals; its symbol is unknown here.
  return currency === NATIVE_EVM_CURRENCY
    ? { symbol: `native coin of chain ${chainId}`, decimals: 18 }
    : undefined;
}
