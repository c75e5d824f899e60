import { z } from "zod";
import type { EvmAddress } from "../../evm/codec/address.ts";

/** The contracts of Uniswap v3 on a chain, as the operator names them. */
export type PoolContracts = Readonly<{
  factory: EvmAddress;
  quoter: EvmAddress; // QuoterV2
  router: EvmAddress; // SwapRouter of v3-periphery
}>;

/** The name of these pools in /swap-sources and in the details of quotes. */
export const POOL_SOURCE = "uniswap-v3";
/** The same of the service's own coins. */
export const OWN_SOURCE = "crosstill";

/** True for the record of a quote that was asked for without pools. */
export function refusesPools(quote: unknown): boolean {
  return typeof quote === "object" && quote !== null && "usePools" in quote && quote.usePools === false;
}

/** True for the record of a price with swaps at pools (see quoteRecord). */
export function isThroughPools(record: unknown): boolean {
  return priceSchema.safeParse(record).success;
}

const priceSchema = z.object({ price: z.object({ swap: z.object({}) }) });
