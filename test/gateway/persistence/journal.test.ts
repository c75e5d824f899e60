import { expect } from "chai";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openJournal } from "../../../src/gateway/persistence/journal.ts";

describe("the journal outside the database", () => {
  let directory = "";
  let file = "";
  beforeEach(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-journal-"));
    file = path.join(directory, "deep", "journal.jsonl");
  });
  afterEach(() => fs.rm(directory, { recursive: true, force: true }));

  const lines = async () => (await fs.readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  const entries = async () => (await lines()).map((line) => JSON.parse(line) as Record<string, unknown>);

  it("keeps two hundred appends that come at once, all of them, in their order", async () => {
    const journal = openJournal(file);
    const order: number[] = [];
    const all = Array.from({ length: 200 }, (_, index) => ({ index, text: "line\nbreak ü 🧾".repeat(index % 9) }));
    await Promise.all(all.map((entry) => journal.append(entry).then(() => order.push(entry.index))));
    expect(await entries(), "on the disk before close").to.deep.equal(all);
    expect(order).to.deep.equal(all.map(({ index }) => index));
    await journal.close();
  });

  it("is on the disk when an append is answered", async () => {
    const journal = openJournal(file);
    for (const index of [1, 2, 3]) {
      await journal.append({ index });
      expect(await entries()).to.have.length(index);
    }
    await journal.close();
  });

  it("writes an acknowledgement to the file at once, also while an append is under way", async () => {
    const journal = openJournal(file);
    journal.noteAcknowledged({ at: 0, invoiceId: "a", requestId: "r1" });
    expect((await entries()).map(({ kept }) => kept)).to.deep.equal(["r1"]);
    const appended = journal.append({ index: 1 });
    journal.noteAcknowledged({ at: 0, invoiceId: "a", requestId: "r2" });
    expect(await fs.readFile(file, "utf8")).to.contain('"kept":"r2"');
    await appended;
    await journal.close();
    expect((await entries()).map(({ kept, index }) => kept ?? index)).to.have.members(["r1", "r2", 1]);
  });

  it("goes on where it ended, also after a crash in the middle of a line", async () => {
    const first = openJournal(file);
    await first.append({ index: 1 });
    await first.close();
    await fs.appendFile(file, '{"index":2,"depositAddr');
    const second = openJournal(file);
    await second.append({ index: 3 });
    await second.append({ index: 4 });
    await second.close();
    expect(await lines()).to.deep.equal(['{"index":1}', '{"index":2,"depositAddr', '{"index":3}', '{"index":4}']);
  });

  it("is nobody else's to read", async () => {
    await openJournal(file).close();
    expect((await fs.stat(file)).mode & 0o777).to.equal(0o600);
  });

  it("says so when it cannot be written, and waits for what is under way before it closes", async () => {
    const journal = openJournal(file);
    const pending = journal.append({ index: 1 });
    await journal.close();
    await pending;
    expect(await entries()).to.deep.equal([{ index: 1 }]);
    const error = await journal.append({ index: 2 }).then(() => undefined, (reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error);
  });
}); // prettier-ignore
