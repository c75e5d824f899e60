import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { audit } from "../../../src/cli/gateway/audit.ts";
import { backup } from "../../../src/cli/gateway/backup.ts";
import { recover } from "../../../src/cli/gateway/recover.ts";
import { restoreCommand } from "../../../src/cli/gateway/restore.ts";
import { choosePaymentMethod } from "../../../src/gateway/usecases/pricing/choosePaymentMethod.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { acknowledgedIn } from "../../../src/gateway/persistence/journal.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { ok, shopOf } from "../../journeys/shop.ts";
import { testClock } from "../../support/clock.ts";
import { onEngines, USUAL_ENGINES } from "../../support/databases.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { invoke } from "../invoke.ts";

/** The archive itself is restored into both engines by test/database/backup.journey.ts. */
describe("a gateway whose database is restored from a backup", function () {
  this.timeout(120_000);

  onEngines(USUAL_ENGINES, (newUrl) => {
    it("credits once what was paid to addresses that were handed out after the backup", async () => {
      const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-recover-"));
      const clock = testClock();
      const file = path.join(dataDir, "kept.jsonl.gz");
      const run = (command: typeof recover, args: readonly string[], DATABASE_URL = "") =>
        invoke(command, args, { DATA_DIR: dataDir, DATABASE_URL }, clock);
      let sandbox: SandboxApp = await startSandboxApp({ dataDir, clock });
      try {
        // given: an invoice without a price, a backup of the running server, then a price, another invoice, and both are paid
        await sandbox.control("bitcoin/automine", { seconds: 0 });
        ok(await sandbox.control("faults", { target: "intents", kind: "down", seconds: 60 }));
        const known = await shopOf(sandbox).invoice();
        ok(await sandbox.control("faults", { target: "intents", kind: "down", seconds: 0 }));
        clock.advance(SECOND_MS); // calls were paused for so long
        const kept = await run(backup, [file]);
        expect(kept.error).to.equal(undefined);
        expect(kept.result).to.contain(file);
        const before = await shopOf(sandbox).received();
        const priced = await choosePaymentMethod(sandbox.app.gateway, known.id, "BTC-CHAIN");
        const later = await shopOf(sandbox).invoice();
        const { destination: lostAddress, due: lostAmount } = await shopOf(sandbox).bitcoin(later.id);
        await shopOf(sandbox).pay(known.id);
        await shopOf(sandbox).pay(later.id);
        await shopOf(sandbox).mine();
        await sandbox.app.close();
        const noted = await acknowledgedIn(path.join(dataDir, "journal.jsonl"))(0);
        expect(noted.map(({ invoiceId }) => invoiceId)).to.include.members([known.id, later.id]);

        // when: the database is lost, the backup restored and the journal read back
        const databaseUrl = (await newUrl("nobody")) ?? path.join(dataDir, "new.db");
        const restored = await run(restoreCommand, [file], databaseUrl);
        expect(restored.error).to.equal(undefined);
        expect(restored.result).to.match(/Next: "crosstill recover"/);
        const tooEarly = await startSandboxApp({ dataDir, clock, databaseUrl }).catch(
          (error: Error) => error.message,
        );
        expect(tooEarly).to.match(/run "crosstill recover" before anything else/);
        clock.advance(2 * MINUTE_MS);
        const shown = await run(recover, [], databaseUrl);
        expect(shown.error).to.equal(undefined);
        expect(shown.result)
          .to.match(/1 addresses of known invoices/)
          .and.to.match(/Nothing was changed/);
        expect(shown.result)
          .to.contain(`invoice ${later.id}`)
          .and.to.contain(`${lostAmount} BTC to ${lostAddress} on chain ${BITCOIN_CHAIN_ID}`);
        const written = await run(recover, ["--yes"], databaseUrl);
        expect(written.error).to.equal(undefined);
        expect(written.result).to.match(/Do again what was done since the backup: .*API keys and webhooks/);
        const again = await run(recover, ["--yes"], databaseUrl);
        expect(again.result, "a second time")
          .to.match(/ 0 addresses of known/)
          .and.to.not.contain(lostAddress);

        expect((await run(audit, [], databaseUrl)).result, "all of it is known again").to.not.include("I-50");

        // then: the blocks since are read, the known invoice settles, and the other's address is remembered as its own
        sandbox = await startSandboxApp({ dataDir, clock, databaseUrl });
        const shop = shopOf(sandbox);
        expect((await shop.bitcoin(known.id)).destination).to.equal(priced.facts.offers[0]?.depositAddress);
        const settled = await shop.until(known.id, "Settled");
        expect(settled.crosstill.settlements).to.have.length(1);
        const amount = BigInt(settled.crosstill.settlements[0]!.amount);
        expect((await shop.received()) - before >= amount).to.equal(true);
        const former = await sandbox.app.gateway.persistence.unattributed.formerHolders(BITCOIN_CHAIN_ID, [
          lostAddress,
        ]);
        expect(former.get(lostAddress)?.lastInvoiceId).to.equal(later.id);
      } finally {
        await sandbox.app.close().catch(() => {});
        fs.rmSync(dataDir, { recursive: true, force: true });
      }
    });
  });
});
