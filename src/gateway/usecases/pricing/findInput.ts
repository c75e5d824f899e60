import { divCeil } from "../../../values/amount.ts";
import { GatewayError } from "../../errors.ts";

/**
 * A price is an output, but a deposit address takes exact inputs (interface specification 4.4). This finds the input: ask for a quote,
 * correct the amount, ask again, at most three times. Fees are a share plus a flat part, so the answer is a line:
 * with one point known the correction is proportional, with two it follows the line through both.
 */

/** What a route answered: this input yields this much of what is being aimed at. */
export type Point = Readonly<{ input: bigint; yield: bigint }>;

export type Attempt<Q> = Readonly<{ quote: Q; point: Point }>;

/**
 * How much more than calculated is asked for in each round, because rates move between quotes. The later the round, the
 * more: at the last one a miss would cost the invoice its price, while the payer loses a fifth of a percent at most.
 */
const MARGINS_BPS = [1n, 6n, 20n] as const;
const ROUNDS = MARGINS_BPS.length;
const APART_BPS = 200n; // points closer together than this show how rates jitter, not how fees grow
const MOST_BPS = 500n; // a payer is never asked for an input that overshoots by more than this
const ENOUGH_BPS = 25n; // an input that overshoots by no more than this is not worth another quote

/**
 * The smallest tried input whose yield covers `target`, with its quote, and all attempts. `known` are
 * points of the same route from earlier invoices, newest last. Throws GatewayError price_not_reached.
 */
export async function findInput<Q>(
  target: bigint,
  known: readonly Point[],
  ask: (input: bigint) => Promise<Attempt<Q>>,
): Promise<Readonly<{ best: Attempt<Q>; tried: readonly Attempt<Q>[] }>> {
  const tried: Attempt<Q>[] = [];
  for (const margin of MARGINS_BPS) {
    const points = tried.map(({ point }) => point);
    // Points of earlier invoices give the slope, but what was answered just now is what the price is now.
    const attempt = await ask(nextInput(target, points.length > 0 ? points : known, margin));
    tried.push(attempt);
    const { yield: reached } = attempt.point;
    if (reached >= target && isWithin(reached, target, ENOUGH_BPS)) break;
  }
  const covering = tried.filter(
    ({ point }) => point.yield >= target && isWithin(point.yield, target, MOST_BPS),
  );
  const [best] = covering.toSorted((a, b) => (a.point.input < b.point.input ? -1 : 1));
  if (best) return { best, tried };
  throw new GatewayError(
    "price_not_reached",
    `The service's rate moved away ${ROUNDS} times while the price was being worked out. Try again.`,
  );
}

function isWithin(reached: bigint, target: bigint, overBps: bigint): boolean {
  return reached * 10_000n <= target * (10_000n + overBps);
}

/**
 * The input (units of the payer's coin) that should just yield the target (settlement units), judging by the points, and a
 * margin (hundredths of a percent) more. Throws GatewayError price_not_reached without a point.
 */
export function nextInput(target: bigint, points: readonly Point[], margin: bigint): bigint {
  const [a, b] = points.slice(-2);
  if (!a) throw new GatewayError("price_not_reached", "No rate is known for this route yet.");
  const line = b && lineInput(target, a, b);
  const input = line ?? proportionalInput(target, b ?? a);
  return divCeil(input * (10_000n + margin), 10_000n);
}

function proportionalInput(target: bigint, point: Point): bigint {
  return point.yield <= 0n ? point.input * 2n : divCeil(point.input * target, point.yield);
}

/** The input on the line through two points, when they are apart and the line rises. */
function lineInput(target: bigint, a: Point, b: Point): bigint | undefined {
  const run = a.input > b.input ? a.input - b.input : b.input - a.input;
  const rise = a.input > b.input ? a.yield - b.yield : b.yield - a.yield;
  if (run * 10_000n < b.input * APART_BPS || run === 0n || rise <= 0n) return undefined;
  const gap = target - b.yield;
  const input = gap >= 0n ? b.input + divCeil(gap * run, rise) : b.input - (-gap * run) / rise;
  return input > 0n ? input : undefined;
}
