import { HOUR_MS, MINUTE_MS } from "../../../values/time.ts";

/** How the solver spends on Bitcoin. */
export type BitcoinSettings = Readonly<{
  stuckMs: number; // a transaction in no block for so long is replaced by one with higher fees, when rates went up
  highestRate: bigint; // sats for 1,000 vB; no replacement pays more
  sweepDeposits: number; // so many settled deposits are swept together …
  sweepAfterMs: number; // … or as many as there are, once the oldest is so old
}>;

export const BITCOIN_DEFAULTS: BitcoinSettings = {
  stuckMs: 30 * MINUTE_MS, // three blocks, on average
  highestRate: 200_000n,
  sweepDeposits: 20,
  sweepAfterMs: HOUR_MS,
};
