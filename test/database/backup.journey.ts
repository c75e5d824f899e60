import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { checkArchive, type CheckedArchive } from "../../src/database/archive.ts";
import { backUp } from "../../src/database/backup.ts";
import type { Database, Owner } from "../../src/database/driver.ts";
import { endRecovery, openDatabase, restoredFrom, withSession } from "../../src/database/open.ts";
import { restore } from "../../src/database/restore.ts";
import type { Session } from "../../src/database/session.ts";
import { allRows, anyRows } from "./anyRows.ts";
import { isFull } from "../support/sizes.ts";
import { databaseUrls, ENGINES, type Engine } from "./databaseUrls.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-backup-"));
const newUrl = databaseUrls(folder);
let made = 0;
const newFile = () => path.join(folder, "backups", `${++made}.jsonl.gz`);

/** Backs up a database that may be open; `between` happens on other connections while it is being read. */
function save(url: string, owner: Owner, between?: () => Promise<void>): Promise<CheckedArchive> {
  const file = newFile();
  return withSession(url, owner, true, (session, options) => {
    const disturbed: Session = {
      ...session,
      async *stream(sql) {
        await between?.();
        yield* session.stream(sql);
      },
    };
    return backUp(disturbed, options, { owner, about: { mode: "test" } }, () => file);
  });
}

async function load(url: string, owner: Owner, file: string): Promise<void> {
  const archive = await checkArchive(file);
  await withSession(url, owner, false, (session, options) => restore(session, options, owner, archive));
}

const LONG_TABLES = 3; // have all the rows; with JOURNEYS=full every table has
const ROWS_OF_OTHERS = 30;

/** A database with rows in every table, open, as a running server has it. */
async function filled(engine: Engine, owner: Owner, each = 7): Promise<Readonly<{ url: string; database: Database }>> {
  const url = await newUrl(engine);
  const database = await openDatabase(url, owner);
  const isTried = (index: number) => isFull || index < LONG_TABLES * each || index % each < ROWS_OF_OTHERS;
  await database.commit(anyRows(owner, database, each).filter((_, index) => isTried(index)));
  return { url, database };
} // prettier-ignore

async function openRestored(url: string, owner: Owner): Promise<Database> {
  if (owner === "gateway") await endRecovery(url, owner);
  return openDatabase(url, owner);
}

const failure = (work: Promise<unknown>) => work.then(() => "it worked", (error: Error) => error.message); // prettier-ignore

const MORE_THAN_A_FETCH = 210; // rows of a table

/** Each archive is restored to both engines and saved from there again, so one engine to begin with is enough. */
const SOURCES: readonly Readonly<{ owner: Owner; engines: readonly Engine[]; each: number }>[] = [
  { owner: "gateway", engines: isFull ? ENGINES : ["sqlite"], each: MORE_THAN_A_FETCH },
  { owner: "network", engines: isFull ? ENGINES : ["postgres"], each: isFull ? MORE_THAN_A_FETCH : 7 },
];

describe("a backup", function () {
  this.timeout(60_000);
  after(() => fs.rmSync(folder, { recursive: true }));

  for (const { owner, engines, each } of SOURCES) {
    for (const engine of engines) {
      describe(`of the ${owner}'s database on ${engine}`, () => {
        it("holds one moment while others write, and restores to the same rows on both engines", async () => {
          const { url, database } = await filled(engine, owner, each);
          const before = await allRows(owner, database);
          let written = 0;
          const archive = await save(url, owner, async () => {
            written += 1;
            await database.commit(anyRows(owner, database, 1, 1_000 + written));
          });
          expect(written).to.be.greaterThan(5);
          expect(await allRows(owner, database), "others went on writing").to.not.deep.equal(before);
          await database.close();
          for (const target of ENGINES) {
            const restored = await newUrl(target);
            await load(restored, owner, archive.file);
            const copy = await openRestored(restored, owner);
            expect(await allRows(owner, copy), `on ${target}`).to.deep.equal(before);
            const again = await save(restored, owner);
            expect(again.trailer.rowsSha256, `on ${target}`).to.equal(archive.trailer.rowsSha256);
            await copy.commit(anyRows(owner, copy, 1, 5_000)); // serial columns count on
            await copy.close();
          }
        });
      });
    }
  }

  it("is for nobody else's eyes, and overwrites nothing", async () => {
    const { url, database } = await filled("sqlite", "gateway", 1);
    const { file } = await save(url, "gateway");
    expect(fs.statSync(file).mode & 0o777).to.equal(0o600);
    made--;
    expect(await failure(save(url, "gateway"))).to.match(/exists already/);
    expect(fs.readdirSync(path.dirname(file)).filter((name) => name.includes("partial"))).to.deep.equal([]);
    await database.close();
  });

  it("of nothing is refused with a sentence", async () => {
    const missing = path.join(folder, "missing.db");
    expect(await failure(save(missing, "gateway"))).to.match(/There is no database at .*missing\.db/);
    fs.writeFileSync(missing, "");
    expect(await failure(save(missing, "gateway"))).to.match(/nothing to back up/);
  });

  describe("that is not whole", () => {
    let good = "";
    before(async () => {
      const { url, database } = await filled("sqlite", "gateway", 3);
      good = (await save(url, "gateway")).file;
      await database.close();
    });

    const lines = () => gunzipSync(fs.readFileSync(good)).toString("utf8").split("\n").slice(0, -1);
    const text = (all: readonly string[]) => gzipSync(all.map((line) => `${line}\n`).join(""));
    const damages: Readonly<Record<string, () => Buffer>> = {
      "cut off in the middle": () => fs.readFileSync(good).subarray(0, 700),
      "without its last line": () => text(lines().slice(0, -1)),
      "with an amount that was changed": () => text(lines().map((line) => line.replace("9007199254740993", "9007199254740994"))), // prettier-ignore
      "with a row that was removed": () => text(lines().filter((_, index) => index !== 5)),
      "with a row twice": () => text(lines().flatMap((line, index) => (index === 5 ? [line, line] : [line]))),
      "with another header": () => text(lines().map((line, index) => (index === 0 ? line.replace('"mode":"test"', '"mode":"live"') : line))), // prettier-ignore
      "with something after its end": () => text([...lines(), "{}"]),
      empty: () => Buffer.alloc(0),
      "another file": () => Buffer.from("SQLite format 3"),
    };
    for (const [name, damage] of Object.entries(damages)) {
      it(`(${name}) is refused before anything is written`, async () => {
        const file = newFile();
        fs.writeFileSync(file, damage());
        const url = await newUrl("sqlite");
        expect(await failure(load(url, "gateway", file))).to.match(/is damaged|cut off/);
        expect(fs.existsSync(url)).to.equal(false);
      });
    }
  });

  for (const engine of ENGINES) {
    describe(`into ${engine}`, () => {
      let archive: CheckedArchive;
      before(async () => {
        const { url, database } = await filled("sqlite", "gateway", 30);
        archive = await save(url, "gateway");
        await database.close();
      });

      it("is refused when it is another owner's or a newer version's", async () => {
        const url = await newUrl(engine);
        expect(await failure(load(url, "network", archive.file))).to.match(/of the gateway; expected one of the intent/);
        const newer = { ...archive, header: { ...archive.header, schema: archive.header.schema + 1 } };
        const attempt = withSession(url, "gateway", false, (session, options) => restore(session, options, "gateway", newer)); // prettier-ignore
        expect(await failure(attempt)).to.match(/newer Crosstill/);
      }); // prettier-ignore

      it("leaves nothing when it is killed in the middle, then works once, and cannot be started before it is recovered", async () => {
        const url = await newUrl(engine);
        const program = `
          import { checkArchive } from "./src/database/archive.ts";
          import { withSession } from "./src/database/open.ts";
          import { restore } from "./src/database/restore.ts";
          const archive = await checkArchive(${JSON.stringify(archive.file)});
          let inserts = 0;
          await withSession(${JSON.stringify(url)}, "gateway", false, (session, options) => {
            const insert = async (...rows) => {
              await session.insert(...rows);
              if (++inserts === 4) process.kill(process.pid, "SIGKILL");
            };
            return restore({ ...session, insert }, options, "gateway", archive);
          });`;
        const child = spawn(process.execPath, ["--import=tsx", "--input-type=module", "-e", program]);
        const signal = await new Promise((resolve) => child.on("close", (_, by) => resolve(by)));
        expect(signal).to.equal("SIGKILL");
        await load(url, "gateway", archive.file);
        expect(await failure(load(url, "gateway", archive.file))).to.match(
          /not empty.*Point DATABASE_URL at a new/,
        );
        expect(await restoredFrom(url, "gateway")).to.equal(archive.header.time);
        expect(await failure(openDatabase(url, "gateway"))).to.match(
          /restored from a backup.*"crosstill recover"/,
        );
        await endRecovery(url, "gateway");
        await (await openDatabase(url, "gateway")).close();
        expect((await save(url, "gateway")).trailer.rowsSha256).to.equal(archive.trailer.rowsSha256);
      });
    });
  }
});
