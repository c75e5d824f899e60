import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { audit } from "../../../src/cli/gateway/audit.ts";
import { breakCopy, makeHealthy } from "../../gateway/audit/fixtures.ts";
import { startSandboxApp } from "../../support/sandboxApp.ts";
import { shopOf } from "../../journeys/shop.ts";
import { invoke } from "../invoke.ts";

describe("crosstill audit", function () {
  this.timeout(60_000);

  let folder: string;
  const file = (name: string) => path.join(folder, name);
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-audit-command-"));
    await makeHealthy(file("healthy.db"));
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const run = (database: string, ...args: readonly string[]) =>
    invoke(audit, args, { DATA_DIR: folder, DATABASE_URL: file(database), JOURNAL_FILE: file("journal") });

  it("says how much it looked at, that every invariant holds, and what it could not compare", async () => {
    const { result, error } = await run("healthy.db");
    expect(error).to.equal(undefined);
    expect(result).to.match(/^Audit of 2027-\S+: 10 invoices, 2 days of books, 3 deposits that no lease explained, 2 pull payments\n/);
    expect(result).to.include("\nEvery invariant holds.\n").and.to.match(/There is no journal at .*journal/);
  }); // prettier-ignore

  it("names what is broken, where and how, and fails", async () => {
    await breakCopy(file("healthy.db"), file("broken.db"), "I-14");
    const { result, error } = await run("broken.db");
    expect(result).to.match(/\nI-14: 1\n {2}invoice processing: it credits \S+ without holding its claim/);
    expect(error).to.match(/^The audit found what must never be: I-14\. docs\/reference\/invariants\.md/);
    const { result: json, error: failed } = await run("broken.db", "--json");
    expect(JSON.parse(json)).to.include({ invoices: 10, journal: false }).and.to.deep.include({ counts: { "I-14": 1 } });
    expect(failed).to.match(/I-14/);
  }); // prettier-ignore

  it("misses addresses that the journal does not know", async () => {
    fs.writeFileSync(file("journal"), "torn");
    const { result, error } = await run("healthy.db");
    fs.rmSync(file("journal"));
    expect(error).to.match(/must never be: I-1\./);
    expect(result).to.match(
      /invoice unpaid: the address bcrt1\S+ was shown, and the journal does not know it/,
    );
  });

  it("makes no database where there is none", async () => {
    expect((await run("nowhere.db")).error).to.match(/^There is no database at .*nowhere\.db/);
    expect(fs.existsSync(file("nowhere.db"))).to.equal(false);
  });

  it("finds nothing wrong beside a running server that was paid, its journal included", async () => {
    const sandbox = await startSandboxApp();
    try {
      const shop = shopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      const [paid, partly] = [await shop.invoice(), await shop.invoice()];
      await shop.invoice();
      await shop.pay(paid.id);
      await shop.look(paid.id);
      await shop.pay(partly.id, 10_000n);
      await shop.mine();
      await shop.until(paid.id, "Settled");
      const { result, error } = await invoke(audit, [], { DATA_DIR: sandbox.dataDir }, sandbox.clock);
      expect(error, result).to.equal(undefined);
      expect(result).to.include("Every invariant holds.").and.not.include("There is no journal");
    } finally {
      await sandbox.close();
    }
  });
});
