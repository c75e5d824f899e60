import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { journalIn } from "../../src/sandbox/journal.ts";
import { openSimulatedChain, type SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { rawBlock } from "../../src/sandbox/bitcoin/chain/blocks.ts";
import { STRANGER, coin, handClock, miner, payment, richLedger } from "./ledgerAtHand.ts";

/** A block as a node would send it. */
function blockOf(ledger: SimulatedChain, height: number): Buffer {
  const block = ledger.view.blockAt(height)!;
  const raws = block.txids.map((txid) => ledger.view.knownTx(txid).tx.raw);
  return rawBlock(block.header, raws);
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("a ledger that adopts another node's blocks", () => {
  let theirs: SimulatedChain;
  let own: SimulatedChain;
  const catchUp = async (ledger: SimulatedChain) => {
    for (let height = ledger.view.tip().height + 1; height <= theirs.view.tip().height; height++) {
      await ledger.adopt(blockOf(theirs, height));
    }
  };
  beforeEach(async () => {
    theirs = await richLedger();
    own = openSimulatedChain({ clock: handClock().clock, minerScript: miner.script });
    await catchUp(own);
  });

  it("has its blocks and its coins, and lets them be spent", async () => {
    expect(own.view.tip().hash).to.equal(theirs.view.tip().hash);
    const hex = payment(coin(theirs, 0), 10_000n);
    expect(await own.accept(hex)).to.equal(await theirs.accept(hex));
  });

  it("begins with any first block", async () => {
    const genesis = blockOf(theirs, 0);
    const other = openSimulatedChain({ clock: handClock().clock, minerScript: miner.script, genesis });
    expect(other.view.tip().hash).to.equal(theirs.view.blockAt(0)?.hash);
  });

  it("confirms what waited here, and forgets what the block's payments took the coins of", async () => {
    const same = await own.accept(payment(coin(own, 0), 10_000n));
    await theirs.accept(payment(coin(theirs, 0), 10_000n));
    const rival = await own.accept(payment(coin(own, 0), 20_000n));
    const winner = await theirs.accept(payment(coin(theirs, 0), 30_000n, 2_000n));
    await theirs.mine(1);
    await catchUp(own);
    expect(own.view.tx(same)?.block?.height).to.equal(110);
    expect(own.view.tx(rival)).to.equal(undefined);
    expect(own.view.tx(winner)?.block?.height).to.equal(110);
    expect(own.view.mempool().size).to.equal(0);
    expect(own.view.script(STRANGER)?.chainTotals.funded).to.equal(40_000n);
  });

  it("refuses a block that does not follow the tip, and one whose payments were changed", async () => {
    await theirs.accept(payment(coin(theirs, 0), 10_000n));
    await theirs.mine(2);
    expect(await failure(own.adopt(blockOf(theirs, 111)))).to.match(/RangeError: Expected a block on /);
    const changed = blockOf(theirs, 110);
    changed[changed.length - 1]! ^= 1; // the lock time of the last payment
    expect(await failure(own.adopt(changed))).to.match(/do not match its merkle root/);
    expect(own.view.tip().height).to.equal(109);
    await catchUp(own);
    expect(own.view.tip().height).to.equal(111);
  });

  it("remembers them after a restart", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-adopt-"));
    const open = () =>
      openSimulatedChain({
        journal: journalIn(path.join(folder, "ledger.jsonl")),
        clock: handClock().clock,
        minerScript: miner.script,
      });
    try {
      const before = open();
      await catchUp(before);
      await before.close();
      const after = open();
      expect(after.view.tip().hash).to.equal(theirs.view.tip().hash);
      await after.close();
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
