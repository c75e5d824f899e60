import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createStorageCheck } from "../../../src/gateway/compose/readiness.ts";
import { ConflictError } from "../../../src/database/driver.ts";
import { testClock } from "../../support/clock.ts";

describe("the look whether what must be kept can be written", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-readiness-"));
  const journalFile = path.join(folder, "journal.jsonl");
  before(() => fs.writeFileSync(journalFile, ""));
  after(() => fs.rmSync(folder, { recursive: true }));

  /** One checkpoint, whose calls a test can let fail. */
  const store = () => {
    const state = {
      version: 0,
      reads: undefined as Error | undefined,
      writes: undefined as Error | undefined,
    };
    return {
      state,
      async read() {
        if (state.reads) throw state.reads;
        return state.version === 0 ? undefined : { version: state.version, body: {}, at: 0 };
      },
      async write(_name: string, _body: unknown, _at: number, version: number) {
        if (state.writes) throw state.writes;
        if (version !== state.version) throw new ConflictError("somebody was quicker");
        state.version++;
      },
    };
  };

  it("writes at most every ten seconds, however often it is asked", async () => {
    const clock = testClock();
    const notes = store();
    const look = createStorageCheck({ checkpoints: notes, journalFile, clock });
    for (let asked = 0; asked < 5; asked++)
      expect(await look()).to.deep.equal({ database: "ok", journal: "ok" });
    expect(notes.state.version).to.equal(1);
    clock.advance(10_000);
    await look();
    expect(notes.state.version).to.equal(2);
  });

  it("tells a database without an answer from one that cannot be written to, and another process from both", async () => {
    const clock = testClock();
    const notes = store();
    const look = createStorageCheck({ checkpoints: notes, journalFile, clock });
    const state = async () => {
      clock.advance(10_000);
      return (await look()).database;
    };
    notes.state.writes = new Error("database or disk is full");
    expect(await state()).to.equal("not writable");
    notes.state.reads = new Error("connect ECONNREFUSED");
    expect(await state()).to.equal("no answer");
    notes.state.reads = undefined;
    notes.state.writes = new ConflictError("the other process");
    expect(await state()).to.equal("ok");
  });

  it("sees a journal that is not there", async () => {
    const look = createStorageCheck({
      checkpoints: store(),
      journalFile: path.join(folder, "none"),
      clock: testClock(),
    });
    expect(await look()).to.deep.equal({ database: "ok", journal: "not writable" });
  });
});
