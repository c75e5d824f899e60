import { OTHER_CHAIN_ID, startWorld, type World } from "../../network/world.ts";
import { startCaller } from "../caller.ts";
import { median } from "../measure.ts";
import { rounded, type Row } from "../table.ts";

type Sizes = Readonly<{ few: number; many: number; ticks: number; atOnce: number }>;

/**
 * What a second of work costs with few and with many requests open, all waiting for a deposit: half of them on Bitcoin, half
 * on an EVM chain. Two services take turns; between them only that number differs.
 */
export async function measureTicks(sizes: Sizes): Promise<readonly Row[]> {
  const few = await openWorld(sizes.few, sizes.atOnce);
  const many = await openWorld(sizes.many, sizes.atOnce);
  try {
    const quiet = () => Promise.resolve();
    return [
      await compare("a tick without news", sizes, few, many, quiet),
      await compare("a tick with a new block on every chain", sizes, few, many, mineEverywhere),
    ];
  } finally {
    for (const world of [few, many]) await world.close();
  }
}

async function openWorld(requests: number, atOnce: number): Promise<World> {
  const world = await startWorld({ twoChains: true, quotesPerMinute: 1_000_000, callsPerMinute: 1_000_000 });
  const caller = startCaller();
  try {
    const { address } = await world.evm.wallet(15);
    const fromEvm = {
      ...{
        user: address,
        refundTo: address,
        originChainId: OTHER_CHAIN_ID,
        originCurrency: world.other.usdc,
      },
      amount: "25000000",
    };
    for (const changes of [{}, fromEvm]) {
      const bodies = [JSON.stringify(world.quoteBody(changes))];
      const urls = [`${world.url}/quote/v2`];
      await caller.call({ urls, bodies, atOnce, calls: Math.ceil(requests / 2) });
    }
    await world.tick(10);
    return world;
  } catch (error) {
    await world.close();
    throw error;
  } finally {
    await caller.close();
  }
}

async function mineEverywhere({ ledger, evm, other }: World): Promise<void> {
  await ledger.mine(1);
  for (const { client } of [evm, other]) await client.mine({ blocks: 1 });
}

async function compare(
  what: string,
  { few: fewRequests, many: manyRequests, ticks }: Sizes,
  few: World,
  many: World,
  prepare: (world: World) => Promise<void>,
): Promise<Row> {
  const took: Readonly<Record<"few" | "many", number[]>> = { few: [], many: [] };
  for (let round = 0; round < ticks; round++) {
    took.few.push(await costOfTick(few, prepare));
    took.many.push(await costOfTick(many, prepare));
  }
  const [small, large] = [median(took.few), median(took.many)];
  return [
    `${what}, ${manyRequests} requests open`,
    `${rounded(large, 1)} ms`,
    `${rounded(small, 1)} ms with ${fewRequests} open`,
    rounded(large / small, 2),
  ];
}

async function costOfTick(world: World, prepare: (world: World) => Promise<void>): Promise<number> {
  await prepare(world);
  const began = performance.now();
  await world.tick();
  const cost = performance.now() - began;
  if (world.failures.length > 0) throw new Error(`A job failed: ${String(world.failures[0])}`);
  return cost;
}
