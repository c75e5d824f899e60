import fs from "node:fs";
import { expect } from "chai";
import { sql } from "drizzle-orm";
import { openPostgres } from "../../src/db/postgres.ts";
import { postgresOfRun, type Postgres } from "../support/postgresOfRun.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

const migrations = migrationsFolder("postgres", 1);
const options = (url: string) => ({ url, migrations, migrationsTable: "m" });

describe("a PostgreSQL database", () => {
  let server: Postgres;
  before(async function () {
    this.timeout(60_000);
    server = await postgresOfRun();
  });
  after(async () => {
    fs.rmSync(migrations, { recursive: true });
  });

  it("is migrated once when several processes start together", async () => {
    const url = await server.url("together");
    const databases = await Promise.all([1, 2, 3, 4].map(() => openPostgres(options(url))));
    for (const { db } of databases) expect(await db.select().from(things)).to.deep.equal([]);
    await Promise.all(databases.map((database) => database.close()));
  });

  it("that cannot be reached is one clear sentence", async () => {
    const error = await openPostgres(options("postgres://nobody:x@127.0.0.1:1/none")).catch(
      (caught: unknown) => caught,
    );
    expect(error)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.matches(/^PostgreSQL cannot be reached\./);
  });

  it("repeats a batch that the server asks to repeat", async () => {
    const database = await openPostgres(options(await server.url("repeated")));
    const add = (id: string) => (db: typeof database.db) =>
      db.insert(things).values({ id, size: 1, wei: 1n }).returning();
    const failOnce = sql`do $$ begin if not exists (select from pg_sequences where sequencename = 'tries')
      then raise exception sqlstate '40001'; end if; end $$`;
    let tries = 0;
    const raisingAtFirst = (db: typeof database.db) => {
      tries += 1;
      return tries === 1
        ? (db as unknown as { execute(query: unknown): PromiseLike<readonly unknown[]> }).execute(failOnce)
        : add("b")(db);
    };
    await database.commit([
      { rows: 1, build: add("a") },
      { rows: 1, build: raisingAtFirst },
    ]);
    expect(tries).to.equal(2);
    expect(await database.db.select().from(things)).to.have.length(2);
    await database.close();
  });
});
