import { divCeil } from "../../values/amount.ts";
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

/** What a call costs its application: what the chain took, at the price when it was submitted. */
export function chargeOf({ coinUsd }: Pick<Execution, "coinUsd">, fee: bigint | null): bigint {
  return inDollars(fee ?? 0n, coinUsd);
}
