import { expect } from "chai";
import { openShop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import { until } from "../support/postgresServers.ts";
import { prepareGateways, type Gateways } from "./support/gateways.ts";
import { startDebianPostgres, type DebianPostgres } from "./support/postgres.ts";
import { isFull } from "./support/size.ts";

const INVOICES = isFull ? 20 : 4;
const WATCHED_MS = isFull ? 60_000 : 12_000; // invoices are looked at for their end every five seconds
const OFF = { "90 seconds": 90_000, "30 minutes": 1_800_000 };

describe("two gateways of which one has a wrong clock", function () {
  this.timeout(180_000);
  let postgres: DebianPostgres;
  let around: Surroundings;
  let gateways: Gateways;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    postgres = await startDebianPostgres();
    closers.push(() => postgres.stop());
    around = await openSurroundings();
    closers.push(() => around.close());
    gateways = await prepareGateways(around, await postgres.newDatabase("clocks"), 2);
    closers.push(() => gateways.close());
    await gateways.each[0]?.start(0);
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  for (const [name, aheadMs] of Object.entries(OFF))
    it(`${name} ahead: nothing expires, it warns and is not ready`, async () => {
      const [right, wrong] = gateways.each;
      if (!right || !wrong) throw new Error("There are two.");
      await wrong.startUnready(aheadMs);
      const shops = [openShop(right), openShop(wrong)];
      const minutes = aheadMs / 120_000 + 1; // both ends are before the wrong clock's time, or soon after it
      const ids: string[] = [];
      for (let made = 0; made < INVOICES; made++) {
        const shop = shops[made % 2];
        if (shop) ids.push(await shop.issue({ amount: "30.00", minutes }));
      }
      await until(async () => wrong.recently().includes("clock.skewed"));
      expect((await fetch(`${wrong.url}/health/ready`)).status).to.equal(503);
      expect((await fetch(`${right.url}/health/ready`)).status).to.equal(200);
      await new Promise((resolve) => setTimeout(resolve, WATCHED_MS)); // real processes work meanwhile
      const states = await right.rows(`select id, state from invoices where id in ('${ids.join("','")}')`);
      expect(states.map(({ state }) => state)).to.deep.equal(ids.map(() => "New"));
      const lists = await Promise.all(
        shops.map(async (shop) => (await shop.invoices()).map(({ id, status }) => `${id} ${status}`)),
      );
      expect(lists[1]).to.deep.equal(lists[0]);
      await wrong.terminate();
    });
});
