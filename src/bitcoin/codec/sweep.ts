import { sum } from "../../values/amount.ts";
import { worthwhileCoins, type SpendPlan } from "./fundTransaction.ts";
import { dustThreshold } from "./outputScript.ts";
import { feeAt, virtualSize, type Coin } from "./transactionSize.ts";

export type Sweep = Readonly<{ coins: readonly Coin[]; to: string; satPerKvb: bigint }>;
export type Refund = Readonly<{ coin: Coin; to: string; satPerKvb: bigint }>;

const SWEEP_FLOOR = 546n; // sats; the dust threshold of the most demanding common script

/**
 * All coins to one script (hex), less the fee; undefined when fewer than 546 sats would arrive. Coins that
 * cost more than they bring stay behind, and so do the smallest of more than 500: `inputs` lists the coins
 * that were taken.
 */
export function sweep({ coins, to, satPerKvb }: Sweep): SpendPlan | undefined {
  return payOut(worthwhileCoins(coins, satPerKvb), to, satPerKvb, SWEEP_FLOOR);
}

/**
 * One coin to one script (hex), less the fee; undefined when what would arrive is dust there. As with a sweep, the output
 * counts as change: bumpPayment with that script takes the higher fee of a replacement from it.
 */
export function refundCoin({ coin, to, satPerKvb }: Refund): SpendPlan | undefined {
  return payOut([coin], to, satPerKvb, 0n);
}

function payOut(
  inputs: readonly Coin[],
  to: string,
  satPerKvb: bigint,
  floor: bigint,
): SpendPlan | undefined {
  const scripts = inputs.map(({ script }) => script);
  const fee = feeAt(virtualSize(scripts, [to]), satPerKvb);
  const value = sum(inputs.map((coin) => coin.value)) - fee;
  if (value < floor || value < dustThreshold(to)) return undefined;
  return { kind: "plan", inputs, outputs: [{ script: to, value }], change: 1, fee };
}
