import { expect } from "chai";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../src/database/driver.ts";
import { isUnavailable } from "../../../src/database/unavailable.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { announced, issued, newInvoice } from "./storedThings.ts";

type Executing = Readonly<{ execute(query: SQL): PromiseLike<unknown> }>;

/** Lets a database be full for real, and gives the way back. */
async function fill({ db, dialect }: Database): Promise<() => Promise<void>> {
  if (dialect === "sqlite") {
    const pragma = (text: string) => db.get(sql.raw(`pragma ${text}`)) as Record<string, number>;
    pragma(`max_page_count = ${pragma("page_count")["page_count"]}`); // SQLITE_FULL from the next new page on
    return async () => void pragma("max_page_count = 1000000");
  }
  const execute = (text: string) => (db as unknown as Executing).execute(sql.raw(text));
  await execute(`create or replace function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await execute("create trigger full_disk before insert on events execute function full_disk()");
  return async () => void (await execute("drop trigger full_disk on events"));
}

describe("a database whose disk is full", () => {
  onBothDatabases("gateway", (open) => {
    it("refuses a commit as a whole, still answers, and takes everything once there is room again", async () => {
      const database = await open();
      const persistence = createPersistence(database, () => {});
      const make = (id: string) => issued(persistence, newInvoice(id), announced(["InvoiceCreated"], id));
      await make("before");
      const free = await fill(database);
      const refused: string[] = [];
      for (let count = 0; count < 400 && refused.length < 3; count++) {
        const id = `during-${count}`;
        await make(id).catch((error: unknown) => {
          expect(isUnavailable(error), String(error)).to.equal(true);
          refused.push(id);
        });
      }
      expect(refused, "the disk was full").to.have.length(3);
      for (const id of refused) expect(await persistence.invoices.load(id)).to.equal(undefined);
      expect((await persistence.invoices.load("before"))?.id, "reading goes on").to.equal("before");
      await free();
      for (const id of refused) await make(id);
      for (const id of refused) expect((await persistence.invoices.load(id))?.id).to.equal(id);
    });
  });
});

/** Lets a database be read only: a file system mounted so, or a standby after a failover. Gives the way back. */
async function lock({ db, dialect }: Database): Promise<() => Promise<void>> {
  if (dialect === "sqlite") {
    db.run(sql.raw("pragma query_only = 1")); // SQLITE_READONLY
    return async () => void db.run(sql.raw("pragma query_only = 0"));
  }
  const execute = (text: string) => (db as unknown as Executing).execute(sql.raw(text));
  await execute(`create or replace function read_only() returns trigger language plpgsql as $$ begin
    raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$`);
  await execute("create trigger read_only before insert on events execute function read_only()");
  return async () => void (await execute("drop trigger read_only on events"));
}

describe("a database that may only be read", () => {
  onBothDatabases("gateway", (open) => {
    it("is unavailable for writing, and is used again when it may be written", async () => {
      const database = await open();
      const persistence = createPersistence(database, () => {});
      const make = () => issued(persistence, newInvoice("a"), announced(["InvoiceCreated"], "a"));
      const unlock = await lock(database);
      const error = await make().catch((caught: unknown) => caught);
      expect(isUnavailable(error), String(error)).to.equal(true);
      await unlock();
      await make();
      expect((await persistence.invoices.load("a"))?.id).to.equal("a");
    });
  });
});
