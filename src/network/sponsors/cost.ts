import { divCeil, min } from "../../values/amount.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import type { Execution } from "../persistence/executions.ts";

const COIN_DECIMALS = 18; // of every EVM chain's own coin
const USD_UNIT = 100_000_000n; // prices are in 10^-8 dollars

/** What a fee in wei is worth in dollars of 6 decimals, rounded up; `coinUsd` is 10^-8 dollars for a coin. */
export function inDollars(wei: bigint, coinUsd: bigint): bigint {
  return divCeil(
    wei * coinUsd * 10n ** BigInt(APP_FEES_IN.decimals),
    USD_UNIT * 10n ** BigInt(COIN_DECIMALS),
  );
}

/**
 * What a call costs its application: what the chain took, at the price when it was submitted, and never more than was held for
 * it. Only a call that was given up can have cost more (replaceStuck.ts).
 */
export function chargeOf({ coinUsd, most }: Pick<Execution, "coinUsd" | "most">, fee: bigint | null): bigint {
  return min(inDollars(fee ?? 0n, coinUsd), most);
}
