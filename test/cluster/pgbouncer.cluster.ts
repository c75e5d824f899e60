import { expect } from "chai";
import { openDatabase } from "../../src/database/open.ts";
import { openStore } from "../../src/network/persistence/open.ts";
import { query } from "../support/postgresServers.ts";
import { serve, type LocalServer } from "../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf } from "../journeys/shop.ts";
import { isFull } from "./support/size.ts";
import { postgresOfCluster, type ClusterServers } from "./support/servers.ts";

describe("a gateway behind PgBouncer in transaction mode", function () {
  this.timeout(200_000);
  let servers: ClusterServers;
  before(() => void (servers = postgresOfCluster()));

  it("is migrated once when several start together, and leaves no lock behind", async () => {
    const direct = await servers.newDatabase("together");
    const databases = await Promise.all(
      [1, 2, 3].map(() => openDatabase(servers.pooled("together"), "gateway")),
    );
    await Promise.all(databases.map((database) => database.close()));
    expect(await query(direct, "select * from pg_locks where locktype = 'advisory'")).to.deep.equal([]);
    await (await openDatabase(servers.pooled("together"), "gateway")).close();
  });

  it("says at the start which timeouts the role lacks, and nothing when it has them", async () => {
    const direct = await servers.newDatabase("timeouts");
    const told: (readonly string[])[] = [];
    const open = () =>
      openDatabase(servers.pooled("timeouts"), "gateway", false, { onUntimed: (all) => told.push(all) });
    await (await open()).close();
    expect(told).to.deep.equal([
      ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"],
    ]);
    for (const name of told.flat()) await query(direct, `alter database timeouts set ${name} = '10s'`);
    await query(direct, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'timeouts' and pid <> pg_backend_pid()"); // prettier-ignore
    await (await open()).close();
    expect(told).to.have.length(1);
    await (await openDatabase(direct, "gateway", false, { onUntimed: (all) => told.push(all) })).close();
    expect(told).to.have.length(1);
  });

  it("says the same of the intent service's role", async () => {
    await servers.newDatabase("service");
    const told: (readonly string[])[] = [];
    const store = await openStore(servers.pooled("service"), undefined, (all) => told.push(all));
    await store.close();
    expect(told.flat()).to.have.length(3);
  });

  const takePayments = () => {
    let direct: string;
    let receiver: LocalServer;
    let sandbox: SandboxApp;
    const events: Record<string, unknown>[] = [];
    before(async () => {
      receiver = await serve(({ body }, response) => {
        events.push(JSON.parse(body) as Record<string, unknown>);
        response.end();
      });
      direct = await servers.newDatabase("shop");
      sandbox = await startSandboxApp({ databaseUrl: servers.pooled("shop") });
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      ok(await sandbox.post("/webhooks", { url: `${receiver.url}/hook` }));
    });
    after(async () => {
      await sandbox.close();
      await receiver.close();
    });

    it("from the invoice to the webhook", async () => {
      const shop = shopOf(sandbox);
      const invoices = [await shop.invoice(), await shop.invoice(), await shop.invoice()];
      await Promise.all(invoices.map(({ id }) => shop.pay(id)));
      await shop.mine();
      for (const { id } of invoices) await shop.until(id, "Settled", 40);
      await shop.tick(2);
      const settled = events
        .filter(({ type }) => type === "InvoiceSettled")
        .map(({ invoiceId }) => invoiceId);
      expect(settled).to.have.members(invoices.map(({ id }) => id));
      expect(await sandbox.app.gateway.persistence.checkpoints.read("mode")).to.include({ body: "sandbox" });
    });

    it("while the server drops connections at random: nothing but 503, and nothing twice", async () => {
      const drop = "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid() order by random() limit 2"; // prettier-ignore
      const before = Number((await query(direct, "select count(*) as value from invoices"))[0]?.["value"]);
      const statuses: number[] = [];
      const create = async () => {
        for (let made = 0; made < 15; made++) {
          const { status } = await sandbox.post("/invoices", { amount: "25.00", currency: "USD" });
          statuses.push(status);
        }
      };
      let isOver = false;
      const dropping = (async () => {
        while (!isOver) await query(direct, drop);
      })();
      await Promise.all([create(), create(), create(), create()]).finally(() => (isOver = true));
      await dropping;
      expect(new Set(statuses)).to.satisfy((all: Set<number>) =>
        [...all].every((one) => [200, 503].includes(one)),
      );
      const made = statuses.filter((status) => status === 200).length;
      expect(made).to.be.greaterThan(0);
      const kept =
        Number((await query(direct, "select count(*) as value from invoices"))[0]?.["value"]) - before;
      expect(kept).to.be.at.least(made);
      expect(kept).to.be.at.most(statuses.length);
    });
  };
  if (isFull) describe("takes payments", takePayments); // faults.cluster.ts takes payments through PgBouncer too
});
