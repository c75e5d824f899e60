import { min } from "../../values/amount.ts";

/** An amount is divided into so many equal parts among pools and the service's own coins. */
export const PARTS = 8;

/** A pool: what it brings for 1, 2, 3 … parts together; a shorter list means that it takes no more parts. */
export type Source<K> = Readonly<{ key: K; brings: readonly bigint[] }>;

/** The parts that go to each pool that gets any, how many these are together, and what everything brings. */
export type Division<K> = Readonly<{ shares: ReadonlyMap<K, number>; parts: number; total: bigint }>;

/** What the parts that go to no pool bring, or undefined where they cannot go anywhere else; and what each further pool costs. */
export type Rest = Readonly<{ bring: (parts: number) => bigint | undefined; furtherCost: bigint }>;

const MOST_POOLS = 3; // of one pair of coins: those that bring most for one part

/** The division with which one part at least goes through pools and everything brings most; undefined where there is none. */
export function bestDivision<K>(sources: readonly Source<K>[], rest: Rest): Division<K> | undefined {
  const first = ({ brings }: Source<K>) => brings[0] ?? 0n;
  const byWorth = sources.toSorted((a, b) => (first(a) < first(b) ? 1 : -1)).slice(0, MOST_POOLS);
  const found = selections(byWorth).flatMap((chosen) =>
    Array.from({ length: PARTS }, (_, index) => divide(chosen, index + 1)).flatMap((division) => {
      const others = division && rest.bring(PARTS - division.parts);
      if (!division || others === undefined) return [];
      const cost = rest.furtherCost * BigInt(division.shares.size - 1);
      return [{ ...division, total: division.total + others - cost }];
    }),
  );
  return found.reduce<Division<K> | undefined>(
    (best, one) => (!best || one.total > best.total ? one : best),
    undefined,
  );
}

/**
 * Divides parts among pools: one after the other goes to where the next one brings most. A pool brings less for each further
 * part, because its price moves, so this is the best division. Undefined where the pools cannot take all parts.
 */
function divide<K>(sources: readonly Source<K>[], parts: number): Division<K> | undefined {
  const shares = new Map<K, number>();
  let total = 0n;
  for (let part = 0; part < parts; part++) {
    const next = sources.flatMap(({ key, brings }) => {
      const had = shares.get(key) ?? 0;
      const after = brings[had];
      return after === undefined ? [] : [{ key, had, more: after - (brings[had - 1] ?? 0n) }];
    });
    const [one, ...others] = next;
    if (!one) return undefined;
    const best = others.reduce((most, other) => (other.more > most.more ? other : most), one);
    shares.set(best.key, best.had + 1);
    total += best.more;
  }
  return { shares, parts, total };
}

/** Every selection of some of the items, the empty one left out. */
function selections<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (found, item) => [...found, ...found.map((chosen) => [...chosen, item]), [item]],
    [],
  );
}

/** So many parts of an amount, rounded down. */
export function partsOf(amount: bigint, parts: number): bigint {
  return (amount * BigInt(parts)) / BigInt(PARTS);
}

/** How many parts of an amount can be served with what is held. */
export function partsWithin(held: bigint, amount: bigint): number {
  return Number(min(BigInt(PARTS), (held * BigInt(PARTS)) / amount)); // a small count, not money
}
