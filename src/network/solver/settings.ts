import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import type { DailyLimits } from "./limits.ts";

/** How the solver handles its accounts on EVM chains. Coins are smallest native units, the same for every chain. */
export type SolverSettings = Readonly<{
  stuckMs: number; // a transaction in no block for so long is replaced by one with higher fees
  maxGasPrice: bigint; // wei; nothing is signed above it
  foreignDepth: number; // blocks after which a nonce counts as used up by another sender
  deskFloat: bigint; // native coins that the swap desk should hold; never more than half of what there is
  lowNative: bigint; // below it an alarm is raised
  lowToken: UsdPrice; // the same for tokens, in 10^-8 US dollars
  withdrawAbove: UsdPrice; // settled deposits are brought home once they are worth so much, or after a day
  sweepAddresses: number; // deposit addresses that are swept in one transaction at most; with 1 each is swept alone
  poolSlippageBps: number; // less than expected that swaps at pools may bring, in ten-thousandths
  rebalanceMost: UsdPrice; // one swap between the service's own coins moves no more, in 10^-8 US dollars
  rebalanceCostBps: number; // and loses no more, gas included, compared with the price sources
  daily: DailyLimits;
}>;

export const SOLVER_DEFAULTS: SolverSettings = {
  stuckMs: MINUTE_MS,
  maxGasPrice: 1_000n * 10n ** 9n,
  foreignDepth: 12,
  deskFloat: 10n ** 18n,
  lowNative: 5n * 10n ** 16n,
  lowToken: 100n * 10n ** 8n,
  withdrawAbove: 500n * 10n ** 8n,
  sweepAddresses: 20,
  poolSlippageBps: 50,
  rebalanceMost: 10_000n * 10n ** 8n,
  rebalanceCostBps: 50,
  daily: { filler: undefined, refunder: undefined },
};

/** A transaction that is in no block is broadcast again, unchanged, as often as this. */
export const RESEND_MS = 15 * SECOND_MS;

/**
 * How long an expensive observation (reverted, nonce used up by another sender) must persist before it is
 * acted upon.
 */
export const CERTAIN_MS = 5 * MINUTE_MS;

/** How often allowances, floats, settled deposits and balances are looked after. */
export const HOUSEKEEPING_MS = MINUTE_MS;

/** Settled deposits are collected after this time, however small their sum. */
export const COLLECT_AFTER_MS = DAY_MS;
