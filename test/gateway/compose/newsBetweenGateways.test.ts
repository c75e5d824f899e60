import { expect } from "chai";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { markInvoice } from "../../../src/gateway/usecases/invoices/markInvoice.ts";
import { onEngines } from "../../support/databases.ts";
import { listen } from "../../support/eventStream.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

onEngines(["postgres"], (newUrl) => {
  describe("two gateways on one database", function () {
    this.timeout(60_000);
    let here: MerchantApp;
    let there: MerchantApp;
    const start = async (listens = false) => {
      const databaseUrl = await newUrl();
      const listening = listens && databaseUrl ? { DATABASE_LISTEN_URL: databaseUrl } : {};
      const options = { databaseUrl, env: { MASTER_KEY: "cd".repeat(32), ...listening } };
      here = await startMerchantApp(options);
      there = await startMerchantApp(options);
    };
    afterEach(async () => {
      await there.close();
      await here.close();
    });
    const newInvoice = async () =>
      ((await here.post("/invoices", { amount: "25.00", currency: "USD" })).body as { id: string }).id;
    const markThere = (id: string) =>
      markInvoice(there.app.gateway, id, "Invalid", { by: "a test", reason: "a test" });

    it("show what the other one has changed, once they ask", async () => {
      await start();
      const id = await newInvoice();
      const page = await listen(here, id);
      const first = await page.next();
      await markThere(id);
      await here.run("announce changes");
      expect(await page.next()).to.be.above(first);
      await page.close();
    });

    it("tell an open page nothing of a version that it knows", async () => {
      await start();
      const id = await newInvoice();
      const page = await listen(here, id);
      const first = await page.next();
      await here.run("announce changes");
      await markThere(id);
      await here.run("announce changes");
      expect(await page.next(), "the first news after the opening").to.be.above(first);
      await page.close();
    });

    it("hear of a change at once where they listen to the database", async () => {
      await start(true);
      const id = await newInvoice();
      const page = await listen(here, id);
      const first = await page.next();
      await markThere(id);
      expect(await page.next(), "without a job").to.be.above(first);
      await page.close();
    });

    it("look first for payers whose pages the other one has open", async () => {
      await start();
      const id = await newInvoice();
      const page = await listen(here, id);
      await page.next();
      expect(there.app.gateway.viewers.isWatched(id)).to.equal(false);
      await here.app.cluster.beat();
      await there.app.cluster.beat();
      expect(there.app.gateway.viewers.isWatched(id)).to.equal(true);
      expect(there.app.gateway.viewers.watched()).to.include(id);
      await page.close();
    });

    it("show a settlement that the other one waits for until it is final", async () => {
      await start();
      const id = await newInvoice();
      const seenAt = there.clock();
      there.app.gateway.seenSettlements.set(id, { txHash: "0xabc", seenAt, finalAt: undefined });
      await there.app.cluster.beat();
      await here.app.cluster.beat();
      expect(here.app.gateway.heard.settling.get(id)).to.deep.equal({
        txHash: "0xabc",
        seenAt,
        finalAt: undefined,
      });
      there.app.gateway.seenSettlements.delete(id);
      await there.app.cluster.beat();
      await here.app.cluster.beat();
      expect(here.app.gateway.heard.settling.size).to.equal(0);
    });

    it("share the quotes of a minute, until one of them leaves", async () => {
      await start();
      const whole = here.app.gateway.budgets.quotes.left();
      await there.app.cluster.beat();
      await here.app.cluster.beat();
      expect(here.app.gateway.budgets.quotes.left()).to.equal(Math.floor(whole / 2));
      await there.app.cluster.leave();
      await here.app.cluster.beat();
      here.clock.advance(60_000);
      expect(here.app.gateway.budgets.quotes.left()).to.equal(whole);
    });

    it("say that the chain is uncertain where the one that follows it says so", async () => {
      await start();
      const { gateway } = there.app;
      Object.assign(gateway.explorer, { doubt: () => ({ reason: "two chains" }) });
      gateway.sensors.saw(BITCOIN_CHAIN_ID, there.clock() + 1);
      await there.app.cluster.beat();
      there.clock.advance(1_000);
      here.clock.advance(1_000);
      await there.app.cluster.beat();
      await here.app.cluster.beat();
      const ready = (await (await fetch(`${here.url}/health/ready`)).json()) as {
        chainUncertain: string | null;
      };
      expect(ready.chainUncertain).to.equal("two chains");
    });
  });
});
