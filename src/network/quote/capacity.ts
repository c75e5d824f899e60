import { formatDecimal } from "../../values/amount.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { Refusal } from "../api/refusals.ts";
import type { QuoteTerms } from "./readQuote.ts";

/**
 * The service promises only unpromised holdings. Throws Refusal, and HttpFailure when a chain gave no
 * answer.
 */
export async function requireCapacity(parts: NetworkParts, terms: QuoteTerms, output: bigint): Promise<void> {
  if (terms.method === "direct" || output <= (await capacityFor(parts, terms))) return;
  throw new Refusal(
    "INSUFFICIENT_LIQUIDITY",
    `The solver does not hold enough ${terms.destination.symbol} for this amount. Ask for less, or later.`,
  );
}

/** A fill above the whole limit of a day could never be paid. Throws Refusal, and PriceUnavailable. */
export async function requireWithinLimit(
  { limits }: NetworkParts,
  { method, destination }: QuoteTerms,
  output: bigint,
): Promise<void> {
  if (method === "direct" || method === "desk") return; // no fill of the service
  const most = await limits.most("filler", destination);
  if (most === undefined || output <= most) return;
  throw new Refusal(
    "INSUFFICIENT_LIQUIDITY",
    `The service pays at most ${formatDecimal(most, destination.decimals)} ${destination.symbol} at a time. Ask for less.`,
  );
}

/** The swap desk pays tokens out of the solver's account, and the native coin out of its own. */
async function capacityFor(
  { evm, market, contracts }: NetworkParts,
  { method, destination }: QuoteTerms,
): Promise<bigint> {
  if (method === "desk" && destination.kind === "native")
    return requireChain(evm, destination.chainId).nativeBalance(contracts.SwapDesk);
  return market.capacity(destination, ["pending", "filling"]);
}
