import fs from "node:fs";
import { expect } from "chai";
import type { Write } from "../../src/database/driver.ts";
import { openPostgres } from "../../src/database/postgres.ts";
import { isUnavailable } from "../../src/database/unavailable.ts";
import { postgresOfRun } from "../support/postgresOfRun.ts";
import { embeddedBinaries, query, startPair, type Pair } from "../support/postgresServers.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

const migrations = migrationsFolder("postgres", 1);

const add = (id: string): Write => ({
  rows: 1,
  build: (db) => db.insert(things).values({ id, size: 1, wei: 1n }).returning(),
});

describe("a PostgreSQL cluster whose URL names both servers", () => {
  let pair: Pair;
  before(async () => {
    await postgresOfRun(); // which makes the user that servers run as
    pair = await startPair(await embeddedBinaries());
  });
  after(async () => {
    await pair.stop();
    fs.rmSync(migrations, { recursive: true });
  });

  it("is used where it takes writes, before and after the standby is promoted", async () => {
    const { primary, standby } = pair;
    const url = primary.url().replace(`${primary.port}`, `${standby.port},127.0.0.1:${primary.port}`);
    const database = await openPostgres({ url, migrations, migrationsTable: "m" });
    await database.commit([add("before"), add("too")]);
    await pair.caughtUp();
    await primary.end("SIGKILL");
    const away = await database.commit([add("away")]).catch((error: unknown) => error);
    expect(isUnavailable(away), String(away)).to.equal(true);
    expect(await query(standby.url(), "select id from things order by id")).to.have.length(2);
    await pair.promote();
    await database.commit([add("after"), add("this")]);
    const rows = (await database.db.select().from(things)) as readonly { id: string }[];
    expect(rows.map(({ id }) => id)).to.have.members(["before", "too", "after", "this"]);
    await database.close();
  });

  it("that is not there is one clear sentence, without the password", async () => {
    const url = "postgres://me:secret@127.0.0.1:1,127.0.0.1:2/none";
    const error = await openPostgres({ url, migrations, migrationsTable: "m" }).catch(
      (caught: unknown) => caught,
    );
    expect(String(error))
      .to.match(/^Error: PostgreSQL cannot be reached\. Check DATABASE_URL/)
      .and.not.contain("secret");
  });
});
