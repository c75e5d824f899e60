import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { openJournal, readJournal, type JournalDisk } from "../../../src/gateway/persistence/journal.ts";
import { claimJournal, idIn, journalsOf } from "../../../src/gateway/persistence/journalFiles.ts";

const disk: JournalDisk = {
  append: async (descriptor, text) => fs.appendFileSync(descriptor, text),
  sync: async () => {},
};
const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

describe("the journals of several processes", () => {
  let folder = "";
  let file = "";
  let made = 0;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-journals-"));
    file = path.join(folder, "journal.jsonl");
    made = 0;
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const newId = () => String(++made).padStart(16, "0");
  const claim = () => claimJournal(file, { newId });
  const linesIn = (of: string) => fs.readFileSync(of, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as unknown); // prettier-ignore

  it("are different files with different ids, and every line says which", async () => {
    const [a, b, c] = [claim(), claim(), claim()];
    await Promise.all([a, b, c].map((journal, index) => journal.append({ index })));
    expect([a, b, c].map((journal) => path.basename(journal.file))).to.deep.equal([
      "journal.jsonl",
      `journal-${b.id}.jsonl`,
      `journal-${c.id}.jsonl`,
    ]);
    expect(linesIn(b.file)).to.deep.equal([{ index: 1, journal: b.id }]);
    expect(new Set([a.id, b.id, c.id]).size).to.equal(3);
    expect(journalsOf(file)).to.have.length(3);
    for (const journal of [a, b, c]) await journal.close();
  });

  it("are taken again by the next process, so that their number does not grow", async () => {
    for (let restart = 0; restart < 5; restart++) {
      const [a, b] = [claim(), claim()];
      await a.append({ restart });
      await b.append({ restart });
      await a.close();
      await b.close();
    }
    expect(journalsOf(file)).to.have.length(2);
    expect(new Set(linesIn(file).map((line) => (line as { journal: string }).journal)).size, "one id").to.equal(1);
  }); // prettier-ignore

  it("go on in a journal of an older version, whose lines have no id", async () => {
    const older = openJournal(file);
    await older.append({ index: 1 });
    await older.close();
    expect(idIn(file)).to.equal(undefined);
    const journal = claim();
    await journal.append({ index: 2, text: '","journal":"ffffffffffffffff"' });
    await journal.close();
    expect(linesIn(file)[0]).to.deep.equal({ index: 1 });
    expect(idIn(file), "what a line quotes is no id").to.equal(journal.id);
  });

  it("take no file of another name for a journal", () => {
    for (const name of ["journal-copy.jsonl", "journal-0000000000000001.txt", "other.jsonl"])
      fs.writeFileSync(path.join(folder, name), "");
    expect(journalsOf(file)).to.deep.equal([]);
  });

  describe("on a full disk", () => {
    it("refuse an entry, keep what was written, and go on without a restart once there is room", async () => {
      let room = 60;
      const small: JournalDisk = {
        ...disk,
        append: async (descriptor, text) => {
          const fits = text.slice(0, room);
          room -= fits.length;
          fs.appendFileSync(descriptor, fits);
          if (fits.length < text.length) throw full();
        },
      };
      const journal = claimJournal(file, { newId, disk: small });
      await journal.append({ index: 1 });
      journal.noteAcknowledged({ at: 0, invoiceId: "a", requestId: "r" });
      const refusals = await Promise.all([2, 3].map((index) => journal.append({ index }).then(() => "", (error: Error) => error.message))); // prettier-ignore
      expect(refusals).to.deep.equal([full().message, full().message]);
      room = 10_000;
      await journal.append({ index: 4 });
      await journal.close();
      const lines = fs.readFileSync(file, "utf8").split("\n");
      const whole = lines.flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as Record<string, unknown>] : [])); // prettier-ignore
      expect(whole.flatMap((line) => line["index"] ?? [])).to.deep.equal([1, 4]);
      expect(
        whole.map((line) => line["kept"]),
        "what was noted is not lost",
      ).to.include("r");
      const unread: string[] = [];
      for await (const entry of readJournal(file, (_, text) => unread.push(text)))
        expect.fail(entry.invoiceId);
    });

    it("refuse an entry that could not be synced", async () => {
      let isFull = true;
      const journal = claimJournal(file, { newId, disk: { ...disk, sync: async () => { if (isFull) throw full(); } } }); // prettier-ignore
      expect(await journal.append({ index: 1 }).catch((error: Error) => error.message)).to.match(/ENOSPC/);
      isFull = false;
      await journal.append({ index: 2 });
      await journal.close();
      expect(linesIn(file).map((line) => (line as { index: number }).index)).to.deep.equal([1, 2]);
    });
  });
});
