import { expect } from "chai";
import { createCustomers } from "./customers.ts";
import { prepareGateway, type KillableGateway } from "./killable.ts";
import { ended, expectGoodBooks, hearEverything } from "./runKills.ts";
import { openShop } from "./shop.ts";
import { openSurroundings, type Heard, type Surroundings } from "./surroundings.ts";

const LONGEST_END_MS = 240_000;
const COME_AT_ONCE = 5;
const UNDER_WAY = 4; // webhooks at once to one receiver: only these may arrive twice

/** What goes wrong while customers pay; the trouble is over when it resolves. */
export type Trouble = (place: Readonly<{ gateway: KillableGateway; around: Surroundings }>) => Promise<void>;

/**
 * Lets so many customers order and pay in every way while something is wrong that ends no process. Then all of it has to be in
 * the books, once, and the merchant's server has heard everything, and twice only what was under way.
 */
export async function runTroubles(invoices: number, trouble: Trouble, postgresUrl?: string): Promise<void> {
  const around = await openSurroundings();
  const gateway = await prepareGateway(around, postgresUrl);
  try {
    const shop = openShop(gateway);
    const customers = await createCustomers(around, shop, invoices);
    await gateway.start(0);
    await hearEverything(gateway, around);
    const troubled = trouble({ gateway, around });
    for (let come = 0; come < invoices; come += COME_AT_ONCE) {
      customers.come(COME_AT_ONCE);
      await later(1_000);
    }
    await troubled;
    const run = { around, gateway, shop, ...customers };
    await ended(run, customers, LONGEST_END_MS);
    expect(repeated(around.heard), "webhooks that came twice").to.be.at.most(UNDER_WAY);
    await expectGoodBooks(
      run,
      (line) => !/job\.failed|job\.recovered|No answer|Query read timeout|ECONN|socket hang up/i.test(line),
    );
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}\n\nThe gateway's last words:\n${gateway.recently()}`, { cause: error });
  } finally {
    gateway.pause(false);
    await gateway.close();
    await around.close();
  }
}

/** The process stands still for so long, as on a machine without memory or under a debugger. */
export function standingStill(ms: number): Trouble {
  return async ({ gateway }) => {
    await later(2_000); // payments are under way
    gateway.pause(true);
    await later(ms);
    gateway.pause(false);
  };
}

/** The intent service is there for a second and away for a second; its lines break before a call or in the middle of an answer. */
export function flappingService(ms: number): Trouble {
  return async ({ around: { doors } }) => {
    const began = performance.now();
    doors.watch = ({ path }) =>
      path.startsWith("/intents") && Math.floor((performance.now() - began) / 1_000) % 2 === 1;
    await later(ms);
    doors.watch = undefined;
  };
}

function repeated(heard: readonly Heard[]): number {
  return heard.length - new Set(heard.map(({ originalDeliveryId }) => originalDeliveryId)).size;
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms)); // the gateway is a process of its own, on the real clock
}
