import type { EvmAddress } from "../../evm/codec/address.ts";
import { formatFixed } from "../../values/amount.ts";
import { requireCurrency } from "../catalog.ts";
import { Refusal } from "../api/refusals.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { swapCall } from "../pools/swapCall.ts";
import { better, gasOfSwaps, swapPrice } from "../pools/swapPrice.ts";
import { conditionsOf } from "./conditions.ts";
import { tryCalls } from "./execution.ts";
import { atLeast, type PoolSwaps, type Price } from "./pricing.ts";
import type { QuoteTerms } from "./readQuote.ts";

/**
 * The price of a quote with pools where they bring the user more than the service's own coins (`own`), or where it has not
 * enough of these. The transaction of the fill is simulated first: one that would revert now is not promised. Throws
 * Refusal where pools alone could serve it and would take too much, HttpFailure when the chain gave no answer, PriceUnavailable
 * when a coin has no price.
 */
export async function withPools(parts: NetworkParts, terms: QuoteTerms, own: Price): Promise<Price> {
  const { destination, method } = terms;
  const isPaidByUs = method !== "desk" && method !== "direct";
  const isOpen = terms.tradeType === "EXACT_INPUT" && terms.calls.length === 0 && terms.usePools;
  if (!isPaidByUs || !isOpen || !parts.evm.get(destination.chainId)?.pools) return own;
  const capacityOf = (currency: typeof destination) =>
    parts.market.capacity(currency, ["pending", "filling"]);
  let fillGas: bigint | undefined;
  for (;;) {
    const swapped = await swapPrice(parts, {
      ...{ route: terms, input: terms.amount, conditions: conditionsOf(terms), capacityOf },
      ...(fillGas !== undefined && { fillGas }),
    });
    const capacity = await capacityOf(destination);
    const price = better(own, swapped, capacity);
    if (!price.swap && swapped && own.output > capacity) throw tooMuchImpact(terms, swapped);
    if (!price.swap) return own;
    const tried = await trySwap(parts, terms, price.output, price.swap);
    if (tried.reverts) {
      parts.log.warn("network.pools_left_out", { chain: destination.chainId, why: tried.reason });
      return own;
    }
    if (fillGas !== undefined || tried.gas <= gasOfSwaps(price.swap)) return price;
    fillGas = tried.gas; // priced once more: the user pays for what the swaps use
  }
}

function tooMuchImpact({ destination }: QuoteTerms, { swap, output }: Price): Refusal {
  const impact = swap?.impact ?? 0n;
  const percent = formatFixed((impact * 10_000n) / (output + impact), 2);
  return new Refusal(
    "SWAP_IMPACT_TOO_HIGH",
    `The solver does not hold enough ${destination.symbol} for this amount, and pools would take about ${percent} % of it. Ask for less, or later.`,
  );
}

async function trySwap(parts: NetworkParts, terms: QuoteTerms, output: bigint, swap: PoolSwaps) {
  const { contracts, evm, keys, market, settings, catalog } = parts;
  const { destination } = terms;
  const chain = requireChain(evm, destination.chainId);
  if (!chain.pools) throw new Error(`Chain ${chain.id} has no pools, but a quote was priced with them.`);
  const call = await swapCall(contracts, chain.pools, {
    ...{ from: requireCurrency(catalog, swap.from), to: destination, swap, own: output - swap.brings },
    least: atLeast(swap.brings, settings.solver.poolSlippageBps),
    recipient: terms.recipient as EvmAddress, // checked for an EVM destination
    at: parts.clock(),
  });
  return tryCalls(chain, keys.solverEvmAddress, call, await market.gasFees(chain.id), "swap");
}
