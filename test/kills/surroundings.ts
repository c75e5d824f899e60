import { SECOND_MS } from "../../src/values/time.ts";
import { startWorld, type World } from "../network/world.ts";
import { openDoors, type DoorCall, type Doors } from "../support/doors.ts";

/** A webhook as the merchant's server got it. */
export type Heard = Readonly<{ originalDeliveryId: string; invoiceId: string; type: string; body: string }>;

/**
 * Everything around a gateway: Bitcoin with its explorer, two EVM chains, the intent service and a merchant's server. It lives
 * on while the gateway is killed; blocks come and the service works all the time.
 */
export type Surroundings = Readonly<{
  world: World;
  doors: Doors;
  heard: readonly Heard[];
  /** Time passes at once: for the chains and the service, not for the gateway. */
  pass(ms: number): Promise<void>;
  /** Mines what waits. */
  mine(): Promise<void>;
  /** Lets blocks come only when they are asked for, or again by themselves. */
  holdBlocks(areHeld: boolean): void;
  close(): Promise<void>;
}>;

const LOOK_MS = 250; // real time; for the service a second passes
const LOOKS_A_BLOCK = 5;

export async function openSurroundings(): Promise<Surroundings> {
  const world = await startWorld({ twoChains: true });
  for (let coin = 0; coin < 20; coin++) await world.pay(world.network.solver.bitcoin, 3_000_000);
  await world.mine();
  const heard: Heard[] = [];
  const doors = await openWorldDoors(world, heard);
  let areHeld = false;
  const mine = async () => {
    if (world.ledger.view.mempool().size > 0) await world.mine();
  };
  const life = liveOn(world, async () => void (areHeld || (await mine())));
  return {
    ...{ world, doors, heard, mine },
    async pass(ms) {
      world.now += ms;
      for (const { client } of [world.evm, world.other])
        await client.request({ method: "evm_increaseTime" as never, params: [ms / SECOND_MS] as never }); // viem types only what all nodes know
    },
    holdBlocks: (held) => void (areHeld = held),
    async close() {
      await life.end();
      await doors.close();
      await world.close();
    },
  };
}

/** A way of its own to everything around a gateway; what the merchant's server hears comes to `heard`. */
export function openWorldDoors(world: World, heard: Heard[]): Promise<Doors> {
  const base = world.url.slice(0, -"/base/path".length);
  return openDoors({
    urls: {
      "/intents": world.url,
      "/explorer": `${base}/explorer/api`,
      [`/rpc/${world.evm.id}`]: world.evm.url,
      [`/rpc/${world.other.id}`]: world.other.url,
    },
    answer({ path, body }: DoorCall) {
      if (path !== "/hook") return 404;
      const event = JSON.parse(body) as Omit<Heard, "body">;
      heard.push({ ...event, body });
      return 200;
    },
  });
}

/** The service's jobs and the miner, over and over. */
function liveOn(world: World, mine: () => Promise<void>): Readonly<{ end(): Promise<void> }> {
  let isOver = false;
  const live = async () => {
    for (let look = 1; !isOver; look++) {
      await world.tick();
      if (look % LOOKS_A_BLOCK === 0) await mine();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS)); // the gateway is a process of its own, on the real clock
    }
  };
  const living = live();
  living.catch(() => {}); // told at the end
  return {
    end() {
      isOver = true;
      return living;
    },
  };
}
