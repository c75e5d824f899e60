import Sqlite from "better-sqlite3";
import { expect } from "chai";
import path from "node:path";
import { frequentJobs } from "../support/frequentJobs.ts";
import { isFull } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, onEveryService, shopOf } from "./shop.ts";

const MINUTE = 60;

describe("a payment while something is wrong", function () {
  this.timeout(60_000);

  onEveryService(
    (service) => {
      let sandbox: SandboxApp;
      let shop: ReturnType<typeof shopOf>;

      before(async () => {
        sandbox = await startSandboxApp({ service });
        shop = shopOf(sandbox);
        await sandbox.control("bitcoin/automine", { seconds: 0 });
      });
      after(() => sandbox.close());

      const fault = async (target: string, kind: string, seconds: number) =>
        ok(await sandbox.control("faults", { target, kind, seconds }));

      it("is not settled by a service that says success and shows no transaction", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        sandbox.clock.advance(1_000);
        await sandbox.run("follow bitcoin");
        await fault("intents", "lie", 60);
        for (let second = 0; second < 5; second++) {
          sandbox.clock.advance(1_000);
          await sandbox.run("poll requests");
        }
        const claimed = await shop.load(id);
        expect([claimed.status, claimed.crosstill.settlements.length]).to.deep.equal(["Processing", 0]);
        await fault("intents", "lie", 0);
        await shop.until(id, "Settled");
      });

      it("is converted once, and not sent back as well, when the chain is lied about for a minute", async () => {
        const before = await shop.received();
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        await fault("rpc", "lie", 60);
        for (let second = 0; second < 6; second++) await blindly(10);
        await fault("rpc", "lie", 0);
        const settled = await shop.until(id, "Settled", 40);
        expect(settled.crosstill.refunds).to.have.length(0);
        expect((await shop.received()) - before).to.equal(BigInt(settled.crosstill.settlements[0]!.amount));
      });

      it("counts as paid in time when everything was blind while the time ran out", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        await fault("explorer", "down", 3_600);
        await fault("intents", "down", 3_600);
        for (let quarter = 0; quarter < 2; quarter++) await blindly(10 * MINUTE);
        expect((await shop.load(id)).status, "expired by nobody who could see").to.equal("New");
        await fault("explorer", "down", 0);
        await fault("intents", "down", 0);
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
      });

      it("is credited with what the block says when the explorer lied about the mempool", async () => {
        const { id } = await shop.invoice();
        await fault("explorer", "lie", 30);
        await shop.pay(id);
        await shop.look(id);
        await fault("explorer", "lie", 0);
        await shop.mine();
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
        expect(settled.crosstill.settlements).to.have.length(1);
      });

      it("waits out a destination chain that cannot be asked, and settles once", async () => {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        sandbox.clock.advance(1_000);
        await sandbox.run("follow bitcoin");
        await fault("rpc", "down", 30);
        for (let second = 0; second < 2; second++) await blindly(1);
        expect((await shop.load(id)).status).to.equal("Processing");
        await fault("rpc", "down", 0);
        const settled = await shop.until(id, "Settled", 40);
        expect(settled.crosstill.settlements).to.have.length(1);
      });

      it("is neither held up by an invoice whose row is damaged, nor lost with it", async () => {
        const damaged = await shop.invoice("30.00");
        const healthy = await shop.invoice("40.00");
        await shop.pay(damaged.id);
        await shop.pay(healthy.id);
        const repair = damage(damaged.id);
        await shop.mine();
        await shop.until(healthy.id, "Settled");
        repair();
        await shop.until(damaged.id, "Settled");
      });

      /** Lets time pass while jobs fail, as a schedule would: it logs and goes on. */
      async function blindly(seconds: number): Promise<void> {
        sandbox.clock.advance(seconds * 1_000);
        for (const job of frequentJobs(sandbox.app.jobs)) await job.run().catch(() => {});
      }

      /** Writes nonsense into an invoice's facts and gives the way back. */
      function damage(invoiceId: string): () => void {
        const database = new Sqlite(path.join(sandbox.dataDir, "crosstill.db"));
        const facts = database.prepare("select facts from invoices where id = ?").pluck().get(invoiceId);
        const write = database.prepare("update invoices set facts = ? where id = ?");
        write.run('{"deposits":"none"}', invoiceId);
        return () => {
          write.run(facts, invoiceId);
          database.close();
        };
      }
    },
    isFull ? ["full", "bare"] : ["full"], // what a bare one says alone is claimed: unseenChains.journey.ts
  );
});
