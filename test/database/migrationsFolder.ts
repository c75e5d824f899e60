import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sqliteColumns as c } from "../../src/database/columns.ts";

/** A table of this suite's own: the foundation is tested without any of the application's. */
export const things = c.table("things", {
  id: c.text("id").primaryKey(),
  size: c.count("size"),
  wei: c.amount("wei"),
});

const CREATE = {
  sqlite: "create table things (id text primary key not null, size integer not null, wei text not null);",
  postgres:
    "create table things (id text primary key not null, size integer not null, wei numeric(78,0) not null);",
};

/** Writes a migrations folder as drizzle-kit does, with one migration of the given time stamp, and gives its path. */
export function migrationsFolder(dialect: "sqlite" | "postgres", when: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-migrations-"));
  fs.mkdirSync(path.join(folder, "meta"));
  fs.writeFileSync(path.join(folder, "0000_things.sql"), CREATE[dialect]);
  const entry = { idx: 0, version: "7", when, tag: "0000_things", breakpoints: true };
  const kind = dialect === "postgres" ? "postgresql" : "sqlite";
  fs.writeFileSync(
    path.join(folder, "meta/_journal.json"),
    JSON.stringify({ version: "7", dialect: kind, entries: [entry] }),
  );
  return folder;
}
