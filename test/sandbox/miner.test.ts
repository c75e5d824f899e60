import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createMiner } from "../../src/sandbox/bitcoin/chain/miner.ts";
import { minerFile } from "../../src/sandbox/bitcoin/chain/minerFile.ts";
import { coin, handClock, payment, richLedger } from "./ledgerAtHand.ts";

describe("the miner's interval", () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-miner-"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("survives a restart, and the miner keeps to it", async () => {
    const time = handClock();
    const ledger = await richLedger(undefined, time.clock);
    const file = minerFile(path.join(folder, "not", "there", "yet", "miner.json"));
    const first = createMiner(ledger, time.clock, file);
    expect(first.interval()).to.equal(10);
    first.setInterval(60);
    const second = createMiner(ledger, time.clock, file);
    expect(second.interval()).to.equal(60);
    await ledger.accept(payment(coin(ledger, 0), 10_000n));
    const { height } = ledger.view.tip();
    time.pass(59_000);
    await second.job.run();
    expect(ledger.view.tip().height).to.equal(height);
    time.pass(1_000);
    await second.job.run();
    expect(ledger.view.tip().height).to.equal(height + 1);
    second.setInterval(0);
    expect(createMiner(ledger, time.clock, file).interval()).to.equal(0);
  });

  it("is ten seconds where the file is missing or damaged", async () => {
    const time = handClock();
    const ledger = await richLedger(undefined, time.clock);
    const place = path.join(folder, "miner.json");
    for (const text of ["", "{", '{"seconds":-1}', '{"seconds":"5"}', "null"]) {
      fs.writeFileSync(place, text);
      expect(createMiner(ledger, time.clock, minerFile(place)).interval(), text).to.equal(10);
    }
  });
});
