import { expect } from "chai";
import pg from "pg";
import { statementOf, type Query } from "../../../src/database/driver.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { persistenceContext } from "../../../src/gateway/persistence/context.ts";
import { standingQuery } from "../../../src/gateway/persistence/webhooks/events.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { newPostgresUrl } from "../../support/migratedDatabases.ts";
import { issued, newInvoice } from "./storedThings.ts";

const MANY = 20_000;

describe("how an invoice stands, which is asked for every delivery", () => {
  it("is found by an index among many invoices and refunds on PostgreSQL", async () => {
    const url = await newPostgresUrl("standing", "gateway");
    const database = await openDatabase(url, "gateway");
    const client = new pg.Client(url);
    await client.connect();
    try {
      await issued(
        createPersistence(database, () => {}),
        newInvoice("first"),
      );
      await client.query(copiesOf("invoices", "'i' || n"));
      await client.query(
        "insert into pull_payments (id, store_id, version, archived, invoice_id, ordinal, body, created_at) " +
          `select 'p' || n, 'store-1', 1, false, 'i' || n, 0, '{}', 0 from generate_series(1, ${MANY}) n`,
      );
      await client.query("analyze");
      const { sql } = statementOf(standingQuery(persistenceContext(database, () => {})) as unknown as Query);
      for (const subject of ["i77", "p77"]) {
        const found = await client.query(sql, Array(sql.match(/\$\d/g)?.length ?? 0).fill(subject));
        expect(found.rows, subject).to.deep.equal([{ version: 1, state: "New", additional: "None" }]);
      }
      const literal = sql.replace(/\$\d/g, "'p77'");
      const plan = (await client.query<{ "QUERY PLAN": string }>(`explain ${literal}`)).rows
        .map((row) => row["QUERY PLAN"])
        .join("\n");
      expect(plan).to.match(/Index (Only )?Scan using invoices_pkey/);
      expect(plan).to.match(/Index (Only )?Scan using pull_payments_pkey/);
      expect(plan).not.to.include("Seq Scan");
    } finally {
      await client.end();
      await database.close();
    }
  }).timeout(60_000);
});

/** Inserts many rows like the one that a table has, each with an id of its own. */
function copiesOf(table: string, id: string): string {
  const changed = `jsonb_build_object('id', ${id})`;
  return `insert into ${table} select (jsonb_populate_record(one, ${changed})).* from ${table} one, generate_series(1, ${MANY}) n`;
}
