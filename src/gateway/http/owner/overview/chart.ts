/** A bar of a chart: its place in the drawing, and its text. */
export type Bar = Readonly<{
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  words: string;
}>;

type Value = Readonly<{ label: string; value: bigint; words: string }>;

/** The drawing that the bars lie in, in units of its viewBox. */
export const CHART = { width: 600, height: 140 } as const;

const GAP = 4;
const LEAST = 2; // so that a day without turnover can still be pointed at
const STEPS = 10_000n; // heights are ratios of whole numbers, and exact enough for a screen

/** Values as bars from the bottom, on an axis that ends at `top`. A negative value has the least height. */
export function barsOf(values: readonly Value[], top: bigint): readonly Bar[] {
  const step = CHART.width / Math.max(values.length, 1);
  return values.map(({ label, value, words }, index) => {
    const share = top > 0n && value > 0n ? Number((value * STEPS) / top) / Number(STEPS) : 0;
    const height = Math.max(LEAST, Math.round(share * CHART.height));
    return {
      x: Math.round(index * step),
      y: CHART.height - height,
      width: Math.round(step) - GAP,
      height,
      label,
      words,
    };
  });
}

/** Where an axis ends that has these values: the least 1, 2 or 5 with zeros behind that none of them is above. */
export function topOf(values: readonly bigint[]): bigint {
  const most = values.reduce((high, value) => (value > high ? value : high), 0n);
  if (most === 0n) return 0n;
  const power = 10n ** BigInt(most.toString().length - 1);
  return [1n, 2n, 5n, 10n].map((first) => first * power).find((top) => top >= most) ?? most;
}
