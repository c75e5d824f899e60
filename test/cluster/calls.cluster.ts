import { expect } from "chai";
import { startWorld, type World } from "../network/world.ts";
import { openWorldDoors, type Heard } from "../kills/surroundings.ts";
import { openShop } from "../kills/shop.ts";
import type { Doors } from "../support/doors.ts";
import { prepareGateways, startAll, type Gateways } from "./support/gateways.ts";
import { startDebianPostgres, type DebianPostgres } from "./support/postgres.ts";
import { isFull } from "./support/size.ts";

const INVOICES = isFull ? 40 : 10;
const COUNTED_MS = isFull ? 60_000 : 20_000;

/** Calls by whom they went to. */
type Counts = { explorer: number; rpc: number; status: number };

/** Gateways with so many open invoices, whose calls are counted. */
type Side = Readonly<{ gateways: Gateways; doors: Doors; counts: Counts; reset(): void }>;

describe("upstream calls of three gateways and of one", function () {
  this.timeout(300_000);
  let postgres: DebianPostgres;
  let world: World;
  let one: Side;
  let three: Side;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    postgres = await startDebianPostgres();
    closers.push(() => postgres.stop());
    world = await startWorld({ twoChains: true });
    closers.push(() => world.close());
    for (let coin = 0; coin < 20; coin++) await world.pay(world.network.solver.bitcoin, 3_000_000);
    await world.mine();
    const side = async (count: number): Promise<Side> => {
      const doors = await openWorldDoors(world, [] as Heard[]);
      closers.push(() => doors.close());
      const gateways = await prepareGateways(
        { world, doors },
        await postgres.newDatabase(`of${count}`),
        count,
      );
      closers.push(() => gateways.close());
      const counts = { explorer: 0, rpc: 0, status: 0 };
      doors.watch = ({ path }, moment) => {
        if (moment === "after the call") return false;
        if (path.startsWith("/explorer")) counts.explorer++;
        if (path.startsWith("/rpc")) counts.rpc++;
        if (path.startsWith("/intents") && /status|requests/.test(path)) counts.status++;
        return false;
      };
      await startAll(gateways);
      return {
        gateways,
        doors,
        counts,
        reset: () => Object.assign(counts, { explorer: 0, rpc: 0, status: 0 }),
      };
    };
    one = await side(1);
    three = await side(3);
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  it(`are at most a twentieth more while ${INVOICES} invoices are open and half of them paid`, async () => {
    for (const { gateways } of [one, three]) await openInvoices(gateways, world);
    await world.mine(); // the service does nothing here: paid requests stay under way, and are asked for
    console.log(`      ${await compare(COUNTED_MS, one, three)}`);
    expectAlike(one.counts, three.counts);
  });
});

async function openInvoices({ asOne }: Gateways, world: World): Promise<void> {
  const shop = openShop(asOne);
  for (let made = 0; made < INVOICES; made++) {
    const shown = await shop.shown(await shop.issue({ amount: "50.00" }));
    if (made % 2 === 0) await world.pay(shown.address, Number(shown.due));
  }
}

/** Counts both over the same time; says what was counted. */
async function compare(ms: number, one: Side, three: Side): Promise<string> {
  one.reset();
  three.reset();
  await new Promise((resolve) => setTimeout(resolve, ms)); // real processes work meanwhile
  const said = (["explorer", "rpc", "status"] as const).map(
    (kind) => `${kind} ${one.counts[kind]} and ${three.counts[kind]}`,
  );
  return `1 and 3 gateways in ${ms / 1_000} s: ${said.join(", ")}`;
}

function expectAlike(one: Counts, three: Counts): void {
  for (const kind of ["explorer", "rpc", "status"] as const) {
    expect(one[kind], kind).to.be.greaterThan(0);
    expect(three[kind], kind).to.be.at.most(Math.ceil(one[kind] * 1.05) + 2); // a tick more at an edge of the time
  }
}
