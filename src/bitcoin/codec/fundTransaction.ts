import { sum } from "../../values/amount.ts";
import { dustThreshold, type TxOutput } from "./outputScript.ts";
import { inputWeight, virtualSize, type Coin } from "./transactionSize.ts";

/**
 * What a transaction is to spend and pay; the fee in sats. The last `change` outputs take what remains: the higher fee of a
 * replacement comes out of them.
 */
export type SpendPlan = Readonly<{
  kind: "plan";
  inputs: readonly Coin[];
  outputs: readonly TxOutput[];
  change: number;
  fee: bigint;
}>;

/** The coins do not suffice: so many sats are missing, not counting the fee for the inputs that would bring them. */
export type Shortfall = Readonly<{ kind: "insufficient"; missing: bigint }>;

/** What is to be paid, where the rest goes, and the fee (sats) that a size (vB) asks for. */
export type Purpose = Readonly<{
  targets: readonly TxOutput[];
  changeScript: string;
  /** Change above it (sats) comes back as two coins, so that the next two payments need not wait for each other. */
  splitChangeAbove?: bigint | undefined;
  feeFor: (vsize: number) => bigint;
}>;

const MOST_INPUTS = 500; // of the heaviest kind still 296,000 of the 400,000 weight units that nodes relay

/**
 * The coins that bring more than their own spending costs, each once, those that bring most first: at most as many as one
 * transaction can hold. The order that they came in does not matter.
 */
export function worthwhileCoins(coins: readonly Coin[], satPerKvb: bigint): readonly Coin[] {
  const ranked = [...new Map(coins.map((coin) => [coin.outpoint, coin])).values()]
    .map((coin) => ({ coin, gain: gainOf(coin, satPerKvb) }))
    .filter(({ gain }) => gain > 0n);
  ranked.sort((a, b) =>
    a.gain === b.gain ? byText(a.coin.outpoint, b.coin.outpoint) : a.gain > b.gain ? -1 : 1,
  );
  return ranked.slice(0, MOST_INPUTS).map(({ coin }) => coin);
}

/** What a coin brings after the fee of its own input, in 4,000ths of a sat: in this unit nothing is rounded. */
export function gainOf(coin: Coin, satPerKvb: bigint): bigint {
  return coin.value * 4_000n - BigInt(inputWeight(coin.script)) * satPerKvb;
}

/**
 * A transaction that spends all of `fixed` and as few of the available coins (in the order of worthwhileCoins) as it needs:
 * none, or the smallest that suffices alone, or the largest until they do.
 */
export function fund(
  fixed: readonly Coin[],
  available: readonly Coin[],
  purpose: Purpose,
): SpendPlan | Shortfall {
  const bare = settle(fixed, purpose);
  if (bare.kind === "plan") return bare;
  const held = sum(fixed.map(({ value }) => value));
  const due = sum(purpose.targets.map(({ value }) => value)); // below it, measuring the transaction is a waste of time
  for (const coin of available.toReversed()) {
    const alone = held + coin.value >= due && settle([...fixed, coin], purpose);
    if (alone && alone.kind === "plan") return alone;
  }
  let paid = held;
  for (const [index, { value }] of available.entries()) {
    paid += value;
    const together = paid >= due && settle([...fixed, ...available.slice(0, index + 1)], purpose);
    if (together && together.kind === "plan") return together;
  }
  return settle([...fixed, ...available], purpose);
}

/** The transaction of exactly these inputs. What is left comes back as change, or goes to the fee when it would be dust. */
export function settle(inputs: readonly Coin[], purpose: Purpose): SpendPlan | Shortfall {
  const { targets, changeScript, splitChangeAbove, feeFor } = purpose;
  const scripts = inputs.map(({ script }) => script);
  const rest = sum(inputs.map(({ value }) => value)) - sum(targets.map(({ value }) => value));
  const feeWith = (change: number) => {
    const outputs = [...targets.map(({ script }) => script), ...Array<string>(change).fill(changeScript)];
    return feeFor(virtualSize(scripts, outputs));
  };
  const plan = (change: readonly bigint[]): SpendPlan => ({
    kind: "plan",
    inputs,
    outputs: [...targets, ...change.map((value) => ({ script: changeScript, value }))],
    change: change.length,
    fee: rest - sum(change),
  });
  const least = dustThreshold(changeScript);
  const whole = rest - feeWith(1);
  if (inputs.length > 0 && splitChangeAbove !== undefined && whole > splitChangeAbove) {
    const both = rest - feeWith(2);
    const half = both / 2n;
    if (half >= least) return plan([both - half, half]);
  }
  if (inputs.length > 0 && whole >= least) return plan([whole]);
  if (targets.length === 0) return { kind: "insufficient", missing: least - whole }; // change is all that it pays
  const fee = feeWith(0);
  return inputs.length > 0 && rest >= fee ? plan([]) : { kind: "insufficient", missing: fee - rest };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
