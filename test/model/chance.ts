import type { Random } from "../../src/values/ids.ts";

/** Numbers that look random and are the same for the same seed, so that a history can be lived again. */
export type Chance = Readonly<{
  /** From 0 up to 1. */
  fraction(): number;
  /** A whole number from 0 up to, and without, `n`. */
  below(n: number): number;
  /** True with this probability. */
  is(probability: number): boolean;
  /** One of the list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined;
  bytes: Random;
}>;

export function seededChance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  // mulberry32: one 32-bit state, which is plenty for a test
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(fraction() * n);
  return {
    ...{ fraction, below },
    is: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)],
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
