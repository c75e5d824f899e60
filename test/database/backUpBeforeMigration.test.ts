import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { checkArchive } from "../../src/database/archive.ts";
import { databaseName, endRecovery, openDatabase, withSession } from "../../src/database/open.ts";
import { appliedMigrations, applyMigrations, carriedMigrations } from "../../src/database/migrations.ts";
import { restore } from "../../src/database/restore.ts";
import { tablesAt } from "../../src/database/schemaAt.ts";
import { inTransaction, type PlainRow } from "../../src/database/session.ts";
import { databaseUrls, ENGINES } from "./databaseUrls.ts";

const OLD = 1; // the schema of the first release
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-migrating-"));
const newUrl = databaseUrls(folder);

/** A database as an old version left it, with a row in each table when `rows` says so. */
async function oldDatabase(url: string, rows: boolean): Promise<void> {
  await withSession(url, "gateway", false, (session, options) =>
    inTransaction(session, "write", async () => {
      await applyMigrations(session, options, OLD);
      for (const table of rows ? tablesAt(options.migrations, OLD) : []) {
        const value = (kind: string) => (kind === "whole" || kind === "flag" ? 1 : "7");
        const row = Object.fromEntries(table.columns.map(({ name, kind }) => [name, value(kind)]));
        await session.insert(table, [row satisfies PlainRow]);
      }
    }),
  );
}

const schemaOf = (url: string) => withSession(url, "gateway", true, appliedMigrations);
const carried = () => withSession(path.join(folder, "any.db"), "gateway", false, async (_, options) => carriedMigrations(options)); // prettier-ignore

describe("before a migration", function () {
  this.timeout(60_000);
  after(() => fs.rmSync(folder, { recursive: true }));

  for (const engine of ENGINES) {
    describe(`on ${engine}`, () => {
      const migrate = async (url: string, backupFolder: string) => {
        const told: string[] = [];
        const onBackup = (file: string) => void told.push(file);
        await (await openDatabase(url, "gateway", false, { backupFolder, onBackup })).close();
        return told;
      };

      it("what the database holds is kept in a file that the new version restores, brought up to date", async () => {
        const url = await newUrl(engine);
        await oldDatabase(url, true);
        const backups = path.join(folder, `${engine}-kept`);
        const [file = "", ...more] = await migrate(url, backups);
        expect(more).to.deep.equal([]);
        expect(fs.readdirSync(backups)).to.deep.equal([path.basename(file)]);
        const archive = await checkArchive(file);
        expect(archive.header.schema).to.equal(OLD);
        expect(new Set(Object.values(archive.trailer.rows))).to.deep.equal(new Set([1]));

        const copy = await newUrl(engine === "sqlite" ? "postgres" : "sqlite");
        await withSession(copy, "gateway", false, (session, options) => restore(session, options, "gateway", archive)); // prettier-ignore
        await endRecovery(copy, "gateway");
        expect(await schemaOf(copy)).to.equal(await carried());
        expect(await migrate(copy, backups), "nothing is left to migrate").to.deep.equal([]);
      });

      it("the last five are kept, of this database", async () => {
        const url = await newUrl(engine);
        await oldDatabase(url, true);
        const backups = path.join(folder, `${engine}-five`);
        fs.mkdirSync(backups);
        const older = [1, 2, 3, 4, 5, 6].map(
          (nth) => `${databaseName(url)}-before-migration-${nth}.jsonl.gz`,
        );
        const others = [`other${older[0]}`, "crosstill.db"];
        [...others, ...older].forEach((name, nth) => {
          fs.writeFileSync(path.join(backups, name), "");
          fs.utimesSync(path.join(backups, name), nth, nth);
        });
        fs.writeFileSync(path.join(backups, `${older[0]}.1.partial`), ""); // a crash left it
        const [newest = ""] = await migrate(url, backups);
        const kept = [...older.slice(-4), path.basename(newest), ...others];
        expect(fs.readdirSync(backups).toSorted()).to.deep.equal(kept.toSorted());
      });

      it("nothing is kept of a database without rows, or of a new one", async () => {
        const backups = path.join(folder, `${engine}-none`);
        const url = await newUrl(engine);
        await oldDatabase(url, false);
        expect(await migrate(url, backups)).to.deep.equal([]);
        expect(await migrate(await newUrl(engine), backups)).to.deep.equal([]);
        expect(fs.existsSync(backups)).to.equal(false);
      });

      it("nothing is migrated when the backup cannot be written", async () => {
        const url = await newUrl(engine);
        await oldDatabase(url, true);
        const noFolder = path.join(folder, `${engine}-file`);
        fs.writeFileSync(noFolder, "");
        const error = await migrate(url, noFolder).catch((caught: unknown) => caught);
        expect(error)
          .to.be.instanceOf(Error)
          .with.property("message")
          .that.matches(/has to be migrated.*Nothing was changed.*BACKUP_DIR/);
        expect(await schemaOf(url)).to.equal(OLD);
      });
    });
  }
});
