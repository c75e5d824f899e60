import { expect } from "chai";
import { readAnswers, faults, unheard, type Run } from "../kills/books.ts";
import { createCustomers, type Customers } from "../kills/customers.ts";
import type { KillableGateway } from "../kills/killable.ts";
import { dropConnections } from "../kills/runDrops.ts";
import { ended, expectGoodBooks, hearEverything } from "../kills/runKills.ts";
import { openShop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import { query, until } from "../support/postgresServers.ts";
import { prepareGateways, startAll, type Gateways } from "./support/gateways.ts";
import { startDebianPostgres, type DebianPostgres } from "./support/postgres.ts";
import { isFull } from "./support/size.ts";

const PAYMENTS = isFull ? 1_000 : 20; // of the kill
const OTHERS = isFull ? 60 : 8; // of each other trouble
const PAUSED_MS = isFull ? 30_000 : 12_000; // longer than a lease
const DROPPED_MS = isFull ? 600_000 : 5_000;
const TAKEN_OVER_MS = 10_000;
const HANDED_OVER_MS = 3_000;
const LONGEST_END_MS = isFull ? 1_200_000 : 150_000;
const GROUP = "chain bitcoin";
const JOB = "watch mempool"; // of the group, once a second
/** What a gateway may log while connections drop or it wakes without its leases. */
const EXPECTED =
  /terminat|ECONN|database did not answer|job\.failed|job\.recovered|No answer|socket hang up/i;

describe("three gateways while customers pay in every way", function () {
  this.timeout(LONGEST_END_MS + DROPPED_MS + 60_000);
  let postgres: DebianPostgres;
  let databaseUrl: string;
  let around: Surroundings;
  let gateways: Gateways;
  let customers: Customers;
  let run: Run;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    postgres = await startDebianPostgres();
    closers.push(() => postgres.stop());
    databaseUrl = await postgres.newDatabase("shop");
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

  it(`${PAYMENTS} payments, and kill -9 of the one that follows Bitcoin: another does within ten seconds`, async () => {
    const holder = await holderNow(gateways);
    await come(customers, PAYMENTS, () => holder.kill());
    await holder.gone();
    await taken(gateways, holder, "after kill -9", TAKEN_OVER_MS);
    await expectAllPaid(run, customers);
    await holder.start(0);
  });

  it(`stops the one that follows Bitcoin for ${PAUSED_MS / 1_000} s: its late commits fail`, async () => {
    const holder = await holderNow(gateways);
    await come(customers, OTHERS, () => holder.pause(true));
    const stoppedAt = performance.now();
    await taken(gateways, holder, "after SIGSTOP", TAKEN_OVER_MS);
    await until(async () => performance.now() - stoppedAt > PAUSED_MS, PAUSED_MS + 1_000);
    holder.pause(false);
    await until(async () => holder.recently().includes("jobs.lease_lost"));
    await expectAllPaid(run, customers);
  });

  it("SIGTERM hands over: the next owner is heard to have run within three seconds and a heartbeat", async () => {
    const holder = await holderNow(gateways);
    const began = Date.now();
    const last = await lastRunOf(databaseUrl);
    const [code] = await Promise.all([
      holder.terminate(),
      taken(gateways, holder, "after SIGTERM", TAKEN_OVER_MS),
    ]);
    expect(code).to.equal(0);
    let first = 0;
    await until(async () => (first = await lastRunOf(databaseUrl)) > Math.max(last, began));
    console.log(`      first run of the new owner at most ${first - began} ms after SIGTERM`);
    expect(first - began).to.be.at.most(HANDED_OVER_MS + 2_000); // runs are told with heartbeats, every two seconds
    await holder.start(0);
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
    expect(await outOfOrder(databaseUrl, around)).to.deep.equal([]);
    await expectGoodBooks(run, (line) => !EXPECTED.test(line));
  });
});

async function holderNow({ holderOf }: Gateways): Promise<KillableGateway> {
  let holder: KillableGateway | undefined;
  await until(async () => (holder = await holderOf(GROUP)) !== undefined);
  return holder as KillableGateway; // else it has thrown
}

/** Lets so many customers come, with a trouble in their middle. */
async function come(customers: Customers, count: number, trouble = () => {}): Promise<void> {
  for (let one = 0; one < count; one++) {
    if (one === Math.floor(count / 2)) trouble();
    customers.come(1);
    await new Promise((resolve) => setTimeout(resolve, isFull ? 150 : 250)); // real processes work meanwhile
  }
}

/** Waits until another process has the group, and says how long that took. */
async function taken(
  { holderOf }: Gateways,
  old: KillableGateway,
  when: string,
  mostMs: number,
): Promise<void> {
  const from = performance.now();
  await until(async () => {
    const holder = await holderOf(GROUP);
    return holder !== undefined && holder !== old;
  }, mostMs);
  console.log(`      ${when}: the next owner ${Math.round(performance.now() - from)} ms later`);
}

async function lastRunOf(databaseUrl: string): Promise<number> {
  const [row] = await query(databaseUrl, `select runs from job_leases where name = '${GROUP}'`);
  const runs = row?.["runs"];
  return ((typeof runs === "string" ? JSON.parse(runs) : runs) as Readonly<Record<string, number>>)[JOB] ?? 0;
}

/** Waits until all who came have paid and nothing is under way, and compares the books with the truth. */
async function expectAllPaid(run: Run, customers: Customers): Promise<void> {
  await ended(run, customers, LONGEST_END_MS);
  const found = [...(await faults(run, await readAnswers(run.shop))), ...(await unheard(run))];
  expect(found.join("\n"), "the truth and the books").to.equal("");
}

/** Events that the merchant's server heard before an earlier one of the same invoice. */
async function outOfOrder(databaseUrl: string, { heard }: Surroundings): Promise<readonly string[]> {
  const sql =
    "select d.id, e.invoice_id from deliveries d join events e on e.id = d.event_id where d.original_id is null or d.original_id = d.id order by e.sequence";
  const rows = await query(databaseUrl, sql);
  const firstHeard = new Map<string, number>();
  heard.forEach(({ originalDeliveryId: id }, at) => firstHeard.has(id) || firstHeard.set(id, at));
  const latest = new Map<string, number>();
  return rows.flatMap(({ id, invoice_id: invoice }) => {
    const at = firstHeard.get(String(id)) ?? -1;
    const before = latest.get(String(invoice)) ?? -1;
    latest.set(String(invoice), Math.max(at, before));
    return at < before ? [`${String(id)} of invoice ${String(invoice)}`] : [];
  });
}
