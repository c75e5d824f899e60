import { sum } from "../../values/amount.ts";
import {
  fund,
  gainOf,
  settle,
  worthwhileCoins,
  type Purpose,
  type Shortfall,
  type SpendPlan,
} from "./fundTransaction.ts";
import { dustThreshold, type TxOutput } from "./outputScript.ts";
import { feeAt, inputWeight, transactionWeight, type Coin } from "./transactionSize.ts";

/** An output is too small for nodes to relay: it carries less than `least` sats. */
export type BelowDust = Readonly<{ kind: "below-dust"; output: TxOutput; least: bigint }>;

/** What a payment is made of. Rates are sats for 1,000 virtual bytes. */
export type CoinChoice = Readonly<{
  coins: readonly Coin[];
  targets: readonly TxOutput[];
  satPerKvb: bigint;
  changeScript: string;
  /** Change above it (sats) comes back as two coins, so that the next two payments need not wait for each other. */
  splitChangeAbove?: bigint | undefined;
}>;

const MOST_TRIES = 20_000; // a few milliseconds; the search without change is a bonus, not a duty

/**
 * Which coins pay the targets at the rate, and what comes back (last among the outputs). A combination that needs no change
 * (branch and bound) is taken when it costs no more than paying with change and spending that change some day; else the
 * smallest coin that suffices alone, or the largest until they do. The fee is never below the rate, and above it by less
 * than a change output costs and the dust threshold. The same coins, in any order, give the same answer.
 * Throws RangeError without targets, for a rate that is not positive and for coins of unknown kind.
 */
export function selectCoins(choice: CoinChoice): SpendPlan | Shortfall | BelowDust {
  const { targets, satPerKvb, changeScript, splitChangeAbove } = choice;
  if (targets.length === 0) throw new RangeError("Expected at least one output to pay, got none.");
  if (satPerKvb <= 0n) throw new RangeError(`Expected a fee rate above 0 sat/kvB, got ${satPerKvb}.`);
  const dust = targets.find(({ script, value }) => value < dustThreshold(script));
  if (dust) return { kind: "below-dust", output: dust, least: dustThreshold(dust.script) };
  const purpose: Purpose = {
    targets,
    changeScript,
    splitChangeAbove,
    feeFor: (vsize) => feeAt(vsize, satPerKvb),
  };
  const coins = worthwhileCoins(choice.coins, satPerKvb);
  const funded = fund([], coins, purpose);
  if (funded.kind !== "plan") return funded;
  const exact = withoutChange(coins, purpose, satPerKvb);
  const later = BigInt(funded.change) * feeAt(Math.ceil(inputWeight(changeScript) / 4), satPerKvb);
  return exact && exact.fee <= funded.fee + later ? exact : funded;
}

/**
 * Branch and bound: walks the tree of "with this coin" and "without it", largest first, cuts branches that overshoot or can
 * no longer reach the target, and keeps the hit that gives away least.
 */
function withoutChange(coins: readonly Coin[], purpose: Purpose, satPerKvb: bigint): SpendPlan | undefined {
  const { least, most } = bounds(purpose, satPerKvb);
  let limit = most;
  const gains = coins.map((coin) => gainOf(coin, satPerKvb));
  const reachable = gains.map(() => 0n); // by this coin and all behind it
  for (let index = gains.length - 1; index >= 0; index--) {
    reachable[index] = (reachable[index + 1] ?? 0n) + (gains[index] ?? 0n);
  }
  const chosen: Coin[] = [];
  let best: SpendPlan | undefined;
  let tries = 0;
  const walk = (index: number, gained: bigint): void => {
    if (++tries > MOST_TRIES || gained > limit) return;
    if (gained >= least) {
      const plan = settle(chosen, purpose);
      if (plan.kind === "plan") {
        if (plan.change > 0) return;
        best = { ...plan, inputs: [...chosen] };
        limit = gained - 1n; // from here on only a closer hit counts
        return;
      }
    }
    const coin = coins[index];
    if (!coin || gained + (reachable[index] ?? 0n) < least) return;
    chosen.push(coin);
    walk(index + 1, gained + (gains[index] ?? 0n));
    chosen.pop();
    walk(index + 1, gained);
  };
  walk(0, 0n);
  return best;
}

/** What the coins together must bring, and where change would begin, in the unit of gainOf. */
function bounds({ targets, changeScript }: Purpose, satPerKvb: bigint): { least: bigint; most: bigint } {
  const scripts = targets.map(({ script }) => script);
  const without = transactionWeight([], scripts);
  const withChange = transactionWeight([], [...scripts, changeScript]) + 3; // rounded up to a virtual byte
  const paid = sum(targets.map(({ value }) => value)) * 4_000n;
  return {
    least: paid + BigInt(without) * satPerKvb,
    most: paid + BigInt(withChange) * satPerKvb + (dustThreshold(changeScript) + 1n) * 4_000n,
  };
}
