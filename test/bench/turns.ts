import { median, type Load } from "./measure.ts";
import { rounded, type Row } from "./table.ts";

/** What a round of both came to. */
export type Pair = Readonly<{ ours: Load; bare: Load }>;

/** So many rounds of both, one after the other, after one round of each that only warms them up. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<Load>,
  bare: () => Promise<Load>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round++) pairs.push({ ours: await ours(), bare: await bare() });
  return pairs.slice(1);
}

function shown(what: string, value: number, unit: string): readonly string[] {
  return Number.isNaN(value) ? [] : [`${what} ${rounded(value)} ${unit}`];
}

/** The line of the table: rates and p99 are medians, and so is the ratio, of the rounds' ratios. */
export function rowOf(what: string, pairs: readonly Pair[], beside = "bare program"): Row {
  const show = (side: keyof Pair) => {
    const rate = rounded(median(pairs.map((pair) => pair[side].perSecond)));
    const p99 = median(pairs.map((pair) => pair[side].p99));
    const cpu = median(pairs.flatMap((pair) => pair[side].cpuUs ?? []));
    const parts = [`${rate}/s`, ...shown("p99", p99, "ms"), ...shown("processor time", cpu, "µs each")];
    return parts.join(", ");
  };
  const ratios = pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond);
  return [what, show("ours"), `${beside}: ${show("bare")}`, rounded(median(ratios), 2)];
}
