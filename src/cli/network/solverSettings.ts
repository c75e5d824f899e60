import { parseDecimal } from "../../values/amount.ts";
import { BITCOIN_DEFAULTS, type BitcoinSettings } from "../../network/solver/bitcoin/settings.ts";
import { LIMIT_SETTINGS } from "../../network/solver/limits.ts";
import { SOLVER_DEFAULTS, type SolverSettings } from "../../network/solver/settings.ts";
import { MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import type { SettingsReader } from "../../runtime/settings.ts";

/** The settings of the service's own accounts. */
export const SOLVER_NAMES = {
  stuck: "NETWORK_STUCK_SECONDS",
  maxGasPrice: "NETWORK_MAX_GAS_PRICE_GWEI",
  foreignDepth: "NETWORK_FOREIGN_DEPTH",
  deskFloat: "NETWORK_DESK_FLOAT",
  lowNative: "NETWORK_LOW_NATIVE",
  lowToken: "NETWORK_LOW_TOKEN_USD",
  withdrawAbove: "NETWORK_WITHDRAW_ABOVE_USD",
  sweepAddresses: "NETWORK_SWEEP_ADDRESSES",
  poolSlippage: "NETWORK_POOL_SLIPPAGE_BPS",
  rebalanceMost: "NETWORK_REBALANCE_MAX_USD",
  rebalanceCost: "NETWORK_REBALANCE_COST_BPS",
  fillerDaily: LIMIT_SETTINGS.filler,
  refunderDaily: LIMIT_SETTINGS.refunder,
  bitcoinStuck: "NETWORK_BITCOIN_STUCK_MINUTES",
  bitcoinRate: "NETWORK_BITCOIN_MAX_SAT_PER_VB",
  sweepDeposits: "NETWORK_BITCOIN_SWEEP_DEPOSITS",
  sweepAfter: "NETWORK_BITCOIN_SWEEP_AFTER_MINUTES",
} as const;

const GWEI = 9; // decimals of wei
const NATIVE = 18; // decimals of the native coins, the same for every chain
const USD = 8; // decimals of dollar amounts
const SAT_PER_VB = 3; // decimals of a rate in sats for 1,000 vB
const MINUTES_A_WEEK = 10_080;
const MOST_BPS = 1_000; // a tenth: more is a typing error

/** How the solver handles its accounts on EVM chains. */
export function readSolverSettings(read: SettingsReader): SolverSettings {
  const { stuckMs, maxGasPrice, foreignDepth, deskFloat, lowNative, lowToken, withdrawAbove } =
    SOLVER_DEFAULTS;
  const { sweepAddresses, poolSlippageBps, rebalanceMost, rebalanceCostBps } = SOLVER_DEFAULTS;
  return {
    ...SOLVER_DEFAULTS,
    stuckMs: read.whole(SOLVER_NAMES.stuck, stuckMs / SECOND_MS, 10, 86_400) * SECOND_MS,
    maxGasPrice: read.read(SOLVER_NAMES.maxGasPrice, maxGasPrice, positive(GWEI)),
    foreignDepth: read.whole(SOLVER_NAMES.foreignDepth, foreignDepth, 1, 10_000),
    deskFloat: read.read(SOLVER_NAMES.deskFloat, deskFloat, decimal(NATIVE)),
    lowNative: read.read(SOLVER_NAMES.lowNative, lowNative, decimal(NATIVE)),
    lowToken: read.read(SOLVER_NAMES.lowToken, lowToken, decimal(USD)),
    withdrawAbove: read.read(SOLVER_NAMES.withdrawAbove, withdrawAbove, decimal(USD)),
    sweepAddresses: read.whole(SOLVER_NAMES.sweepAddresses, sweepAddresses, 1, sweepAddresses),
    poolSlippageBps: read.whole(SOLVER_NAMES.poolSlippage, poolSlippageBps, 1, MOST_BPS),
    rebalanceMost: read.read(SOLVER_NAMES.rebalanceMost, rebalanceMost, positive(USD)),
    rebalanceCostBps: read.whole(SOLVER_NAMES.rebalanceCost, rebalanceCostBps, 1, MOST_BPS),
    daily: {
      filler: read.read(SOLVER_NAMES.fillerDaily, undefined, positive(USD)),
      refunder: read.read(SOLVER_NAMES.refunderDaily, undefined, positive(USD)),
    },
  };
}

/** How the solver spends on Bitcoin. */
export function readBitcoinSettings(read: SettingsReader): BitcoinSettings {
  const { stuckMs, highestRate, sweepDeposits, sweepAfterMs } = BITCOIN_DEFAULTS;
  const minutes = (name: string, ms: number, smallest: number) =>
    read.whole(name, ms / MINUTE_MS, smallest, MINUTES_A_WEEK) * MINUTE_MS;
  return {
    ...BITCOIN_DEFAULTS,
    stuckMs: minutes(SOLVER_NAMES.bitcoinStuck, stuckMs, 1),
    highestRate: read.read(SOLVER_NAMES.bitcoinRate, highestRate, positive(SAT_PER_VB)),
    sweepDeposits: read.whole(SOLVER_NAMES.sweepDeposits, sweepDeposits, 1, 100),
    sweepAfterMs: minutes(SOLVER_NAMES.sweepAfter, sweepAfterMs, 0),
  };
}

function decimal(decimals: number): (text: string) => bigint {
  return (text) => parseDecimal(text, decimals);
}

function positive(decimals: number): (text: string) => bigint {
  return (text) => {
    const value = parseDecimal(text, decimals);
    if (value > 0n) return value;
    throw new Error(`Expected a number above zero, got "${text}".`);
  };
}
