/** A bar of a chart: where it is in the drawing, and what it says. */
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

/** Values as bars from the bottom, the largest as high as the drawing. A negative value has the least height. */
export function barsOf(values: readonly Value[]): readonly Bar[] {
  const most = values.reduce((high, { value }) => (value > high ? value : high), 0n);
  const step = CHART.width / Math.max(values.length, 1);
  return values.map(({ label, value, words }, index) => {
    const share = most > 0n && value > 0n ? Number((value * STEPS) / most) / Number(STEPS) : 0;
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
