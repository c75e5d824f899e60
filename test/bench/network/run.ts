import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startWorld, type World } from "../../network/world.ts";
import { startBare } from "./bare.ts";
import { percentile, rate, report, rounded } from "./measure.ts";

/**
 * `npm run bench:network`: the intent service on SQLite with a real ledger and a real anvil in this process, beside a bare
 * program that does the same work for wire and disk. Figures go to docs/benchmarks.md with machine and date.
 */
const QUOTES = 3_000;
const READS = 10_000;
const DEPOSITS = 200;
const AT_ONCE = 50;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
const world = await startWorld({ quotesPerMinute: 10_000_000, callsPerMinute: 10_000_000 });
const bare = await startBare(folder);
await quotesAndReads();
await fills();
await ticks();
await bare.close();
await world.close();
fs.rmSync(folder, { recursive: true });

async function quotesAndReads(): Promise<void> {
  const body = JSON.stringify(world.quoteBody());
  const ids: string[] = [];
  const quote = async () => {
    const response = await post(`${world.url}/quote/v2`, body);
    const { steps } = (await response.json()) as { steps: [{ requestId: string }] };
    ids.push(steps[0].requestId);
  };
  const plain = async () => void (await (await post(`${bare.url}/quote`, body)).json());
  await rate(300, AT_ONCE, quote); // warm
  await rate(300, AT_ONCE, plain);
  const quotes = await rate(QUOTES, AT_ONCE, quote);
  const bareQuotes = await rate(QUOTES, AT_ONCE, plain);
  compare(`quotes at ${AT_ONCE} at once`, quotes, bareQuotes);
  const read = async (index: number) =>
    void (await (await fetch(`${world.url}/intents/status/v3?requestId=${ids[index % ids.length]}`)).json());
  const bareRead = async (index: number) =>
    void (await (await fetch(`${bare.url}/status?id=${index % QUOTES}`)).json());
  await rate(1_000, AT_ONCE, read);
  await rate(1_000, AT_ONCE, bareRead);
  compare(
    `status reads at ${AT_ONCE} at once`,
    await rate(READS, AT_ONCE, read),
    await rate(READS, AT_ONCE, bareRead),
  );
}

/** From the first look at the block with the deposits until each fill was handed to the chain. */
async function fills(): Promise<void> {
  const addresses: string[] = [];
  for (let count = 0; count < DEPOSITS; count++) addresses.push((await world.quote()).address);
  for (const address of addresses) await world.pay(address, 100_000);
  await world.mine();
  const sentBefore = world.sent.length;
  const took: number[] = [];
  const began = performance.now();
  const push = world.sent.push.bind(world.sent);
  world.sent.push = (...raw) => {
    took.push(performance.now() - began);
    return push(...raw);
  };
  while (world.sent.length - sentBefore < DEPOSITS) await world.tick();
  report(
    `confirmed deposit to fill sent, ${DEPOSITS} in one block`,
    `p50 ${rounded(percentile(took, 0.5), 0)} ms`,
    `p99 ${rounded(percentile(took, 0.99), 0)} ms`,
    "(plus up to a second until the next look)",
  );
  while ((await world.received()) === 0n) await world.tick();
}

/** A look at the chains costs the same whatever number of requests is open. */
async function ticks(): Promise<void> {
  const fresh = await startWorld({ quotesPerMinute: 10_000_000, callsPerMinute: 10_000_000 });
  for (let open = 0; open < 10; open++) await fresh.quote();
  await fresh.tick(10);
  const few = await costOfTick(fresh);
  for (let open = 0; open < 10_000; open++) await fresh.quote();
  await fresh.tick(10);
  const many = await costOfTick(fresh);
  await fresh.close();
  report("a tick without news, 10 requests open", `${rounded(few, 2)} ms`);
  report(
    "a tick without news, 10,010 requests open",
    `${rounded(many, 2)} ms`,
    `ratio ${rounded(many / few, 2)}`,
  );
}

async function costOfTick(world: World): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 40; round++) {
    const began = performance.now();
    await world.tick();
    took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

function compare(
  what: string,
  mine: Awaited<ReturnType<typeof rate>>,
  other: Awaited<ReturnType<typeof rate>>,
): void {
  report(
    what,
    `${rounded(mine.perSecond, 0)}/s`,
    `p99 ${rounded(mine.p99)} ms`,
    `bare ${rounded(other.perSecond, 0)}/s p99 ${rounded(other.p99)} ms`,
    `ratio ${rounded(mine.perSecond / other.perSecond, 2)}`,
  );
}

function post(url: string, body: string): Promise<Response> {
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
}
