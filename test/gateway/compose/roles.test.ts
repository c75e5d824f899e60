import { expect } from "chai";
import { onEngines } from "../../support/databases.ts";
import { startMerchantApp } from "../../support/merchantApp.ts";

onEngines(["postgres"], (newUrl) => {
  describe("a worker", () => {
    it("answers about its health, and has no pages and no API", async () => {
      const app = await startMerchantApp({ databaseUrl: await newUrl(), env: { CROSSTILL_ROLE: "worker" } });
      try {
        const statusOf = async (path: string) => (await fetch(app.url + path)).status;
        expect(await statusOf("/health/live")).to.equal(200);
        for (const path of ["/", "/i/some", "/docs", "/owner", "/api/v1/api-keys/none"])
          expect(await statusOf(path), path).to.equal(404);
      } finally {
        await app.close();
      }
    }).timeout(30_000);
  });
});

describe("every job of the gateway", () => {
  it("says which process runs it", async () => {
    const app = await startMerchantApp({ env: { RPC_8453: "http://127.0.0.1:9" } });
    try {
      const without = app.app.jobs.filter(({ owner }) => owner === undefined).map(({ name }) => name);
      expect(without).to.deep.equal([]);
      const groups = app.app.jobs.flatMap(({ owner }) => (typeof owner === "object" ? [owner.group] : []));
      expect([...new Set(groups)]).to.have.members([
        ...["chain bitcoin", "chain 8453", "service", "invoices", "housekeeping", "audit"],
      ]);
    } finally {
      await app.close();
    }
  });
});
