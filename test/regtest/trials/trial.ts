import type { ChainOutput } from "../../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { SCRIPTS, makeTx, type Coin, type Making, type Touch } from "../keys.ts";
import type { Lab } from "../lab.ts";

/** One transaction for both sides, and the kind of verdict that Bitcoin's rules ask for; undefined where chance made it. */
export type Trial = Readonly<{ hex: string; expects: string | undefined }>;

/** Makes the transactions of one attempt; they are judged in their order. */
export type Recipe = (lab: Lab) => readonly Trial[];

export const ACCEPTED = "accepted";

/** An amount (sats) that any output may carry. */
export const SOME_SATS = 20_000n;

export const aPayment: ChainOutput = { script: SCRIPTS.p2wpkh, value: SOME_SATS };

export function trial(hex: string, expects: string | undefined): readonly Trial[] {
  return [{ hex, expects }];
}

/** A payment from these coins, with its change. */
export function pay(lab: Lab, coins: readonly Coin[], making: Making = {}, feeRate?: number) {
  return makeTx(coins, lab.withChange(coins, [aPayment], feeRate, making), making);
}

/** A payment whose one input, of the given kind, is signed otherwise than a wallet would. */
export function touched(lab: Lab, kind: Coin["kind"], touch: Touch): string {
  return pay(lab, lab.take(1, kind), { touch: () => touch }).toHex();
}
