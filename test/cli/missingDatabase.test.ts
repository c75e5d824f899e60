import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { assign } from "../../src/cli/gateway/assign.ts";
import { audit } from "../../src/cli/gateway/audit.ts";
import { backup } from "../../src/cli/gateway/backup.ts";
import type { Command } from "../../src/cli/command.ts";
import { createKey } from "../../src/cli/gateway/createKey.ts";
import { printInbox } from "../../src/cli/gateway/inbox.ts";
import { mark } from "../../src/cli/gateway/mark.ts";
import { migrateDatabase } from "../../src/cli/gateway/migrate.ts";
import { ownerLink } from "../../src/cli/gateway/ownerLink.ts";
import { payoutsPay } from "../../src/cli/gateway/payoutsPay.ts";
import { replay } from "../../src/cli/gateway/replay.ts";
import { resolve } from "../../src/cli/gateway/resolve.ts";
import { setStore } from "../../src/cli/gateway/setStore.ts";
import { onEngines } from "../support/databases.ts";
import { invoke } from "./invoke.ts";

const WHO = ["--by", "Ada", "--reason", "she said so"];

/** Every command that looks for a shop, and a shop that it might be asked for. */
const COMMANDS: Readonly<Record<string, readonly [Command, readonly string[]]>> = {
  inbox: [printInbox, []],
  mark: [mark, ["anInvoice", "settled", ...WHO]],
  resolve: [resolve, ["anInvoice", "aKey", ...WHO]],
  assign: [assign, ["8253038:aa:0", "anInvoice", ...WHO]],
  "stores set": [setStore, ["--store", "aStore", "--minutes", "20"]],
  "keys create": [createKey, ["--store", "aStore"]],
  "owner link": [ownerLink, []],
  "payouts pay": [payoutsPay, ["aPayout"]],
  audit: [audit, []],
  replay: [replay, []],
  backup: [backup, []],
};

describe("a command with a wrong DATA_DIR", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-missing-"))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  for (const [name, [command, args]] of Object.entries(COMMANDS)) {
    it(`${name} says that there is no database, and makes none`, async () => {
      const { result, error } = await invoke(command, args, { DATA_DIR: folder });
      expect(error).to.equal(
        `There is no database at ${path.join(folder, "crosstill.db")}. Check DATABASE_URL and DATA_DIR.`,
      );
      expect(result).to.equal("");
      expect(fs.readdirSync(folder)).to.deep.equal([]);
    });
  }

  onEngines(["sqlite", "postgres"], (newUrl) => {
    it("says so of a database that is empty, and leaves it empty", async () => {
      const url = await newUrl("nobody");
      const file = path.join(folder, "empty.db");
      fs.writeFileSync(file, "");
      const ask = () => invoke(printInbox, [], { DATA_DIR: folder, DATABASE_URL: url ?? file });
      for (const { result, error } of [await ask(), await ask()]) {
        expect(error)
          .to.match(/^There is nothing of Crosstill in .*\. Check DATABASE_URL and DATA_DIR\.$/)
          .and.to.contain(url ? "(PostgreSQL)" : file);
        expect(result).to.equal("");
      }
    });
  });

  it("backs up nothing where there is nothing: the file would be missed when it is needed", async () => {
    expect((await invoke(migrateDatabase, [], { DATA_DIR: folder })).error).to.equal(undefined);
    const { error } = await invoke(backup, [], { DATA_DIR: folder });
    expect(error).to.match(/^There is nothing to back up: .*crosstill\.db has no rows\. Check DATABASE_URL/);
    expect(fs.readdirSync(folder).filter((name) => name.includes(".gz"))).to.deep.equal([]);
  });
});
