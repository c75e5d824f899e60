import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { parseDecimal } from "../../src/values/amount.ts";
import { HOUR_MS } from "../../src/values/time.ts";
import { ok, shopOf } from "../journeys/shop.ts";
import { mochaGlobalSetup, mochaGlobalTeardown, postgresOfRun } from "../support/postgresOfRun.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";

/**
 * Writes what this version leaves behind: a data directory for each database, with invoices in every state. Later versions must open
 * it (kept.journey.ts). Usage: tsx test/kept/keep.ts <name>, on a commit whose data has to stay readable.
 */

const [name] = process.argv.slice(2);
if (!name) throw new Error("Expected a name for the kept data, for example 0.1.0.");
mochaGlobalSetup();
const server = await postgresOfRun();
await keep("sqlite");
await keep("postgres", await server.url("kept"));
await mochaGlobalTeardown();
process.exit(0);

async function keep(engine: string, databaseUrl?: string): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "kept-"));
  const sandbox = await startSandboxApp({ dataDir, isFirst: true, ...(databaseUrl ? { databaseUrl } : {}) });
  const kept = await trade(sandbox);
  const at = sandbox.clock();
  await sandbox.close();
  fs.writeFileSync(path.join(dataDir, "kept.json"), JSON.stringify({ at, ...kept }));
  if (databaseUrl)
    fs.writeFileSync(path.join(dataDir, "rows.json"), JSON.stringify(await rowsOf(databaseUrl)));
  const archive = path.join(import.meta.dirname, `${name}-${engine}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", dataDir, "."]);
  fs.rmSync(dataDir, { recursive: true });
}

/** One invoice in every state, and what belongs to a shop: a webhook, a refund that waits for its customer, a payment request. */
async function trade(sandbox: SandboxApp): Promise<Readonly<Record<string, string>>> {
  const shop = shopOf(sandbox);
  await sandbox.control("bitcoin/automine", { seconds: 0 });
  await sandbox.post("/webhooks", {
    url: "https://shop.example/hook",
    authorizedEvents: { everything: true },
  });
  ok(await sandbox.post("/payment-requests", { title: "Rent", amount: "10.00", currency: "USD" }));
  const expired = await shop.invoice();
  sandbox.clock.advance(2 * HOUR_MS);
  await sandbox.run();
  await shop.until(expired.id, "Expired");
  const settled = await shop.invoice();
  await shop.pay(settled.id);
  await shop.mine();
  await shop.until(settled.id, "Settled");
  ok(
    await sandbox.post(`/invoices/${settled.id}/refund`, {
      refundVariant: "Fiat",
      payoutMethodId: "BTC-CHAIN",
    }),
  );
  const part = await shop.invoice("100.00");
  await shop.pay(part.id, parseDecimal((await shop.bitcoin(part.id)).due, 8) / 2n);
  await shop.mine();
  await shop.tick(5);
  await shop.tick();
  const open = await shop.invoice();
  await shop.bitcoin(open.id);
  const seen = await shop.invoice();
  await shop.pay(seen.id);
  await shop.look(seen.id);
  return { expired: expired.id, settled: settled.id, part: part.id, open: open.id, seen: seen.id };
}

/** Every table's rows as JSON, and where the sequences stand. */
async function rowsOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = (
      await client.query<{ all: unknown }>(`select json_agg(t)::text as all from ${name} t`)
    ).rows[0]?.all;
  const { rows: sequences } = await client.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null`,
  );
  await client.end();
  return { rows, sequences };
}
