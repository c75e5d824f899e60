import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { startMerchantApp } from "../../support/merchantApp.ts";

/** A wrong DATABASE_URL makes a new database: nobody would be credited what is paid to the addresses of the old one. */
describe("a new database beside a journal", () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-beside-"))));
  after(() => fs.rmSync(folder, { recursive: true }));

  it("does not start when the journal has addresses, and says what to do", async () => {
    const journal = path.join(folder, "journal.jsonl");
    fs.writeFileSync(journal, '{"at":"2026-11-28T00:00:00.000Z"}\n');
    const error = await startMerchantApp({ env: { JOURNAL_FILE: journal } }).catch(
      (caught: unknown) => caught,
    );
    expect(error)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.matches(/^The database that DATABASE_URL names is empty, and the journal \S+ has addresses/)
      .and.includes(journal)
      .and.includes("crosstill restore");
  });

  it("starts when the journal is empty", async () => {
    const journal = path.join(folder, "new.jsonl");
    fs.writeFileSync(journal, "");
    const app = await startMerchantApp({ env: { JOURNAL_FILE: journal } });
    await app.close();
  });
});
