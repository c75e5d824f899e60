import type { World } from "../../network/world.ts";
import type { Bare } from "./bare.ts";
import type { Caller, Calls } from "./caller.ts";
import { median, type Load } from "./measure.ts";
import { rounded, type Row } from "./table.ts";

type Parts = Readonly<{ world: World; bare: Bare; caller: Caller }>;
type Sizes = Readonly<{ rounds: number; atOnce: number; quotes: number; reads: number }>;

/** Quotes and status reads at 50 at once, in turns with the bare program. */
export async function measureCalls({ world, bare, caller }: Parts, sizes: Sizes): Promise<readonly Row[]> {
  const { rounds, atOnce } = sizes;
  const body = JSON.stringify(world.quoteBody());
  const quotes = { body, atOnce, calls: Math.ceil(sizes.quotes / rounds) };
  const ids: string[] = [];
  const quote = async () => {
    const called = await caller.call({ ...quotes, urls: [`${world.url}/quote/v2`] });
    ids.push(...called.answers.map(requestIdOf));
    return called;
  };
  const bareQuote = () => caller.call({ ...quotes, urls: [`${bare.url}/quote`] });
  const quoted = await inTurns(rounds, quote, bareQuote);

  const reads = (urls: readonly string[]): Calls => ({
    urls,
    atOnce,
    calls: Math.ceil(sizes.reads / rounds),
  });
  const read = await inTurns(
    rounds,
    () => caller.call(reads(ids.map((id) => `${world.url}/intents/status/v3?requestId=${id}`))),
    () => caller.call(reads(ids.map((_, index) => `${bare.url}/status?id=${index}`))),
  );
  return [row(`quotes/s, ${atOnce} at once`, quoted), row(`status reads/s, ${atOnce} at once`, read)];
}

type Pair = Readonly<{ ours: Load; bare: Load }>;

/** So many rounds of both, one after the other, after one round of each that only warms them up. */
async function inTurns(
  rounds: number,
  ours: () => Promise<Load>,
  bare: () => Promise<Load>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round++) pairs.push({ ours: await ours(), bare: await bare() });
  return pairs.slice(1);
}

function row(what: string, pairs: readonly Pair[]): Row {
  const show = (side: keyof Pair) => {
    const rate = median(pairs.map((pair) => pair[side].perSecond));
    return `${rounded(rate)}/s, p99 ${rounded(median(pairs.map((pair) => pair[side].p99)))} ms`;
  };
  const ratios = pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond);
  return [what, show("ours"), `bare program: ${show("bare")}`, rounded(median(ratios), 2)];
}

export function requestIdOf(answer: string): string {
  const { steps } = JSON.parse(answer) as { steps: readonly { requestId: string }[] };
  return steps[0]?.requestId ?? "";
}
