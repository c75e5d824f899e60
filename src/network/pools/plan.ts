/**
 * How an amount is divided among several sources that bring the same coin: equal parts of it go, one after the other, to where
 * the next part brings most. Every source brings less for each further part (a pool's price moves), so this is the best
 * division into these parts.
 */

/** A source: what it brings for 1, 2, 3 … parts together; a shorter list means that it takes no more parts. */
export type Source<K> = Readonly<{ key: K; brings: readonly bigint[] }>;

/** How many parts go to each source that gets any, and what all of them bring. */
export type Division<K> = Readonly<{ shares: ReadonlyMap<K, number>; total: bigint }>;

/** Divides `parts` equal parts among the sources; undefined where they cannot take all of them. */
export function divide<K>(sources: readonly Source<K>[], parts: number): Division<K> | undefined {
  const shares = new Map<K, number>();
  let total = 0n;
  for (let part = 0; part < parts; part++) {
    let best: Readonly<{ key: K; more: bigint }> | undefined;
    for (const { key, brings } of sources) {
      const had = shares.get(key) ?? 0;
      const next = brings[had];
      if (next === undefined) continue;
      const more = next - (brings[had - 1] ?? 0n);
      if (!best || more > best.more) best = { key, more };
    }
    if (!best) return undefined;
    shares.set(best.key, (shares.get(best.key) ?? 0) + 1);
    total += best.more;
  }
  return { shares, total };
}

/** Every selection of some of the items, the empty one left out. */
export function selections<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (found, item) => [...found, ...found.map((chosen) => [...chosen, item]), [item]],
    [],
  );
}
