import { min } from "../../../values/amount.ts";

/** Gas of a token transfer, generously: what a fill may cost before it was simulated. */
export const SOLVER_GAS_LIMIT = 150_000n;

/** The base fee may rise so many times before a signed transaction is stuck. */
export const GAS_HEADROOM = 2n;

/**
 * Gas limits of the solver's transactions. A payee may be a contract and determines its gas, so only calls
 * and swaps, whose gas is in the price, may use much.
 */
export const MOST_GAS = {
  payment: 150_000n,
  permit: 300_000n,
  refund: 300_000n,
  calls: 12_000_000n,
  swap: 3_000_000n,
  execute: 6_000_000n, // what an application sponsors; it also has limits in dollars
  own: 6_000_000n,
} as const;

/** The limit for a transaction that used `gas` when it was simulated; undefined when that is more than it may use. */
export function gasLimit(gas: bigint, purpose: keyof typeof MOST_GAS): bigint | undefined {
  return gas > MOST_GAS[purpose] ? undefined : (gas * 13n) / 10n;
}

/**
 * The gas limit of a transaction whose gas the payer bears (`charged`), and which used `tried` in its
 * simulation; undefined when it would exceed the limit or what is charged.
 */
export function chargedLimit(
  tried: bigint,
  charged: bigint,
  purpose: keyof typeof MOST_GAS,
): bigint | undefined {
  const limit = gasLimit(min(tried, charged), purpose);
  return limit !== undefined && tried <= limit ? limit : undefined;
}

/** What a refund and the sweep before it use, about: a sweep also creates the contract at the address. */
export const REFUND_GAS = 100_000n;
export const SWEEP_GAS = 120_000n;
