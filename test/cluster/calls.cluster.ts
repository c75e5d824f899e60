import { expect } from "chai";
import { startWorld, type World } from "../network/world.ts";
import { openWorldDoors } from "../kills/surroundings.ts";
import { openShop } from "../kills/shop.ts";
import type { Doors } from "../support/doors.ts";
import { postgresOfCluster } from "./support/servers.ts";
import { isFull } from "./support/size.ts";
import { startTicking, type TickingGateways } from "./support/ticking.ts";

const INVOICES = isFull ? 40 : 6;
const SECONDS = isFull ? 600 : 45;
const KINDS = {
  explorer: /^\/explorer/,
  rpc: /^\/rpc/,
  "status of requests": /^\/intents\S*(status|requests)/,
};
type Kind = keyof typeof KINDS;

/** Gateways with so many open invoices, whose calls are counted. */
type Side = Readonly<{ gateways: TickingGateways; doors: Doors; counts: Record<Kind, number> }>;

describe("upstream calls of three gateways and of one", function () {
  this.timeout(isFull ? 1_800_000 : 600_000);
  let world: World;
  let sides: readonly [Side, Side];
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    world = await startWorld({ twoChains: true });
    closers.push(() => world.close());
    await world.mine();
    sides = [await open(1), await open(3)];
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  const open = async (count: number): Promise<Side> => {
    const doors = await openWorldDoors(world, []);
    closers.push(() => doors.close());
    const databaseUrl = await postgresOfCluster().newDatabase(`calls_of_${count}`);
    const gateways = await startTicking({ world, doors }, databaseUrl, count);
    closers.push(() => gateways.close());
    const counts = { explorer: 0, rpc: 0, "status of requests": 0 };
    doors.watch = ({ path }, moment) => {
      if (moment === "before the call")
        for (const [kind, paths] of Object.entries(KINDS)) if (paths.test(path)) counts[kind as Kind]++;
      return false;
    };
    return { gateways, doors, counts };
  };

  it(`are the same in ${SECONDS} seconds while ${INVOICES} invoices are open and half of them paid`, async () => {
    for (const { gateways } of sides) {
      const shop = openShop(gateways.asOne);
      for (let made = 0; made < INVOICES; made++) {
        const shown = await shop.shown(await shop.issue({ amount: "50.00" }));
        if (made % 2 === 0) await world.pay(shown.address, Number(shown.due));
      }
    }
    await world.mine(); // the service does nothing here: paid requests stay under way, and are asked for
    for (let second = 0; second < SECONDS; second++) {
      world.now += 1_000;
      for (const { gateways } of sides) await gateways.tick();
    }
    const [one, three] = sides.map(({ counts }) => counts) as [Side["counts"], Side["counts"]];
    for (const kind of Object.keys(KINDS) as Kind[]) {
      console.log(`      ${kind}: ${one[kind]} of one gateway, ${three[kind]} of three`);
      expect(one[kind], kind).to.be.greaterThan(INVOICES);
      expect(three[kind] / one[kind], kind).to.be.at.most(1.05);
    }
    const [, { gateways }] = sides;
    expect(gateways.runners(), "gateways that run jobs").to.equal(3);
  });
});
