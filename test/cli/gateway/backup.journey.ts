import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { backup } from "../../../src/cli/gateway/backup.ts";
import { migrateDatabase } from "../../../src/cli/gateway/migrate.ts";
import { recover } from "../../../src/cli/gateway/recover.ts";
import { restoreCommand } from "../../../src/cli/gateway/restore.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { allRows, anyRows } from "../../database/anyRows.ts";
import { invoke } from "../invoke.ts";

const MAIN = fileURLToPath(new URL("../../../build/main.js", import.meta.url));

type Outcome = Readonly<{ code: number; stdout: string; stderr: string }>;

/** The commands as somebody types them, with nothing but these settings. */
async function crosstill(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const words = [MAIN, ...args];
  const options = { env: { PATH: process.env["PATH"], ...env } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, words, options)) };
  } catch (error) {
    return error as Outcome; // execFile rejects with the same fields
  }
}

describe("crosstill backup and restore", function () {
  this.timeout(120_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-drill-"));
  after(() => fs.rmSync(folder, { recursive: true }));

  it("move a merchant to a new database while the old one is open, and every refusal says what to do", async () => {
    const BACKUP_DIR = path.join(folder, "kept");
    const DATA_DIR = path.join(folder, "data");
    const running = await openDatabase(path.join(DATA_DIR, "crosstill.db"), "gateway");
    await running.commit(anyRows("gateway", running, 3));
    const before = await allRows("gateway", running); // the backup leaves a note of itself
    const saved = await crosstill(["backup"], { DATA_DIR, BACKUP_DIR });
    expect(saved.stderr).to.equal("");
    const [name = "", ...more] = fs.readdirSync(BACKUP_DIR);
    const file = path.join(BACKUP_DIR, name);
    expect(more).to.deep.equal([]);
    expect(saved.stdout)
      .to.contain(file)
      .and.to.match(/The journal is not in it\. Copy .*journal\.jsonl/);

    const held = await invoke(restoreCommand, [file], { DATA_DIR });
    expect(held.error).to.match(/Another Crosstill process has/);
    await running.close();
    const full = await invoke(restoreCommand, [file], { DATA_DIR });
    expect(full.error).to.match(/not empty.*Point DATABASE_URL at a new file/);

    const DATABASE_URL = path.join(folder, "new.db");
    const restored = await invoke(restoreCommand, [file], { DATA_DIR, DATABASE_URL });
    expect(restored.error).to.equal(undefined);
    expect(restored.result).to.match(/^ {2}invoices +3$/m);
    const early = await invoke(migrateDatabase, [], { DATA_DIR, DATABASE_URL });
    expect(early.error).to.match(/run "crosstill recover" before anything else/);
    const lost = await invoke(recover, ["--yes"], { DATA_DIR, DATABASE_URL });
    expect(lost.error).to.match(/no journal at .*--without-journal/);
    const recovered = await invoke(recover, ["--yes", "--without-journal"], { DATA_DIR, DATABASE_URL });
    expect(recovered.error).to.equal(undefined);

    const copy = await openDatabase(DATABASE_URL, "gateway");
    expect(await allRows("gateway", copy)).to.deep.equal(before);
    await copy.close();
  });

  it("keep the intent service's database as well, which needs no recovery", async () => {
    const url = path.join(folder, "network.db");
    const service = await openDatabase(url, "network");
    await service.commit(anyRows("network", service, 2));
    const before = await allRows("network", service);
    const file = path.join(folder, "service.jsonl.gz");
    const saved = await invoke(backup, ["--network", file], { NETWORK_DATABASE_URL: url });
    expect(saved.error).to.equal(undefined);
    expect(saved.result).to.contain("signed transactions").and.not.contain("webhooks");
    await service.close();
    const other = path.join(folder, "other.db");
    const mistaken = await invoke(restoreCommand, [file], { DATABASE_URL: other, DATA_DIR: folder });
    expect(mistaken.error).to.match(/is an archive of the intent service: restore it with --network\.$/);
    expect(fs.existsSync(other)).to.equal(false);
    const NETWORK_DATABASE_URL = path.join(folder, "service2.db");
    const restored = await invoke(restoreCommand, ["--network", file], { NETWORK_DATABASE_URL });
    expect(restored.error).to.equal(undefined);
    expect(restored.result).to.match(/could pay again/);
    const copy = await openDatabase(NETWORK_DATABASE_URL, "network");
    expect(await allRows("network", copy)).to.deep.equal(before);
    await copy.close();
  });

  it("make no folder below a disk that is not mounted", async () => {
    const url = path.join(folder, "data", "crosstill.db");
    const file = path.join(folder, "not", "mounted", "today.gz");
    const { error } = await invoke(backup, [file], { DATABASE_URL: url, DATA_DIR: folder });
    expect(error).to.equal(
      `There is no folder ${path.dirname(file)}. Make it, or mount its disk, and try again.`,
    );
    expect(fs.existsSync(path.join(folder, "not"))).to.equal(false);
  });

  it("refuse to mix modes, and what they do not understand", async () => {
    const file = path.join(folder, "kept", fs.readdirSync(path.join(folder, "kept"))[0] ?? "");
    const live = {
      CROSSTILL_MODE: "live",
      DATA_DIR: path.join(folder, "live"),
      INTENTS_URL: "https://intents.example",
      EXPLORER_URLS: "https://explorer.example/api",
      PUBLIC_URL: "https://pay.example",
      QUOTE_USER_BITCOIN: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    };
    const missing = await invoke(restoreCommand, [path.join(folder, "nothing.gz")], live);
    expect(missing.error).to.equal(`There is no file ${path.join(folder, "nothing.gz")}.`);
    const mixed = await invoke(restoreCommand, [file], live);
    expect(mixed.error).to.match(/made in sandbox mode and CROSSTILL_MODE is live/);
    expect(fs.existsSync(live.DATA_DIR)).to.equal(false);
    const misspelt = await invoke(restoreCommand, ["--netwerk", file], {});
    expect(misspelt.error).to.match(/Usage: crosstill restore/);
    expect((await invoke(restoreCommand, [], {})).error).to.match(/file of the backup is missing/);
  });
});
