import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { sql } from "drizzle-orm";
import { openSqlite } from "../../src/database/sqlite.ts";
import { explainStorage } from "../../src/database/storageProblems.ts";
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
    expect(refused.stderr).to.match(
      new RegExp(`Another Crosstill process \\(${process.pid}\\) has .*locked\\.db open`),
    );
    await first.close();
    expect(second().status).to.equal(0);
  });

  it("names the process that has the file locked, such as a database shell", async () => {
    await (await openSqlite(options("shell.db"))).close();
    const url = path.join(directory, "shell.db");
    const program = `
      const shell = new (require("better-sqlite3"))(${JSON.stringify(url)});
      shell.pragma("locking_mode = exclusive");
      shell.exec("begin exclusive");
      console.log("locked");
      setInterval(() => {}, 1000);`;
    const shell = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    await once(shell.stdout, "data");
    const error = await openSqlite(options("shell.db")).catch((caught: unknown) => caught);
    const ended = once(shell, "exit");
    shell.kill("SIGKILL");
    await ended;
    expect(error)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.include(`${url} is locked by process ${shell.pid}`);
  });

  it("says that the disk is full when it is", () => {
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    expect(String(explainStorage(full, "/srv/shop.db"))).to.equal(
      "Error: The disk of /srv/shop.db is full. Make room there, and start again.",
    );
    const unknown = new Error("something else");
    expect(explainStorage(unknown, "/srv/shop.db")).to.equal(unknown);
  });

  it("names a folder that this user cannot write, instead of another process", () => {
    const folder = path.join(directory, "readonly");
    fs.mkdirSync(folder);
    fs.chmodSync(folder, 0o555);
    const url = path.join(folder, "a.db");
    const program = `import("./src/database/sqlite.ts").then(({ openSqlite }) => openSqlite(${JSON.stringify({ ...options("a.db"), url })}))`;
    fs.chmodSync(directory, 0o755);
    const isRoot = process.getuid?.() === 0; // who may write everywhere
    const { stderr } = spawnSync(process.execPath, ["--import=tsx", "--input-type=module", "-e", program], {
      encoding: "utf8",
      env: { ...process.env, TSX_DISABLE_CACHE: "1" }, // the other user cannot write it
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(stderr).to.include(`${url} cannot be written by this user`);
    expect(stderr).not.to.include("Another Crosstill process");
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
