import { expect } from "chai";
import { onEngines } from "../../../support/databases.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { listen } from "../../../support/eventStream.ts";

onEngines(["postgres"], (newUrl) => {
  describe("an outdated price of a page that two gateways know to be open", function () {
    this.timeout(60_000);
    let gateways: readonly MerchantApp[] = [];
    let quotes: number;
    let isRefusing: boolean;
    before(async () => {
      const databaseUrl = await newUrl();
      const options = { databaseUrl, env: { MASTER_KEY: "cd".repeat(32) } };
      gateways = [await startMerchantApp(options), await startMerchantApp(options)];
      for (const { app } of gateways) {
        const { service } = app.gateway;
        const { quote } = service;
        Object.assign(service, {
          quote: async (ask: Parameters<typeof quote>[0]) => {
            quotes += 1;
            if (isRefusing) throw new Error("The service does not answer.");
            return quote(ask);
          },
        });
      }
    });
    after(async () => {
      for (const gateway of gateways) await gateway.close();
    });
    beforeEach(() => {
      quotes = 0;
      isRefusing = false;
    });

    const [pass, tick] = [
      (ms: number) => gateways.forEach(({ clock }) => clock.advance(ms)),
      () => Promise.all(gateways.map((gateway) => gateway.run("renew offers"))),
    ];
    /** An invoice whose page is open at the first gateway, and known to be open at the second. */
    async function openPage() {
      const [here, there] = gateways as [MerchantApp, MerchantApp];
      const { id } = (await here.post("/invoices", { amount: "25.00", currency: "USD" })).body as {
        id: string;
      };
      const page = await listen(here, id);
      await page.next();
      await here.app.cluster.beat();
      await there.app.cluster.beat();
      expect(gateways.map(({ app }) => app.gateway.viewers.isWatched(id))).to.deep.equal([true, true]);
      quotes = 0;
      const offers = async () => (await there.app.gateway.persistence.invoices.load(id))?.facts.offers.length;
      return { page, offers, id };
    }

    it("is renewed by one of them, each time that it has grown old", async () => {
      const { page, offers } = await openPage();
      const first = (await offers()) ?? 0;
      for (const round of [1, 2]) {
        pass(5 * 60_000);
        await tick();
        await tick();
        expect([await offers(), quotes]).to.deep.equal([first + round, round]);
      }
      await page.close();
    });

    it("is tried again after a quarter of a minute when there was no quote", async () => {
      const { page, offers } = await openPage();
      const first = (await offers()) ?? 0;
      pass(5 * 60_000);
      isRefusing = true;
      await tick();
      const tried = quotes;
      isRefusing = false;
      pass(5_000);
      await tick();
      expect(await offers()).to.equal(first);
      expect(quotes).to.equal(tried);
      pass(10_000);
      await tick();
      expect([await offers(), quotes]).to.deep.equal([first + 1, tried + 1]);
      await page.close();
    });

    it("appears by itself after the service was down when the invoice was created", async () => {
      isRefusing = true;
      const { page, id } = await openPage();
      const stage = async () => {
        const answer = await fetch(`${gateways[0]?.url}/i/${id}/status`);
        return ((await answer.json()) as { stage: string }).stage;
      };
      await tick();
      expect(await stage()).to.equal("unavailable");
      isRefusing = false;
      pass(15_000);
      await tick();
      expect(await stage()).to.equal("awaiting");
      await page.close();
    });

    it("stays missing while the amount is too small for the coin, and costs no further quotes", async () => {
      const [here] = gateways as [MerchantApp, MerchantApp];
      const { body } = await here.post("/invoices", { amount: "0.01", currency: "USD" });
      const page = await listen(here, (body as { id: string }).id);
      await page.next();
      quotes = 0;
      pass(15_000);
      await tick();
      expect(quotes).to.equal(0);
      await page.close();
    });
  });
});
