import type { SolverMemory } from "./memory.ts";

/** Where a row stands in its list: places sort as texts, and the empty one is before all. */
type Reading<T> = Readonly<{
  list: string; // names the list over all turns
  limit: number;
  read: (after: string, limit: number) => Promise<readonly T[]>;
  placeOf: (row: T) => string;
}>;

/**
 * The next rows of a list, at most `limit`: a tick continues where the last one ended, and wraps around at
 * the end. So rows that cannot be served now never hide those behind them, and the cost of a tick is
 * constant. A list that fits into one page is returned whole every time.
 */
export async function nextPage<T>(
  { pages }: Pick<SolverMemory, "pages">,
  { list, limit, read, placeOf }: Reading<T>,
): Promise<readonly T[]> {
  const after = pages.get(list) ?? "";
  const rows = await read(after, limit);
  const last = rows.at(-1);
  if (rows.length === limit && last !== undefined) {
    pages.set(list, placeOf(last));
    return rows;
  }
  pages.delete(list);
  if (after === "") return rows;
  const first = (await read("", limit - rows.length)).filter((row) => placeOf(row) <= after);
  const end = first.at(-1);
  if (end !== undefined) pages.set(list, placeOf(end));
  return [...rows, ...first];
}
