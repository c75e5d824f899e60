import { divCeil, divFloor } from "../../values/amount.ts";
import { isToken, type Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import { convert, usdValue } from "../quote/pricing.ts";

type Parts = Pick<NetworkParts, "market" | "catalog">;

/** The chain's own coin. Throws when the chain is not configured any more. */
export function nativeOf({ catalog }: Pick<NetworkParts, "catalog">, chainId: number): Currency {
  const [native] = catalog.currencies(chainId);
  if (!native) throw new Error(`Chain ${chainId} is not configured any more.`);
  return native;
}

/**
 * Amounts of one currency of an EVM chain in its coin and in dollars, at present prices. Throws HttpFailure
 * when a chain gave no answer, PriceUnavailable when a coin has no price.
 */
export async function valuer(
  parts: Parts,
  currency: Currency,
): Promise<
  Readonly<{
    /** What a fee in wei is worth in the currency, rounded up. */
    costIn(wei: bigint): bigint;
    /** What an amount of the currency is worth in wei, rounded down. */
    inWei(amount: bigint): bigint;
    /** In 10^-8 US dollars, rounded down. */
    usd(amount: bigint): UsdPrice;
  }>
> {
  const native = nativeOf(parts, currency.chainId);
  const { input, output } = await parts.market.market({
    origin: native,
    destination: currency,
    method: "direct",
  });
  return {
    costIn: (wei) => (isToken(currency) ? convert(wei, input, output, divCeil) : wei),
    inWei: (amount) => (isToken(currency) ? convert(amount, output, input, divFloor) : amount),
    usd: (amount) => usdValue(amount, output),
  };
}

/**
 * The worth of an amount of one currency in another, on any chains, in smallest units and rounded up, at
 * present prices. Throws PriceUnavailable when a coin has no price.
 */
export async function worthIn(
  { prices, clock }: Pick<NetworkParts, "prices" | "clock">,
  { amount, from, to }: Readonly<{ amount: bigint; from: Currency; to: Currency }>,
): Promise<bigint> {
  const at = clock();
  const coin = async ({ symbol, decimals }: Currency) => ({ usd: await prices.price(symbol, at), decimals });
  const [one, other] = await Promise.all([coin(from), coin(to)]);
  return convert(amount, one, other, divCeil);
}
