import fs from "node:fs";
import { expect } from "chai";
import pg from "pg";
import { sql, type SQL } from "drizzle-orm";
import type { Write } from "../../src/database/driver.ts";
import { openPostgres, refuseUnsuitedServer } from "../../src/database/postgres.ts";
import { isUnavailable } from "../../src/database/unavailable.ts";
import { postgresOfRun, type Postgres } from "../support/postgresOfRun.ts";
import { query, until } from "../support/postgresServers.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

const migrations = migrationsFolder("postgres", 1);
const options = (url: string) => ({ url, migrations, migrationsTable: "m" });

const HERE = " and database = (select oid from pg_database where datname = current_database())"; // the server has others

type Executing = Readonly<{ execute(query: SQL): PromiseLike<unknown> }>;

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

  it("is refused in another encoding than UTF8, with the command that makes one", async () => {
    const url = new URL(await server.url("encodings"));
    await query(url.href, "create database latin1 encoding 'LATIN1' locale 'C' template template0");
    url.pathname = "/latin1";
    const error = await openPostgres(options(url.href)).catch((caught: unknown) => caught);
    expect(error)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.matches(/^The database of DATABASE_URL has the encoding LATIN1.*createdb --encoding=UTF8/);
  });

  it("refuses a PostgreSQL server that is older than those the tests run on", async () => {
    const answering = (version: string) =>
      ({ query: async () => ({ rows: [{ version, encoding: "UTF8" }] }) }) as unknown as Parameters<
        typeof refuseUnsuitedServer
      >[0];
    const error = await refuseUnsuitedServer(answering("14.19"), {}).catch(String);
    expect(error).to.include("DATABASE_URL leads to PostgreSQL 14.19; Crosstill needs 15 or newer.");
    await refuseUnsuitedServer(answering("15.0"), {});
  });

  it("repeats a batch that the server asks to repeat", async () => {
    const database = await openPostgres(options(await server.url("repeated")));
    const { execute } = database.db as unknown as Executing;
    await execute.call(database.db, sql`create sequence tries`);
    await execute.call(
      database.db,
      sql`create function second_time_lucky() returns text language plpgsql as $$ begin
        if nextval('tries') = 1 then raise exception sqlstate '40001'; end if; return 'b'; end $$`,
    );
    const add = (id: string | SQL): Write => ({
      rows: 1,
      build: (db) => db.insert(things).values({ id, size: 1, wei: 1n }).returning(),
    });
    await database.commit([add("a"), add(sql`second_time_lucky()`), add("c")]);
    expect(await database.db.select().from(things)).to.have.length(3);
    await database.close();
  });

  it("survives connections that drop in the middle of a batch: it is refused, and the next one is written", async () => {
    const url = await server.url("dropped");
    const database = await openPostgres(options(url));
    const { execute } = database.db as unknown as Executing;
    await execute.call(
      database.db,
      sql`create function dropped() returns text language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); return 'never'; end $$`,
    );
    const add = (id: string | SQL): Write => ({
      rows: 1,
      build: (db) => db.insert(things).values({ id, size: 1, wei: 1n }).returning(),
    });
    for (let round = 0; round < 5; round++) {
      const error = await database
        .commit([add(`first ${round}`), add(sql`dropped()`)])
        .catch((caught: unknown) => caught);
      expect(isUnavailable(error), String(error)).to.equal(true);
      await database.commit([add(`single ${round}`)]);
    }
    const rows = (await database.db.select().from(things)) as readonly { id: string }[];
    expect(rows.map(({ id }) => id)).to.have.members([0, 1, 2, 3, 4].map((round) => `single ${round}`));
    await database.close();
  });

  it("is migrated after the process that holds the migration lock has crashed", async () => {
    const url = await server.url("crashed");
    const other = new pg.Client({ connectionString: url });
    other.on("error", () => {});
    await other.connect();
    await other.query("begin; select pg_advisory_xact_lock(7305001)");
    const opening = openPostgres(options(url));
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted${HERE}`;
    await until(async () => (await query(url, waiting)).length > 0);
    const holders = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted${HERE}`;
    await query(url, holders);
    const database = await opening;
    expect(await database.db.select().from(things)).to.deep.equal([]);
    expect(await query(url, `select pid from pg_locks where locktype = 'advisory'${HERE}`)).to.deep.equal([]);
    await database.close();
  });

  it("reads again over another connection when the first one was dropped", async () => {
    const url = await server.url("reread");
    const database = await openPostgres(options(url));
    const { execute } = database.db as unknown as Executing;
    await execute.call(database.db, sql`create sequence drops`);
    await execute.call(
      database.db,
      sql`create function dropped_once() returns text language plpgsql as $$ begin
        if nextval('drops') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return 'kept'; end $$`,
    );
    const rows = await database.db
      .select({ value: sql<string>`dropped_once()` })
      .from(sql`(values (1)) as one`);
    expect(rows).to.deep.equal([{ value: "kept" }]);
    await database.close();
  });
});
