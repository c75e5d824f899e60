import type { Instant } from "../../values/time.ts";
import type { UsdPrice } from "./usdPrice.ts";

/** One source's price of a coin, and its time. */
export type Answer = Readonly<{ source: string; price: UsdPrice; at: Instant }>;

/**
 * The consensus of the answers. `at` is the oldest moment among those that agree; outliers are the names of
 * the rest.
 */
export type Verdict =
  | Readonly<{ kind: "agreed"; price: UsdPrice; at: Instant; outliers: readonly string[] }>
  | Readonly<{ kind: "disputed" }>
  | Readonly<{ kind: "few" }>;

export type AgreementRule = Readonly<{
  minSources: number; // that must agree, however many answer
  maxDisagreementBps: number; // how far from the middle answer, in ten-thousandths, still counts as agreeing
}>;

/**
 * The median of the answers that agree: those near the middle one, which must be a majority of all and enough of them.
 * A single liar among three is outvoted; two that contradict each other, or two against two, are a dispute.
 */
export function agree(answers: readonly Answer[], rule: AgreementRule): Verdict {
  if (answers.length === 0 || answers.length < rule.minSources) return { kind: "few" };
  const sorted = [...answers].sort((a, b) => compare(a.price, b.price));
  const middle = sorted[(sorted.length - 1) >> 1]?.price ?? 0n; // of two, the lower: a real answer, not an average
  const isNear = ({ price }: Answer) =>
    distance(price, middle) * 10_000n <= middle * BigInt(rule.maxDisagreementBps);
  const agreeing = sorted.filter(isNear);
  if (agreeing.length < rule.minSources || agreeing.length * 2 <= sorted.length) return { kind: "disputed" };
  return {
    kind: "agreed",
    price: median(agreeing.map(({ price }) => price)),
    at: Math.min(...agreeing.map(({ at }) => at)),
    outliers: sorted.filter((answer) => !isNear(answer)).map(({ source }) => source),
  };
}

/** The middle of sorted prices; of an even number, the mean of the middle two, rounded down to 10^-8 dollars. */
function median(sorted: readonly UsdPrice[]): UsdPrice {
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n;
  const upper = sorted[sorted.length >> 1] ?? 0n;
  return (lower + upper) / 2n;
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
