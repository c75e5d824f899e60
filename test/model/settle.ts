import { HOUR_MS, MINUTE_MS } from "../../src/values/time.ts";
import { makeLie } from "./lies.ts";
import type { World } from "./world.ts";

const ROUNDS = 8; // a refund of a payment that a refund took the place of needs some
const FINAL_BLOCKS = 6; // a payout is Completed when its transaction has this many confirmations
const HOURS = 3; // by then every webhook that was refused a few times was tried again

/**
 * Heals the world and lets it run until nothing more happens: everything in the mempool is mined, the service finishes what it
 * has, receivers take what comes, and the price promises of all invoices end.
 */
export async function settle(world: World): Promise<void> {
  const { chain, service, explorers, receiver } = world;
  for (const explorer of explorers) {
    explorer.trouble = undefined;
    makeLie(world, explorer, "honest");
  }
  service.setMood("well");
  receiver.setMood("well");
  world.restartAll();
  for (let round = 0; round < ROUNDS; round++) {
    chain.mine();
    await world.tick(MINUTE_MS / 2, 0);
    for (const request of service.open()) for (let step = 0; step < 4; step++) service.step(request);
    for (let look = 0; look < 3; look++) await world.tick(MINUTE_MS / 4, 0);
    if (round > 0 && service.open().length === 0 && chain.view().mempool.length === 0) break;
  }
  for (let block = 1; block < FINAL_BLOCKS; block++) chain.mine();
  for (let hour = 0; hour < HOURS; hour++) await world.tick(HOUR_MS, 0);
  for (let look = 0; look < 3; look++) await world.tick(MINUTE_MS, 0);
}
