import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { auditBooks } from "../../src/gateway/usecases/audit/auditBooks.ts";
import { MINUTE_MS } from "../../src/values/time.ts";
import { ok, shopOf } from "../journeys/shop.ts";
import { testClock } from "../support/clock.ts";
import { onEngines } from "../support/databases.ts";
import { runFolder } from "../support/runFolder.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { fillPostgres, unpack, type Kept } from "./openKept.ts";

const KEPT = ["0.1.0"]; // the oldest first

for (const name of KEPT)
  describe(`a data directory of ${name}`, function () {
    this.timeout(120_000);

    onEngines(["sqlite", "postgres"], (newUrl) => {
      let sandbox: SandboxApp;
      let kept: Kept;
      let shop: ReturnType<typeof shopOf>;

      before(async () => {
        const databaseUrl = await newUrl("nobody");
        const dataDir = fs.mkdtempSync(path.join(runFolder(), "kept-"));
        kept = unpack(`${name}-${databaseUrl ? "postgres" : "sqlite"}`, dataDir);
        if (databaseUrl) await fillPostgres(databaseUrl, dataDir);
        const clock = testClock(kept.at + MINUTE_MS);
        sandbox = await startSandboxApp({ dataDir, clock, ...(databaseUrl ? { databaseUrl } : {}) });
        shop = shopOf(sandbox);
        await sandbox.control("bitcoin/automine", { seconds: 0 });
      });
      after(() => sandbox.close());

      it("opens with every invoice as it was", async () => {
        const status = async (id: string) => {
          const { status, additionalStatus } = await shop.load(id);
          return [status, additionalStatus];
        };
        expect(await status(kept.expired)).to.deep.equal(["Expired", "None"]);
        expect(await status(kept.settled)).to.deep.equal(["Settled", "None"]);
        expect(await status(kept.part)).to.deep.equal(["New", "PaidPartial"]);
        expect(await status(kept.open)).to.deep.equal(["New", "None"]);
        expect(await status(kept.seen)).to.deep.equal(["Processing", "None"]);
        expect(ok<readonly unknown[]>(await sandbox.get("/webhooks"))).to.have.length(1);
        expect(ok<readonly unknown[]>(await sandbox.get("/payment-requests"))).to.have.length(1);
      });

      it("contradicts no rule", async () => {
        const { persistence, journal } = sandbox.app.gateway;
        const { violations, invoices } = await auditBooks(persistence, sandbox.clock(), journal);
        expect(violations).to.deep.equal([]);
        expect(invoices).to.equal(5);
      });

      it("goes on: what was seen settles, the rest of a part is paid, and an address that was shown before takes a payment", async () => {
        await shop.mine();
        await shop.until(kept.seen, "Settled");
        await shop.pay(kept.part);
        await shop.pay(kept.open);
        await shop.mine();
        await shop.until(kept.part, "Settled");
        await shop.until(kept.open, "Settled");
        expect((await shop.load(kept.part)).crosstill.settlements).to.have.length(2);
      });

      it("contradicts no rule after that", async () => {
        const { persistence, journal } = sandbox.app.gateway;
        expect((await auditBooks(persistence, sandbox.clock(), journal)).violations).to.deep.equal([]);
      });
    });
  });
