import { expect } from "chai";
import { sql, type SQL } from "drizzle-orm";
import { openDatabase } from "../../../src/database/open.ts";
import { newPostgresUrl } from "../../support/migratedDatabases.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

const ORDER = { amount: "25.00", currency: "USD", metadata: { orderId: "full-disk" } };

describe("a shop while the disk is full", function () {
  this.timeout(60_000);
  let app: MerchantApp | undefined;
  afterEach(async () => app?.close());

  const ready = async () => {
    const answer = await fetch(`${app?.url}/health/ready`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const order = async (key: string) => {
    const headers = {
      authorization: `token ${app?.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    const url = `${app?.url}/api/v1/stores/${app?.storeId}/invoices`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(ORDER) });
    return { status: answer.status, after: answer.headers.get("retry-after"), text: await answer.text() };
  };

  it("is told to come again when the journal cannot be written: no address is shown that is not in it", async () => {
    app = await startMerchantApp({ env: { JOURNAL_FILE: "/dev/full" } }); // every write fails with ENOSPC
    const { status, after, text } = await order("one");
    expect([status, after, JSON.parse(text).code]).to.deep.equal([503, "5", "storage-unavailable"]);
    expect(text).not.to.match(/bcrt1/);
    const rows = await app.app.gateway.persistence.leases.open("", 10);
    expect(rows, "no address is given out").to.deep.equal([]);
  });

  it("is told to come again when PostgreSQL has no room (53100), and gets one invoice when it has", async () => {
    const databaseUrl = await newPostgresUrl("full_disk", "gateway");
    app = await startMerchantApp({ databaseUrl });
    const beside = await openDatabase(databaseUrl, "gateway");
    const execute = (text: string) =>
      (beside.db as unknown as Readonly<{ execute(query: SQL): PromiseLike<unknown> }>).execute(
        sql.raw(text),
      );
    await execute(`create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$`);
    for (const table of ["invoices", "notes"])
      await execute(
        `create trigger full_disk before insert or update on ${table} execute function full_disk()`,
      );
    const refused = await order("same");
    expect([refused.status, refused.after]).to.deep.equal([503, "5"]);
    expect((await ready()).body).to.include({ status: "not ready", database: "not writable" });
    for (const table of ["invoices", "notes"]) await execute(`drop trigger full_disk on ${table}`);
    await beside.close();
    app.clock.advance(120_000); // the first call's claim of its key has ended
    const made = await order("same");
    expect(made.status, made.text).to.equal(200);
    const list = (await app.get("/invoices")).body as readonly unknown[];
    expect(list).to.have.length(1);
    expect((await ready()).body).to.include({ database: "ok" });
  });
});
