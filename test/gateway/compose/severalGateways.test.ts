import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import pg from "pg";
import { backup } from "../../../src/cli/gateway/backup.ts";
import { keysImport, keysList, keysRotate } from "../../../src/cli/gateway/sealedKeys.ts";
import { recover } from "../../../src/cli/gateway/recover.ts";
import { restoreCommand } from "../../../src/cli/gateway/restore.ts";
import { signingKey } from "../../../src/cli/gateway/signingKey.ts";
import { auditGateway } from "../../../src/gateway/compose/server/auditGateway.ts";
import { invoke } from "../../cli/invoke.ts";
import { newPostgresUrl } from "../../support/migratedDatabases.ts";
import type { StubbedService } from "../../support/inProcessService.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

const KEY = "cd".repeat(32);

describe("several gateways on one PostgreSQL", function () {
  this.timeout(60_000);
  let url = "";
  let copyUrl = "";
  let folder = "";
  let opened: MerchantApp[] = [];
  beforeEach(async () => {
    url = await newPostgresUrl("test_several", "gateway");
    copyUrl = await newPostgresUrl("test_copy", undefined);
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-several-"));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((app) => app.close()));
    fs.rmSync(folder, { recursive: true });
  });

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const app = await startMerchantApp({ databaseUrl: url, env: { MASTER_KEY: KEY, ...env } });
    // Of addresses that no other gateway of the test is given.
    (app.app.gateway.service as StubbedService).prepare(100 * opened.push(app));
    return app;
  };
  const issue = async (app: MerchantApp, many = 1) => {
    const ids: string[] = [];
    for (let made = 0; made < many; made++) {
      const answer = await app.post("/invoices", { amount: "10.00", currency: "USD" });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      ids.push((answer.body as { id: string }).id);
    }
    return ids;
  };
  const envOf = ({ dataDir }: MerchantApp) => ({ DATA_DIR: dataDir, DATABASE_URL: url, MASTER_KEY: KEY });
  const rotate = (app: MerchantApp, ...args: readonly string[]) => invoke(keysRotate, args, envOf(app));

  it("share keys without a file, open each other's secrets, and follow a rotation without a restart", async () => {
    const [a, b] = [await start(), await start()];
    expect(fs.readdirSync(a.dataDir).filter((name) => name.endsWith(".key"))).to.deep.equal([]);
    const [atA, atB] = [a.app.gateway, b.app.gateway];
    expect(atA.signer.publicKey).to.equal(atB.signer.publicKey);
    expect((await rotate(a, "secrets")).error).to.equal(undefined);
    await a.run("read keys");
    const made = await a.post("/webhooks", { url: "http://127.0.0.1:9/hook", secret: "top-secret" });
    expect(made.status).to.equal(200);
    const stored = await atB.persistence.webhooks.load((made.body as { id: string }).id);
    expect(await atB.secrets.open(stored?.secret ?? ""), "B has not been told of the new key").to.equal("top-secret");
    const { publicKey } = atA.signer;
    expect((await rotate(a, "signing")).error).to.match(/say --yes/);
    const said = await rotate(a, "signing", "--yes");
    expect(said.result).to.match(/Every running process uses it within ten seconds/).and.not.include(KEY);
    for (const app of [a, b]) await app.run("read keys");
    expect(atA.signer.publicKey).to.equal(atB.signer.publicKey).and.not.to.equal(publicKey);
    const page = await fetch(`${b.url}/.well-known/crosstill.json`).then((answer) => answer.text());
    expect(page).to.include(atA.signer.publicKey);
    expect((await invoke(signingKey, [], envOf(b))).result).to.include(atA.signer.publicKey);
    const list = await invoke(keysList, [], envOf(a));
    expect(list.result.split("\n")).to.have.length(5);
    expect(list.result).to.match(/secrets +made .* replaced /);
  }); // prettier-ignore

  it("refuse to start with another master key, and without one", async () => {
    await start();
    for (const [env, sentence] of [
      [{ MASTER_KEY: "ef".repeat(32) }, /MASTER_KEY gives another master key/],
      [{ MASTER_KEY: "" }, /keeps its keys sealed by a master key/],
    ] as const)
      expect(await start(env).then(() => "started", (error: Error) => error.message)).to.match(sentence).and.not.include(KEY).and.not.include("ef".repeat(32)); // prettier-ignore
  });

  it("take today's keys over from their files, and links stay the same", async () => {
    const alone = await start({ MASTER_KEY: "" });
    const { signer, secrets } = alone.app.gateway;
    const before = { key: signer.publicKey, sealed: secrets.seal("kept"), mark: secrets.mark("claim 1") };
    const early = await start().then(() => "started", (error: Error) => error.message); // prettier-ignore
    expect(early).to.match(/crosstill keys import/);
    const taken = await invoke(keysImport, [], envOf(alone));
    expect(taken.error).to.equal(undefined);
    expect((await invoke(keysImport, [], envOf(alone))).error).to.match(/has its keys already/);
    const { gateway } = (await start()).app;
    expect(gateway.signer.publicKey).to.equal(before.key);
    expect(await gateway.secrets.open(before.sealed)).to.equal("kept");
    expect(gateway.secrets.mark("claim 1")).to.equal(before.mark);
    expect(gateway.secrets.isStale(before.sealed), "it is sealed anew by the job").to.equal(true);
  });

  const settings = (journalFile: string) =>
    ({ mode: "live", bitcoinNetwork: "regtest", journalFile }) as const;

  it("have journals of their own, and an audit names none of another's invoices", async () => {
    const [a, b] = [await start(), await start()];
    await issue(a, 2);
    await issue(b, 3);
    const { persistence } = a.app.gateway;
    const audit = (app: MerchantApp, host: string) =>
      auditGateway(persistence, a.clock(), settings(path.join(app.dataDir, "journal.jsonl")), host);
    const atA = await audit(a, "machine-a");
    expect(atA.counts).to.deep.equal({});
    expect(atA.elsewhere.map(({ offers, journal }) => [offers, journal])).to.deep.equal([[3, b.app.gateway.journal.id]]);
    expect((await audit(b, "machine-b")).elsewhere.map(({ offers }) => offers)).to.deep.equal([2]);
    const onOneHost = await audit(a, os.hostname());
    expect([onOneHost.counts, onOneHost.elsewhere], "both data folders are read").to.deep.equal([{}, []]);
    // The journal that this machine itself kept is gone: that is no other machine's.
    fs.rmSync(path.join(a.dataDir, "journal.jsonl"));
    fs.writeFileSync(path.join(a.dataDir, "journal.jsonl"), "");
    expect((await audit(a, os.hostname())).counts["I-1"]).to.equal(2);
    fs.rmSync(path.join(b.dataDir, "journal.jsonl"));
    expect((await audit(a, os.hostname())).counts["I-1"]).to.equal(5);
  }); // prettier-ignore

  it("write different files in one folder", async () => {
    const shared = path.join(folder, "journal.jsonl");
    const [a, b] = [await start({ JOURNAL_FILE: shared }), await start({ JOURNAL_FILE: shared })];
    await Promise.all([issue(a, 5), issue(b, 5)]);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"))).to.have.length(2);
    const report = await auditGateway(a.app.gateway.persistence, a.clock(), settings(shared));
    expect([report.counts, report.elsewhere]).to.deep.equal([{}, []]);
  }); // prettier-ignore

  for (const [name, from] of [
    ["their journals in a folder", async () => ["--journal", folder, "--journal", path.join(folder, "0.jsonl")]],
    ["the copy of their journals", async () => ["--from-copy"]],
  ] as const)
    it(`recover from ${name} what was issued since the backup, once`, async () => {
      const env = { JOURNAL_COPY_URL: copyUrl };
      const [a, b] = [await start(env), await start(env)];
      const file = path.join(folder, "backup.gz");
      const kept = await invoke(backup, [file], { ...envOf(a), ...env }, a.clock);
      expect(kept.result).to.match(/are in it, sealed\. The master key .* is not \(MASTER_KEY\)/);
      const lost = [...(await issue(a, 2)), ...(await issue(b, 2))];
      for (const [index, { dataDir }] of [a, b].entries())
        fs.copyFileSync(path.join(dataDir, "journal.jsonl"), path.join(folder, `${index}.jsonl`));
      const elsewhere = { ...envOf(a), DATABASE_URL: await newPostgresUrl("test_restored", undefined), ...env };
      const restored = await invoke(restoreCommand, [file], elsewhere, a.clock);
      expect(restored.error).to.equal(undefined);
      expect(restored.result).to.match(/starts with the master key of that time only/);
      const found = await invoke(recover, await from(), elsewhere, a.clock);
      expect(found.error).to.equal(undefined);
      expect(found.result).to.match(/4 addresses of invoices that the database does not have/);
      for (const id of lost) expect(found.result.split(`invoice ${id}`), "each once").to.have.length(2);
      const accepted = path.join(a.dataDir, "journal.jsonl.database");
      fs.writeFileSync(accepted, '{"lineage":"of before"}');
      expect((await invoke(recover, [...(await from()), "--yes"], elsewhere, a.clock)).error).to.equal(undefined);
      expect(fs.readFileSync(accepted, "utf8"), "a journal that was not read is still to be compared").to.include("of before");
      const again = await invoke(recover, [...(await from()), "--yes"], elsewhere, a.clock);
      expect(again.error).to.equal(undefined);
      expect(again.result).not.to.match(/that the database does not have/);
    }); // prettier-ignore

  describe("with a copy of the journal that is away", () => {
    const AWAY = "postgres://nobody@127.0.0.1:9/none";

    it("go on without it by default, say so once, and copy what is missing when it is back", async () => {
      const a = await start({ JOURNAL_COPY_URL: AWAY, JOURNAL_FILE: path.join(folder, "journal.jsonl") });
      await issue(a, 3);
      expect(await a.run("copy journal").then(() => "copied", () => "failed")).to.equal("failed"); // prettier-ignore
      await a.close();
      opened = [];
      const again = await start({ JOURNAL_COPY_URL: copyUrl, JOURNAL_FILE: path.join(folder, "journal.jsonl") });
      await again.run("copy journal");
      expect((await copied()).length).to.be.greaterThan(2);
      await issue(again, 1);
      await again.run("copy journal"); // the acknowledgement follows the invoice
      const lines = fs.readFileSync(path.join(folder, "journal.jsonl"), "utf8").trimEnd().split("\n");
      expect(await copied(), "line by line").to.deep.equal(lines);
    }); // prettier-ignore

    it("give no address out where the copy has other lines than the journal, as when an older DATA_DIR came back", async () => {
      const file = path.join(folder, "journal.jsonl");
      const env = { JOURNAL_COPY_URL: copyUrl, JOURNAL_FILE: file, JOURNAL_COPY: "required" };
      const a = await start(env);
      await issue(a, 1);
      const older = fs.readFileSync(file);
      await issue(a, 3);
      await a.close();
      opened = [];
      fs.writeFileSync(file, older);
      const again = await start(env);
      const refused = await again.post("/invoices", { amount: "10.00", currency: "USD" });
      expect(refused.status).to.equal(503);
      const problem = await again.run("copy journal").then(
        () => "copied",
        (error: unknown) => String(error),
      );
      expect(problem).to.match(/has other lines than .*journal\.jsonl/);
    });

    it("give no address out where it is required: 503 with a sentence, and nothing half done", async () => {
      const a = await start({ JOURNAL_COPY_URL: AWAY, JOURNAL_COPY: "required" });
      const refused = await a.post("/invoices", { amount: "10.00", currency: "USD" });
      expect(refused.status).to.equal(503);
      expect(refused.body).to.deep.include({ code: "storage-unavailable" });
      expect((refused.body as { message: string }).message).to.match(
        /The journal of addresses cannot be written/,
      );
      expect((await a.get("/invoices")).body).to.deep.equal([]);
    });

    async function copied(): Promise<readonly string[]> {
      const client = new pg.Client({ connectionString: copyUrl });
      await client.connect();
      const { rows } = await client.query<{ line: string }>("select line from crosstill_journal order by journal, pos");
      await client.end();
      return rows.map(({ line }) => line);
    } // prettier-ignore
  });
});
