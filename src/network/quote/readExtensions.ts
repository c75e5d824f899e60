import { checkEvmAddress, ZERO_ADDRESS } from "../../evm/codec/address.ts";
import { Refusal } from "../api/refusals.ts";
import { POOL_SOURCE } from "../pools/poolContracts.ts";
import type { AppFee, Method } from "../request.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./pricing.ts";
import type { QuoteBody } from "./quoteBody.ts";
import { refuseWrongChecksum, shorten } from "./readAddress.ts";

const MOST_APP_FEES_BPS = 5_000; // together: an application that takes half has made a mistake

/**
 * The slippage tolerance: how much less than quoted may arrive, and of an exact output how much more it may
 * cost, in basis points: "0" to "10000". Default 1 %, and zero for an exact output, which it would make
 * more expensive. Throws Refusal.
 */
export function readSlippage({ slippageTolerance: given, tradeType }: QuoteBody): number {
  if (given === undefined) return tradeType === "EXACT_OUTPUT" ? 0 : DEFAULT_SLIPPAGE_BPS;
  if (typeof given === "string" && /^(0|[1-9]\d{0,3}|10000)$/.test(given)) return Number(given); // basis points
  throw new Refusal(
    "INVALID_SLIPPAGE_TOLERANCE",
    'Expected slippageTolerance as whole basis points from "0" to "10000".',
  );
}

/** The shares of the input that applications ask for; their recipients are EVM addresses on every route. Throws Refusal. */
export function readAppFees({ appFees = [] }: QuoteBody): readonly AppFee[] {
  const read = appFees.map(({ recipient, fee }, index) => {
    refuseWrongChecksum(`appFees.${index}.recipient`, recipient);
    const address = checkEvmAddress(recipient);
    if (!address || address === ZERO_ADDRESS) {
      throw new Refusal(
        "INVALID_ADDRESS",
        `appFees.${index}.recipient "${shorten(recipient)}" is not an EVM address that can be paid.`,
      );
    }
    if (!/^\d{1,4}$/.test(fee)) {
      throw new Refusal(
        "INVALID_REQUEST",
        `appFees.${index}.fee: expected whole basis points such as "25", got "${shorten(fee)}".`,
      );
    }
    return { recipient: address, bps: Number(fee) }; // basis points
  });
  const all = read.reduce((total, { bps }) => total + bps, 0);
  if (all <= MOST_APP_FEES_BPS) return read;
  throw new Refusal(
    "INVALID_REQUEST",
    `appFees: expected at most ${MOST_APP_FEES_BPS} basis points together, got ${all}.`,
  );
}

/** False where the caller wants the service's own coins only: by useExternalLiquidity, or by the names of sources. */
export function readUsePools({
  useExternalLiquidity,
  includedSwapSources: included,
  includedDestinationSwapSources: there = included,
  excludedSwapSources: excluded = [],
}: QuoteBody): boolean {
  const isIncluded = [included, there].every((names) => names?.includes(POOL_SOURCE) ?? true);
  return useExternalLiquidity !== false && isIncluded && !excluded.includes(POOL_SOURCE);
}

/**
 * Whether the caller's application pays the gas and the fee of the service. A swap at the desk is the user's own transaction, in
 * which no other account can pay. Throws Refusal for that.
 */
export function readSubsidy(body: QuoteBody, method: Method | undefined): boolean {
  if (!body.subsidizeFees) return false;
  if (method === "desk")
    throw new Refusal(
      "INVALID_REQUEST",
      "subsidizeFees: a swap on one chain is the user's own transaction, whose fees cannot be paid by another. Ask with usePermit or useExternalLiquidity: true, or leave it out.",
    );
  return true;
}
