import { expect } from "chai";
import { query, until } from "../support/postgresServers.ts";
import { startMerchantApp, type MerchantApp } from "../support/merchantApp.ts";
import { startPatroni, type PatroniCluster } from "./support/patroni.ts";

const BACK_MS = 30_000;

describe("a gateway on a synchronous cluster of Patroni", function () {
  this.timeout(200_000);
  let cluster: PatroniCluster;
  let merchant: MerchantApp;
  before(async () => {
    cluster = await startPatroni();
    await query(await cluster.primary(), "create database shop");
    merchant = await startMerchantApp({ databaseUrl: cluster.url("shop") });
  });
  after(async () => {
    await merchant.close();
    await cluster.stop();
  });

  it("keeps every acknowledged invoice when the primary crashes, and is back soon after the failover", async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let lastAt = 0;
    let isOver = false;
    const create = async () => {
      while (!isOver) {
        const { status, body } = await merchant.post("/invoices", { amount: "25.00", currency: "USD" });
        statuses.add(status);
        if (status !== 200) continue;
        acknowledged.push((body as Readonly<{ id: string }>).id);
        lastAt = performance.now();
      }
    };
    const creating = Promise.all([create(), create()]);
    await until(async () => acknowledged.length >= 10);
    const took = await cluster.crashPrimary();
    const promotedAt = performance.now();
    await until(async () => lastAt > promotedAt, BACK_MS);
    console.log(
      `      failover in ${Math.round(took)} ms, invoices again ${Math.round(lastAt - promotedAt)} ms later`,
    );
    isOver = true;
    await creating;
    expect(
      [...statuses].every((status) => status === 200 || status === 503),
      [...statuses].join(),
    ).to.equal(true);
    for (const id of acknowledged) expect((await merchant.get(`/invoices/${id}`)).status, id).to.equal(200);
    await merchant.run("watch database");
    expect(merchant.app.gateway.failover?.lost()).to.equal(0);
  });
});
