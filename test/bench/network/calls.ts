import type { World } from "../../network/world.ts";
import type { Bare } from "./bare.ts";
import type { Caller, Calls } from "../caller.ts";
import type { Row } from "../table.ts";
import { inTurns, rowOf } from "../turns.ts";

type Parts = Readonly<{ world: World; bare: Bare; caller: Caller }>;
type Sizes = Readonly<{ rounds: number; atOnce: number; quotes: number; reads: number }>;

/** Quotes and status reads at 50 at once, in turns with the bare program. */
export async function measureCalls({ world, bare, caller }: Parts, sizes: Sizes): Promise<readonly Row[]> {
  const { rounds, atOnce } = sizes;
  const bodies = [JSON.stringify(world.quoteBody())];
  const quotes = { bodies, atOnce, calls: Math.ceil(sizes.quotes / rounds) };
  const ids: string[] = [];
  const quote = async () => {
    const called = await caller.call({ ...quotes, urls: [`${world.url}/quote/v2`] });
    ids.push(...called.answers.map(requestIdOf));
    return called;
  };
  const bareQuote = () => caller.call({ ...quotes, urls: [`${bare.url}/quote`] });
  const stopClock = runClock(world);
  const quoted = await inTurns(rounds, quote, bareQuote).finally(stopClock);

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
  return [rowOf(`quotes/s, ${atOnce} at once`, quoted), rowOf(`status reads/s, ${atOnce} at once`, read)];
}

/**
 * Lets the world's clock run. While it stands still all quotes have one creation time, and indexes that contain it are written
 * at random places, which a real clock does not do.
 */
function runClock(world: World): () => void {
  const begin = world.now - performance.now();
  const timer = setInterval(() => (world.now = Math.floor(begin + performance.now())), 1);
  return () => clearInterval(timer);
}

export function requestIdOf(answer: string): string {
  const { steps } = JSON.parse(answer) as { steps: readonly { requestId: string }[] };
  return steps[0]?.requestId ?? "";
}
