/** What a number of calls, many at once, came to. */
export type Load = Readonly<{
  perSecond: number;
  p99: number; // of one call, in milliseconds
  cpuUs?: number; // processor time of one call in the process that is measured, in microseconds
}>;

/** Calls `work` so often, `atOnce` at a time. */
export async function load(
  calls: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<Load> {
  const took: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < calls) {
      const index = next++;
      const began = performance.now();
      await work(index);
      took.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { perSecond: (calls * 1_000) / (performance.now() - began), p99: percentile(took, 0.99) };
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
