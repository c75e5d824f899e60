import { createHash } from "node:crypto";

/** Chance that a seed repeats exactly. */
export type Chance = Readonly<{
  bytes(count: number): Buffer;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  oneOf<T>(choices: readonly T[]): T;
  shuffled<T>(items: readonly T[]): readonly T[];
}>;

export function chanceOf(seed: string): Chance {
  let drawn = 0;
  const bytes = (count: number) =>
    createHash("shake256", { outputLength: count }).update(`${seed}/${drawn++}`).digest(); // prettier-ignore
  const between = (low: number, high: number) => low + (bytes(6).readUIntBE(0, 6) % (high - low + 1));
  const oneOf = <T>(choices: readonly T[]): T => {
    if (choices.length === 0) throw new RangeError("Expected something to choose from.");
    return choices[between(0, choices.length - 1)] as T;
  };
  const shuffled = <T>(items: readonly T[]): readonly T[] => {
    const order = new Map(items.map((item) => [item, between(0, 2 ** 40)]));
    return items.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
  return { bytes, between, oneOf, shuffled };
}
