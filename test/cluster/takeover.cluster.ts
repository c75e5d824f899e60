import { expect } from "chai";
import type { Run } from "../kills/books.ts";
import { createCustomers, type Customers } from "../kills/customers.ts";
import type { KillableGateway } from "../kills/killable.ts";
import { dropConnections } from "../kills/runDrops.ts";
import { expectGoodBooks, hearEverything } from "../kills/runKills.ts";
import { openShop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import { query, until } from "../support/postgresServers.ts";
import { prepareGateways, startAll, type Gateways } from "./support/gateways.ts";
import { come, expectAllPaid, LONGEST_END_MS, outOfOrder, TROUBLED } from "./support/payments.ts";
import { postgresOfCluster } from "./support/servers.ts";
import { isFull } from "./support/size.ts";

const PAYMENTS = isFull ? 1_000 : 20; // of the kill
const OTHERS = isFull ? 60 : 8; // of each other trouble
const PAUSED_MS = isFull ? 30_000 : 12_000; // longer than a lease
const DROPPED_MS = isFull ? 600_000 : 5_000;
const BUSY_MS = isFull ? 0 : 10_000; // at small size the machine runs the whole suite at once
const TAKEN_OVER_MS = 10_000 + BUSY_MS;
const HANDED_OVER_MS = 3_000;
const GROUP = "chain bitcoin";
const JOB = "watch mempool"; // of the group, once a second

describe("three gateways while customers pay in every way", function () {
  this.timeout(LONGEST_END_MS + DROPPED_MS + 60_000);
  let databaseUrl: string;
  let around: Surroundings;
  let gateways: Gateways;
  let customers: Customers;
  let run: Run;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    databaseUrl = await postgresOfCluster().newDatabase("takeover");
    around = await openSurroundings();
    closers.push(() => around.close());
    gateways = await prepareGateways(around, databaseUrl, 3);
    closers.push(() => gateways.close());
    const shop = openShop(gateways.asOne);
    customers = await createCustomers(around, shop, PAYMENTS + 3 * OTHERS);
    await startAll(gateways);
    await hearEverything(gateways.asOne, around);
    run = { around, gateway: gateways.asOne, shop, ...customers };
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  /** Lets so many customers come, and meanwhile, when half of them are there, the trouble happen to its end. */
  const came = async (count: number, trouble: () => Promise<void>): Promise<void> => {
    let troubled: Promise<void> | undefined;
    await come(customers, count, () => void (troubled = trouble()));
    await troubled;
  };

  it(`${PAYMENTS} payments, and kill -9 of the one that follows Bitcoin: another does within ten seconds`, async () => {
    const holder = await holderNow(gateways);
    await came(PAYMENTS, async () => {
      holder.kill();
      await taken(gateways, holder, "after kill -9");
    });
    await expectAllPaid(run, customers);
    await holder.start(0);
  });

  it(`stops the one that follows Bitcoin for ${PAUSED_MS / 1_000} s: its late commits fail`, async () => {
    const holder = await holderNow(gateways);
    await came(OTHERS, async () => {
      holder.pause(true);
      const stoppedAt = performance.now();
      await taken(gateways, holder, "after SIGSTOP");
      await until(async () => performance.now() - stoppedAt > PAUSED_MS, PAUSED_MS + 1_000);
      holder.pause(false);
    });
    await until(async () => holder.recently().includes("jobs.lease_lost"));
    await expectAllPaid(run, customers);
  });

  it("SIGTERM hands over: the next owner is heard to have run within three seconds and a heartbeat", async () => {
    const holder = await holderNow(gateways);
    const began = Date.now();
    const last = await lastRunOf(databaseUrl);
    const [code] = await Promise.all([holder.terminate(), taken(gateways, holder, "after SIGTERM")]);
    expect(code).to.equal(0);
    let first = 0;
    await until(async () => (first = await lastRunOf(databaseUrl)) > Math.max(last, began));
    console.log(`      first run of the new owner at most ${first - began} ms after SIGTERM`);
    await holder.start(0);
    expect(first - began).to.be.at.most(HANDED_OVER_MS + 2_000 + BUSY_MS); // runs are told with heartbeats, every two seconds
  });

  it(`${OTHERS} payments while all connections drop each second`, async () => {
    const dropping = await dropConnections(databaseUrl);
    const deadline = performance.now() + DROPPED_MS;
    await come(customers, OTHERS);
    await until(async () => performance.now() > deadline, DROPPED_MS + 1_000);
    await dropping.stop();
    console.log(`      ${dropping.dropped()} connections dropped`);
    for (const one of gateways.each) expect(one.isUp()).to.equal(true);
    await expectAllPaid(run, customers);
  });

  it("and in the end every book agrees, each event was heard in order, and the audits find nothing", async () => {
    expect(await outOfOrder(gateways.asOne, around)).to.deep.equal([]);
    await expectGoodBooks(run, (line) => !TROUBLED.test(line));
  });
});

async function holderNow({ holderOf }: Gateways): Promise<KillableGateway> {
  let holder: KillableGateway | undefined;
  await until(async () => (holder = await holderOf(GROUP)) !== undefined);
  return holder as KillableGateway; // else it has thrown
}

/** Waits until another process has the group, for ten seconds at most, and says how long that took. */
async function taken({ holderOf }: Gateways, old: KillableGateway, when: string): Promise<void> {
  const from = performance.now();
  await until(async () => {
    const holder = await holderOf(GROUP);
    return holder !== undefined && holder !== old;
  }, TAKEN_OVER_MS);
  console.log(`      ${when}: the next owner ${Math.round(performance.now() - from)} ms later`);
}

async function lastRunOf(databaseUrl: string): Promise<number> {
  const [row] = await query(databaseUrl, `select runs from job_leases where name = '${GROUP}'`);
  const runs = row?.["runs"];
  return ((typeof runs === "string" ? JSON.parse(runs) : runs) as Readonly<Record<string, number>>)[JOB] ?? 0;
}
