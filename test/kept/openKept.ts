import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";

/** What keep.ts wrote: the invoices by what had become of them, and the time at which the application was stopped. */
export type Kept = Readonly<{
  at: number;
  expired: string;
  settled: string;
  part: string;
  open: string;
  seen: string;
}>;

type Rows = Readonly<{
  rows: Readonly<Record<string, string | null>>;
  sequences: readonly Readonly<{ name: string; last: string }>[];
}>;

const MIGRATIONS = path.join(import.meta.dirname, "../../migrations/postgres");
const MIGRATIONS_TABLE = "drizzle.gateway_migrations";

/** Unpacks a kept data directory into this empty folder. */
export function unpack(name: string, folder: string): Kept {
  execFileSync("tar", ["-xzf", path.join(import.meta.dirname, `${name}.tar.gz`), "-C", folder]);
  return JSON.parse(fs.readFileSync(path.join(folder, "kept.json"), "utf8")) as Kept;
}

/** Makes the empty database what the version before left: its migrations only, and its rows. */
export async function fillPostgres(url: string, folder: string): Promise<void> {
  const kept = JSON.parse(fs.readFileSync(path.join(folder, "rows.json"), "utf8")) as Rows;
  const migrated = (JSON.parse(kept.rows[MIGRATIONS_TABLE] ?? "[]") as unknown[]).length;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `create schema drizzle; create table ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const file of migrationFiles().slice(0, migrated)) await client.query(fs.readFileSync(file, "utf8"));
    for (const [table, rows] of Object.entries(kept.rows)) {
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [rows ?? "[]"],
      );
    }
    for (const { name, last } of kept.sequences) await client.query(`select setval($1, $2)`, [name, last]);
  } finally {
    await client.end();
  }
}

function migrationFiles(): readonly string[] {
  const journal = JSON.parse(fs.readFileSync(path.join(MIGRATIONS, "meta/_journal.json"), "utf8")) as {
    entries: readonly Readonly<{ tag: string }>[];
  };
  return journal.entries.map(({ tag }) => path.join(MIGRATIONS, `${tag}.sql`));
}
