import net from "node:net";
import { expect } from "chai";
import { sql, type SQL } from "drizzle-orm";
import { openPostgres } from "../../src/database/postgres.ts";
import { isUnavailable } from "../../src/database/unavailable.ts";
import { postgresOfRun } from "../support/postgresOfRun.ts";
import { migrationsFolder, things } from "./migrationsFolder.ts";

/** A way to a server that can be cut without anybody being told: packets just do not arrive any more. */
async function cuttableWay(to: URL) {
  let isCut = false;
  const sockets = new Set<net.Socket>();
  const relay = net.createServer((near) => {
    const far = net.connect(Number(to.port || 5432), to.hostname);
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one);
      one.on("data", (bytes) => void (isCut || other.write(bytes)));
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  }); // prettier-ignore
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const url = new URL(to);
  url.hostname = "127.0.0.1";
  url.port = String((relay.address() as net.AddressInfo).port);
  return {
    url,
    cut: (cut: boolean) => void (isCut = cut),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}

describe("a PostgreSQL server that vanishes without a word", function () {
  this.timeout(60_000);
  type Executing = Readonly<{ execute(query: SQL): PromiseLike<unknown> }>;

  it("is unavailable within the deadline, for reads and commits, and is used again when it is back", async () => {
    const server = await postgresOfRun();
    const migrations = migrationsFolder("postgres", 1);
    const way = await cuttableWay(new URL(await server.url("vanishing")));
    way.url.searchParams.set("query_timeout", "300"); // instead of 15 s
    const database = await openPostgres({ url: way.url.href, migrations, migrationsTable: "m" });
    const { execute } = database.db as unknown as Executing;
    const add = (id: string) =>
      database.commit([
        { rows: 1, build: (db) => db.insert(things).values({ id, size: 1, wei: 1n }).returning() },
        {
          rows: 1,
          build: (db) =>
            db
              .insert(things)
              .values({ id: `${id}+`, size: 1, wei: 1n })
              .returning(),
        },
      ]);
    await add("before");
    way.cut(true);
    for (const attempt of [
      () => database.db.select().from(things),
      () => add("during"),
      () => execute.call(database.db, sql`select 1`),
    ]) {
      const error = await Promise.resolve(attempt()).then(() => "answered", (caught: unknown) => caught); // prettier-ignore
      expect(isUnavailable(error), String(error)).to.equal(true);
    }
    way.cut(false);
    await add("after");
    const ids = ((await database.db.select().from(things)) as readonly { id: string }[]).map(({ id }) => id);
    expect(ids).to.include.members(["before", "before+", "after", "after+"]).and.not.include("during+");
    await database.close();
    await way.close();
  });
});
