import fs from "node:fs";
import { expect } from "chai";
import { eq, gte, sql } from "drizzle-orm";
import { ConflictError, type Database, type Write } from "../../src/database/driver.ts";
import { insertRow } from "../../src/database/insertRow.ts";
import { isPostgres } from "../../src/database/open.ts";
import { openPostgres } from "../../src/database/postgres.ts";
import { preparedRead, preparedWrite } from "../../src/database/prepared.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { onBothDatabases } from "../support/databases.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

const CARRIED = 1_000;
const folders = {
  sqlite: migrationsFolder("sqlite", CARRIED),
  postgres: migrationsFolder("postgres", CARRIED),
};
const olderFolders = {
  sqlite: migrationsFolder("sqlite", CARRIED - 1),
  postgres: migrationsFolder("postgres", CARRIED - 1),
};

async function openWith(migrations: typeof folders, url: string): Promise<Database> {
  return isPostgres(url)
    ? openPostgres({ url, migrations: migrations.postgres, migrationsTable: "things_migrations" })
    : openSqlite({ url, migrations: migrations.sqlite, migrationsTable: "things_migrations" });
}

const insert = (id: string, size = 1, wei = 1n): Write => ({
  rows: 1,
  build: (db) => db.insert(things).values({ id, size, wei }).onConflictDoNothing().returning(),
});
const resize = (from: number, to: number, rows: number): Write => ({
  rows,
  build: (db) => db.update(things).set({ size: to }).where(eq(things.size, from)).returning(),
});
const removeAbove = (size: number, rows: number): Write => ({
  rows,
  build: (db) => db.delete(things).where(gte(things.size, size)).returning(),
});
const all = async ({ db }: Database) => (await db.select().from(things)).map(({ id }) => id).toSorted();
const refusal = async (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("a database", () => {
  after(() => {
    for (const folder of [...Object.values(folders), ...Object.values(olderFolders)]) {
      fs.rmSync(folder, { recursive: true });
    }
  });

  let lastUrl = "";
  const opener = (url: string) => openWith(folders, (lastUrl = url));

  onBothDatabases(opener, (open) => {
    it("keeps what was committed, across a restart, to the last digit of a uint256", async () => {
      const largest = 2n ** 256n - 1n;
      const first = await open("restarted");
      await first.commit([insert("a", 7, largest)]);
      await first.close();
      const second = await open("restarted");
      expect(await second.db.select().from(things)).to.deep.equal([{ id: "a", size: 7, wei: largest }]);
    });

    it("keeps all of a batch's writes or none [bug:async-transaction]", async () => {
      const database = await open();
      const error = await refusal(database.commit([insert("a"), insert("b"), insert("a")]));
      expect(error).to.be.instanceOf(ConflictError);
      expect(await all(database)).to.deep.equal([]);
    });

    it("keeps rows and changes whose text was made once, each with its own values", async () => {
      const database = await open();
      const largest = 2n ** 256n - 1n;
      const keep = (id: string, wei: bigint, how?: "unlessThere"): Write => ({
        rows: 1,
        build: (db) => insertRow(db, things, { id, size: 1, wei }, how),
      });
      const grow = preparedWrite((value) =>
        database.db
          .update(things)
          .set({ wei: value("wei", things.wei) })
          .where(eq(things.id, value("id", things.id)))
          .returning(),
      );
      await database.commit([keep("a", 1n), keep("b", 2n, "unlessThere")]);
      await database.commit([keep("c", largest), { rows: 1, build: () => grow({ id: "a", wei: largest }) }]);
      expect(await refusal(database.commit([keep("d", 1n), keep("b", 3n, "unlessThere")]))).to.be.instanceOf(
        ConflictError,
      );
      expect(await refusal(database.commit([keep("a", 3n)])))
        .to.be.instanceOf(Error)
        .and.not.instanceOf(ConflictError);
      const read = preparedRead("thing_by_id", () =>
        database.db
          .select()
          .from(things)
          .where(eq(things.id, sql.placeholder("id"))),
      );
      const found = [];
      for (const id of ["a", "b", "c", "d"]) found.push(...(await read({ id })));
      expect(found.map(({ id, wei }) => [id, wei])).to.deep.equal([
        ["a", largest],
        ["b", 2n],
        ["c", largest],
      ]);
    });

    it("throws what a write wants thrown when it touched the wrong number of rows", async () => {
      const database = await open();
      await database.commit([insert("a")]);
      const taken = new Error("a is taken");
      expect(await refusal(database.commit([{ ...insert("a"), otherwise: () => taken }]))).to.equal(taken);
    });

    for (const wanted of [0, 1, 3]) {
      it(`undoes a single write that touched two rows where ${wanted} were expected`, async () => {
        const database = await open();
        await database.commit([insert("a", 5), insert("b", 5)]);
        expect(await refusal(database.commit([resize(5, 9, wanted)]))).to.be.instanceOf(ConflictError);
        expect((await database.db.select().from(things)).map(({ size }) => size)).to.deep.equal([5, 5]);
        expect(await refusal(database.commit([removeAbove(0, wanted)]))).to.be.instanceOf(ConflictError);
        expect(await all(database)).to.deep.equal(["a", "b"]);
      });
    }

    it("accepts a write that expects to touch no row and touches none", async () => {
      const database = await open();
      await database.commit([resize(5, 9, 0)]);
      await database.commit([insert("a"), resize(5, 9, 0)]);
      expect(await all(database)).to.deep.equal(["a"]);
    });

    it("does not let one bad batch undo the batches beside it", async () => {
      const database = await open();
      const results = await Promise.allSettled([
        database.commit([insert("a"), insert("b")]),
        database.commit([insert("c"), insert("c")]),
        database.commit([insert("d")]),
        database.commit([{ rows: 1, build: () => { throw new Error("cannot be built"); } }]), // prettier-ignore
        database.commit([insert("e")]),
      ]);
      expect(results.map(({ status }) => status)).to.deep.equal(
        ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"], // prettier-ignore
      );
      expect(await all(database)).to.deep.equal(["a", "b", "d", "e"]);
    });

    it("gives a thing that many want at once to exactly one of them", async () => {
      const database = await open();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          database.commit([insert("prize"), insert(`winner${index}`)]),
        ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(1);
      expect(await all(database)).to.have.length(2);
    });

    it("keeps 200 commits that are made at once", async () => {
      const database = await open();
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          database.commit([insert(`thing${index}`), insert(`other${index}`)]),
        ),
      );
      expect(await all(database)).to.have.length(400);
    });

    it("passes on a database error and goes on working", async () => {
      const database = await open();
      const broken: Write = {
        rows: 1,
        build: (db) =>
          db
            .insert(things)
            .values({ id: "a", size: null as never, wei: 1n })
            .returning(),
      };
      expect(await refusal(database.commit([broken])))
        .to.be.instanceOf(Error)
        .and.not.instanceOf(ConflictError);
      expect(await refusal(database.commit([insert("b"), broken]))).to.be.instanceOf(Error);
      await database.commit([insert("c")]);
      expect(await all(database)).to.deep.equal(["c"]);
    });

    it("refuses a schema that a newer build wrote", async () => {
      const database = await open();
      await database.close();
      const error = await refusal(openWith(olderFolders, lastUrl));
      expect(error)
        .to.be.instanceOf(Error)
        .with.property("message")
        .that.matches(/newer Crosstill/);
      await (await openWith(folders, lastUrl)).close(); // and the refusal left no lock behind
    });
  });
});
