import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { sql } from "drizzle-orm";
import { openSqlite } from "../../src/database/sqlite.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

const migrations = migrationsFolder("sqlite", 1);
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-sqlite-"));
const options = (name: string) => ({ url: path.join(directory, name), migrations, migrationsTable: "m" });

describe("an SQLite database", () => {
  after(() => {
    fs.rmSync(migrations, { recursive: true });
    fs.rmSync(directory, { recursive: true });
  });

  it("runs with full durability and the other settings that protect money [bug:normal-sync]", async () => {
    const database = await openSqlite(options("pragmas.db"));
    const pragma = (name: string) =>
      Object.values(database.db.get(sql.raw(`pragma ${name}`)) as object)[0] as unknown;
    const found = [
      "journal_mode",
      "synchronous",
      "foreign_keys",
      "trusted_schema",
      "cell_size_check",
      "mmap_size",
      "busy_timeout",
    ];
    expect(Object.fromEntries(found.map((name) => [name, pragma(name)]))).to.deep.equal({
      journal_mode: "wal",
      synchronous: 2,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      mmap_size: 0,
      busy_timeout: 5000,
    });
    await database.close();
  });

  it("is refused to a second process while one has it open, and given when that one is gone", async () => {
    const first = await openSqlite(options("locked.db"));
    const second = () => {
      const program = `import("./src/database/sqlite.ts").then(({ openSqlite }) => openSqlite(${JSON.stringify(options("locked.db"))})).then((database) => database.close())`;
      return spawnSync(process.execPath, ["--import=tsx", "--input-type=module", "-e", program], {
        encoding: "utf8",
      });
    };
    const refused = second();
    expect(refused.status).to.equal(1);
    expect(refused.stderr).to.match(/Another Crosstill process has .*locked\.db open/);
    await first.close();
    expect(second().status).to.equal(0);
  });

  it("is refused a second time within one process, too", async () => {
    const first = await openSqlite(options("twice.db"));
    const second = await openSqlite(options("twice.db")).catch((error: unknown) => error);
    expect(second)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.matches(/Another Crosstill process/);
    await first.close();
  });

  it("makes the directory that its path names", async () => {
    await (await openSqlite(options("not/yet/there.db"))).close();
    expect(fs.existsSync(path.join(directory, "not/yet/there.db"))).to.equal(true);
  });

  it("rejects what is committed while it closes instead of answering nothing", async () => {
    const database = await openSqlite(options("closing.db"));
    const outcome = database
      .commit([{ rows: 1, build: (db) => db.insert(things).values({ id: "a", size: 1, wei: 1n }).returning() }])
      .then(() => "kept", () => "rejected"); // prettier-ignore
    await database.close();
    const reopened = await openSqlite(options("closing.db"));
    const kept = (await reopened.db.select().from(things)).length === 1;
    expect(await outcome).to.equal(kept ? "kept" : "rejected");
    await reopened.close();
  });

  it("can live in memory", async () => {
    const database = await openSqlite({ url: ":memory:", migrations, migrationsTable: "m" });
    expect(await database.db.select().from(things)).to.deep.equal([]);
    await database.close();
  });
});
