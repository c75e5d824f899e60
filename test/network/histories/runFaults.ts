import fc from "fast-check";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { anvil, histories, moveOrReturn, takeOrReturn, type Step } from "./commands.ts";
import { movedKey } from "./orders.ts";
import { fixedPrices } from "../pools/poolWorld.ts";
import { openStage, type Scene } from "./stage.ts";
import { finalFaultsOf } from "./truth.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";

const MOST_LOOKS = 12; // four minutes apart

/**
 * Plays so many random histories of the service with faults of chains, signers, pools and prices, and checks after each command
 * and at the end that nothing was filled twice, no money is lost, and the books agree. A failure prints the seed, and the
 * shortest history that still fails.
 */
export async function runFaults({
  runs,
  commands,
  seed,
}: Readonly<{ runs: number; commands: number; seed: number }>): Promise<void> {
  const stage = await openStage();
  try {
    const property = fc.asyncProperty(histories(commands), (steps) =>
      stage.play((scene) => live(scene, steps)),
    );
    await fc.assert(property, { numRuns: runs, seed });
  } finally {
    await stage.close();
  }
}

/** One history, in a world of its own. */
export async function live(scene: Scene, steps: readonly Step[]): Promise<void> {
  await fc.asyncModelRun(() => ({ model: { orders: 0 }, real: scene }), steps);
  await heal(scene);
  const faults = await end(scene);
  if (faults.length > 0) throw new Error(`At the end: ${faults.join("; ")}`);
}

/** Every fault ends. */
async function heal(scene: Scene): Promise<void> {
  const { world, pooled, taken, moved, orders } = scene;
  Object.assign(world, { tamper: undefined, swallowSends: false });
  Object.assign(pooled.prices.usd, fixedPrices().usd);
  await pooled.pools.level();
  for (const [coin, amount] of taken) if (amount > 0n) await takeOrReturn(scene, coin);
  for (const one of orders.filter(({ signer }) => signer !== undefined)) {
    await anvil(world.evm.url).setCode({ address: one.payer as EvmAddress, bytecode: "0x" });
    if ((moved.get(movedKey(one)) ?? 0n) > 0n) await moveOrReturn(scene, one);
  }
}

/** Time passes until everything has ended, and once more. Gives what is wrong then. */
async function end(scene: Scene): Promise<readonly string[]> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    await passLonger(scene);
    if ((await finalFaultsOf(scene)).length === 0) break;
  }
  await passLonger(scene);
  return finalFaultsOf(scene);
}

async function passLonger({ world }: Scene): Promise<void> {
  for (const { client } of [world.evm, world.other]) await client.mine({ blocks: 2 });
  world.now += 4 * MINUTE_MS;
  await world.tick(2);
}
