import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { audit } from "../../src/cli/gateway/audit.ts";
import { makeHealthy } from "../gateway/audit/fixtures.ts";
import { invoke } from "./invoke.ts";

const EMPTY_LEAF = 0x0a; // the first byte of an index page without rows

describe("crosstill audit of a damaged file", () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-damage-"))));
  after(() => fs.rmSync(folder, { recursive: true }));

  it("finds an index that has lost its rows, which would hide them from every question, and says what to do", async () => {
    const file = path.join(folder, "damaged.db");
    await makeHealthy(file);
    emptyIndex(file, "leases_one_open");
    const { error } = await invoke(audit, [], { DATA_DIR: folder, DATABASE_URL: file });
    expect(error).to.match(/^The database file is damaged; restore a backup \(docs\/how-to\/backup-restore\.md\):\n {2}row \d+ missing from index leases_one_open/);
  }); // prettier-ignore
});

/** Overwrites the root page of a small index by one without rows. */
function emptyIndex(file: string, name: string): void {
  const database = new Sqlite(file);
  database.pragma("wal_checkpoint(truncate)");
  const size = database.pragma("page_size", { simple: true }) as number;
  const page = database.prepare("select rootpage from sqlite_master where name = ?").pluck().get(name) as number;
  database.close();
  const bytes = fs.readFileSync(file);
  const empty = Buffer.alloc(size);
  empty[0] = EMPTY_LEAF;
  empty.writeUInt16BE(size, 5); // where its cells would begin
  empty.copy(bytes, (page - 1) * size);
  fs.writeFileSync(file, bytes);
} // prettier-ignore
