/** Calls `work` so often, `atOnce` at a time, and gives calls a second and the 99th percentile of one call in milliseconds. */
export async function rate(
  calls: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<Readonly<{ perSecond: number; p99: number }>> {
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

/** One line of the report. */
export function report(what: string, ...figures: readonly string[]): void {
  console.log(`${what.padEnd(58)} ${figures.join("   ")}`);
}

export const rounded = (value: number, digits = 1) => value.toFixed(digits);
