import { expect } from "chai";
import { type Run } from "../kills/books.ts";
import { createCustomers, type Customers } from "../kills/customers.ts";
import { expectGoodBooks, hearEverything } from "../kills/runKills.ts";
import { openShop, type Shop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import { seededChance } from "../model/chance.ts";
import { BAD_ANSWERS } from "../support/badAnswers.ts";
import { serve } from "../support/localServer.ts";
import { query, until } from "../support/postgresServers.ts";
import { prepareGateways, startAll, type Gateways } from "./support/gateways.ts";
import { come, expectAllPaid, order, outOfOrder, TROUBLED } from "./support/payments.ts";
import { startPgBouncer, type PgBouncer } from "./support/pgbouncer.ts";
import { isFull } from "./support/size.ts";
import { startSmallDiskPostgres, type SmallDiskPostgres } from "./support/smallDisk.ts";

const PAYMENTS = isFull ? 60 : 4; // of each trouble
const KILLED_PAYMENTS = 150;
const KILLS = 30;
const CRASHES = isFull ? 3 : 1;
const FLAPPING_MS = isFull ? 30_000 : 5_000;
const BAD_ANSWERS_GIVEN = isFull ? 12 : 3; // after each failure a gateway waits twice as long before it asks again
const BAD_MS = isFull ? 1_200_000 : 60_000;
const REFUSED = 3; // invoices, by which the disk is known to be full
const SEED = 20_261_125;
const BAD = [
  "bytes that mean nothing",
  "JSON that is cut in the middle",
  "ten megabytes of JSON",
  "a byte at a time",
  "nothing at all",
] as const;

describe("three gateways behind PgBouncer while what they need fails", function () {
  this.timeout(isFull ? 1_800_000 : 200_000);
  let postgres: SmallDiskPostgres;
  let bouncer: PgBouncer;
  let around: Surroundings;
  let gateways: Gateways;
  let shop: Shop;
  let customers: Customers;
  let run: Run;
  let explorer: Awaited<ReturnType<typeof openExplorer>>;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    postgres = await startSmallDiskPostgres();
    closers.push(() => postgres.stop());
    bouncer = await startPgBouncer(postgres.port);
    closers.push(() => bouncer.stop());
    await query(postgres.url("postgres"), "create database shop");
    around = await openSurroundings();
    closers.push(() => around.close());
    explorer = await openExplorer(`${around.doors.url}/explorer`);
    closers.push(() => explorer.close());
    gateways = await prepareGateways(around, bouncer.url("shop"), 3, { EXPLORER_URLS: explorer.url });
    closers.push(() => gateways.close());
    shop = openShop(gateways.asOne);
    customers = await createCustomers(around, shop, 4 * PAYMENTS + (isFull ? KILLED_PAYMENTS : 0));
    await startAll(gateways);
    await hearEverything(gateways.asOne, around);
    run = { around, gateway: gateways.asOne, shop, ...customers };
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  it(`${PAYMENTS} payments while the explorer answers with garbage, too much, too slowly or never`, async () => {
    const coming = come(customers, PAYMENTS);
    explorer.turnBad(true);
    await until(async () => explorer.badly() >= BAD_ANSWERS_GIVEN, BAD_MS).finally(() =>
      explorer.turnBad(false),
    );
    await coming;
    await expectAllPaid(run, customers);
  });

  it(`${PAYMENTS} payments while the intent service is there and away, second by second`, async () => {
    const began = performance.now();
    around.doors.watch = ({ path }) =>
      path.startsWith("/intents") && Math.floor((performance.now() - began) / 1_000) % 2 === 1;
    await come(customers, PAYMENTS);
    await until(async () => performance.now() - began > FLAPPING_MS, FLAPPING_MS + 1_000);
    around.doors.watch = undefined;
    await expectAllPaid(run, customers);
  });

  it(`${PAYMENTS} payments while PostgreSQL's disk is full: new invoices get 503, and nothing is lost`, async () => {
    const coming = come(customers, PAYMENTS, () => postgres.fill());
    const statuses: number[] = [];
    await until(async () => {
      statuses.push(await order(gateways));
      return statuses.filter((status) => status === 503).length >= REFUSED;
    });
    expect(statuses.filter((status) => status !== 200 && status !== 503)).to.deep.equal([]);
    for (const one of gateways.each) expect(one.isUp()).to.equal(true);
    await postgres.free();
    await coming;
    await expectAllPaid(run, customers);
  });

  it(`${PAYMENTS} payments while PostgreSQL crashes, ${CRASHES} in all`, async () => {
    const coming = come(customers, PAYMENTS);
    for (let crash = 0; crash < CRASHES; crash++) {
      await postgres.crash();
      const began = performance.now();
      await until(async () => (await order(gateways)) === 200);
      console.log(`      invoices again ${Math.round(performance.now() - began)} ms after the server`);
    }
    await coming;
    await expectAllPaid(run, customers);
  });

  const byChance = async () => {
    const chance = seededChance(SEED);
    const coming = come(customers, KILLED_PAYMENTS);
    for (let kill = 0; kill < KILLS; kill++) {
      const one = chance.pick(gateways.each);
      if (!one) throw new Error("There are no gateways.");
      one.kill();
      await one.gone();
      await one.start(0);
    }
    await coming;
    await expectAllPaid(run, customers);
  };
  if (isFull) it(`${KILLED_PAYMENTS} payments and ${KILLS} times kill -9 of a gateway by chance`, byChance);

  it("and in the end every book agrees, each event was heard in order, and the audits find nothing", async () => {
    expect(await outOfOrder(gateways.asOne, around)).to.deep.equal([]);
    await expectGoodBooks(run, (line) => !TROUBLED.test(line));
  });
});

/** An explorer that answers as the one at a URL does, or badly, in one way after the other. */
async function openExplorer(well: string) {
  let isBad = false;
  let badly = 0;
  const server = await serve((asked, response) => {
    if (isBad) return BAD_ANSWERS[BAD[badly++ % BAD.length] ?? ""]?.(asked, response);
    const { method, path, body } = asked;
    void fetch(well + path, { method, ...(method === "GET" ? {} : { body }) })
      .then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "text/plain";
        response
          .writeHead(answer.status, { "content-type": type })
          .end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  return {
    url: server.url,
    badly: () => badly,
    turnBad: (bad: boolean) => void (isBad = bad),
    close: server.close,
  };
}
