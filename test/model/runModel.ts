import fc from "fast-check";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { SECOND_MS } from "../../src/values/time.ts";
import { histories, type Step } from "./commands.ts";
import { settle } from "./settle.ts";
import { truthOf } from "./truth.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";

export type Size = Readonly<{
  runs: number;
  commands: number;
  seed: number;
  kind?: typeof histories;
  gateways?: number;
}>;

/** Gives a store of its own to each history, and puts it away afterwards. */
export type WithStore = (use: (persistence: Persistence) => Promise<void>) => Promise<void>;

/**
 * Lives so many random histories of so many commands, and checks after every command and at the end of each history that the
 * gateway believes what is true. A failure prints the seed, and the shortest history that still fails.
 */
export async function runModel(
  withStore: WithStore,
  { runs, commands, seed, kind = histories, gateways = 1 }: Size,
): Promise<void> {
  const property = fc.asyncProperty(kind(commands), fc.nat(), (steps, chance) =>
    withStore(async (persistence) => void (await live(persistence, steps, chance, { gateways }))),
  );
  await fc.assert(property, { numRuns: runs, seed });
}

/** Lives one history, and gives the world that it ends in. The seed also decides what kind of service there is. */
export async function live(
  persistence: Persistence,
  steps: readonly Step[],
  seed: number,
  options: Pick<WorldOptions, "without" | "gateways"> = {},
): Promise<World> {
  const service = { lists: seed % 4 !== 0, namesHashes: seed % 8 !== 1, reusesAddresses: seed % 3 === 0 };
  const world = await createWorld({
    seed,
    persistence,
    service,
    mixes: seed % 2 === 0,
    laziness: 0.4,
    ...options,
  });
  const truth = truthOf(world);
  await world.tick(SECOND_MS, 0); // the gateway has begun to follow the chain before anybody pays
  await fc.asyncModelRun(() => ({ model: { invoices: 0 }, real: { world, truth } }), steps);
  await settle(world);
  const faults = await truth.finalFaults();
  if (faults.length > 0) throw new Error(`At the end: ${faults.join("; ")}`);
  return world;
}
