import { expect } from "chai";
import { type Run } from "../kills/books.ts";
import { createCustomers, type Customers } from "../kills/customers.ts";
import { expectGoodBooks, hearEverything } from "../kills/runKills.ts";
import { openShop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import { query, until } from "../support/postgresServers.ts";
import { prepareGateways, startAll, type Gateways } from "./support/gateways.ts";
import { startPatroni, type PatroniCluster } from "./support/patroni.ts";
import { come, expectAllPaid, order, outOfOrder, TROUBLED } from "./support/payments.ts";
import { isFull } from "./support/size.ts";

const SERVERS = 3;
const FAILOVERS = 20;
const PAYMENTS = 15; // during each failover
const BACK_MS = 30_000;

function playFailovers(this: Mocha.Suite) {
  this.timeout(3_600_000);
  let cluster: PatroniCluster;
  let around: Surroundings;
  let gateways: Gateways;
  let customers: Customers;
  let run: Run;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    [cluster, around] = await Promise.all([startPatroni(SERVERS), openSurroundings()]);
    closers.push(
      () => cluster.stop(),
      () => around.close(),
    );
    await query(await cluster.primary(), "create database shop");
    gateways = await prepareGateways(around, cluster.url("shop"), 3);
    closers.push(() => gateways.close());
    const shop = openShop(gateways.asOne);
    customers = await createCustomers(around, shop, FAILOVERS * PAYMENTS);
    await startAll(gateways);
    await hearEverything(gateways.asOne, around);
    run = { around, gateway: gateways.asOne, shop, ...customers };
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  it(`lose and double nothing in ${FAILOVERS} failovers, and are back soon after each`, async () => {
    for (let failover = 0; failover < FAILOVERS; failover++) {
      if (failover > 0) await cluster.rejoin();
      const coming = come(customers, PAYMENTS);
      const statuses = new Set<number>();
      let isOver = false;
      const ordering = (async () => {
        while (!isOver) statuses.add(await order(gateways));
      })();
      const took = await cluster.crashPrimary();
      const promotedAt = performance.now();
      await until(async () => (await order(gateways)) === 200, BACK_MS);
      isOver = true;
      const back = performance.now() - promotedAt;
      console.log(`      failover in ${Math.round(took)} ms, invoices again ${Math.round(back)} ms later`);
      await ordering;
      for (const status of statuses) expect([200, 503]).to.include(status);
      await coming;
      await expectAllPaid(run, customers);
    }
    for (const one of gateways.each) expect(one.recently()).not.to.contain("database.lost_invoices");
  });

  it("and in the end every book agrees, each event was heard in order, and the audits find nothing", async () => {
    expect(await outOfOrder(gateways.asOne, around)).to.deep.equal([]);
    await expectGoodBooks(run, (line) => !TROUBLED.test(line));
  });
}

if (isFull)
  describe(`three gateways on ${SERVERS} servers of Patroni that replicate synchronously`, playFailovers);
