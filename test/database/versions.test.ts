import { expect } from "chai";
import { openDatabase, withSession } from "../../src/database/open.ts";
import { bookkeeping } from "../../src/database/bookkeeping.ts";
import { onEngines } from "../support/databases.ts";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A database at another version than the program, as between the upgrade of the files and the restart of the server. */
describe("a command on a database of another version", () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-versions-"))));
  after(() => fs.rmSync(folder, { recursive: true }));

  onEngines(["sqlite", "postgres"], (newUrl) => {
    const place = async (name: string) => (await newUrl()) ?? path.join(folder, `${name}.db`);
    const newest = (url: string) =>
      withSession(url, "gateway", true, (session, { migrationsTable }) =>
        session.all(`select max(created_at) as newest from ${bookkeeping(session.dialect, migrationsTable)}`),
      );
    const forgetNewest = (url: string) =>
      withSession(url, "gateway", true, (session, { migrationsTable }) => {
        const table = bookkeeping(session.dialect, migrationsTable);
        return session.run(`delete from ${table} where created_at = (select max(created_at) from ${table})`);
      });
    const failure = (url: string) =>
      openDatabase(url, "gateway", true).then(
        () => "opened",
        (error: Error) => error.message,
      );

    it("names both versions and migrates nothing", async () => {
      const url = await place("older");
      await (await openDatabase(url, "gateway")).close();
      await forgetNewest(url);
      const before = await newest(url);
      const said = await failure(url);
      const [, at, program] =
        /^The database is at version (\d+), and this program at (\d+)\./.exec(said) ?? [];
      expect(Number(program) - Number(at), said).to.equal(1);
      expect(said).to.include('"crosstill migrate" or "crosstill serve"').and.include("upgrade.md");
      expect(await newest(url)).to.deep.equal(before);
    });

    it("names both versions of a database that a newer program has migrated", async () => {
      const url = await place("newer");
      await (await openDatabase(url, "gateway")).close();
      await withSession(url, "gateway", true, (session, { migrationsTable }) =>
        session.run(
          `insert into ${bookkeeping(session.dialect, migrationsTable)} (hash, created_at) values ('later', 9999999999999)`,
        ),
      );
      const said = await failure(url);
      const [, at, program] = /it is at version (\d+), and this program at (\d+)\./.exec(said) ?? [];
      expect(Number(at) - Number(program), said).to.equal(1);
    });

    it("works on a database of the same version", async () => {
      const url = await place("same");
      await (await openDatabase(url, "gateway")).close();
      expect(await failure(url)).to.equal("opened");
    });
  });
});
