import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { openJournal } from "../../src/sandbox/journal.ts";
import { coin, payer, payment, richLedger } from "./ledgerAtHand.ts";

/** Everything that a reader could ask, as one text. */
function whole({ view }: SimulatedChain): string {
  const entry = view.script(payer.script);
  return JSON.stringify({
    blocks: Array.from({ length: view.tip().height + 1 }, (_, height) => view.blockAt(height)?.hash),
    mempool: [...view.mempool().keys()],
    confirmed: entry?.confirmed.map(({ tx }) => tx.txid),
    unspent: [...(entry?.unspent.keys() ?? [])].sort(),
    totals: [entry?.chainTotals, entry?.mempoolTotals].map((totals) => totals && { ...totals, funded: String(totals.funded), spent: String(totals.spent) }),
  }); // prettier-ignore
}

describe("the ledger's journal", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-ledger-"));
    file = path.join(folder, "sandbox-bitcoin.jsonl");
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("brings back every block, payment, replacement, drop and reorganisation", async () => {
    const first = await richLedger(file);
    const replaced = coin(first, 0);
    await first.accept(payment(replaced, 10_000n));
    await first.accept(payment(replaced, 10_000n, 5_000n));
    await first.mine(3);
    await first.accept(payment(coin(first, 5), 20_000n));
    await first.drop(await first.accept(payment(coin(first, 7), 20_000n)));
    await first.reorg(2);
    await first.accept(payment(coin(first, 9), 30_000n));
    await first.reorg(4);
    const before = whole(first);
    await first.close();
    const second = await richLedger(file);
    expect(whole(second)).to.equal(before);
    expect(await second.mine(1)).to.equal(first.view.tip().height + 1);
    await second.close();
  });

  it("drops a last line that a crash tore, and goes on behind it", async () => {
    const first = await richLedger(file);
    const kept = await first.accept(payment(coin(first, 0), 10_000n));
    await first.close();
    fs.appendFileSync(file, '{"tx":"0200');
    const second = await richLedger(file);
    expect([...second.view.mempool().keys()]).to.deep.equal([kept]);
    await second.mine(1);
    await second.close();
    const third = await richLedger(file);
    expect(third.view.tip().hash).to.equal(second.view.tip().hash);
    await third.close();
  });

  it("refuses to start from a journal that is damaged in the middle", async () => {
    await (await richLedger(file)).close();
    const lines = fs.readFileSync(file, "utf8").split("\n");
    lines[3] = lines[3]?.slice(0, 20) ?? "";
    fs.writeFileSync(file, lines.join("\n"));
    const failure = await richLedger(file).then(String, String);
    expect(failure).to.match(/Line 4 of .* is damaged/);
  });

  it("shares one sync among lines of the same moment, and each caller's line is in the file", async () => {
    const entries: unknown[] = [];
    const journal = openJournal(path.join(folder, "lines.jsonl"), () => expect.fail("the file is new"));
    await Promise.all([1, 2, 3].map((line) => (journal.append({ line }), journal.synced())));
    await journal.close();
    const again = openJournal(path.join(folder, "lines.jsonl"), (entry) => entries.push(entry));
    await again.close();
    expect(entries).to.deep.equal([{ line: 1 }, { line: 2 }, { line: 3 }]);
  });

  it("brings back thousands of blocks", async () => {
    const first = await richLedger(file);
    await first.mine(4_000);
    await first.close();
    const second = await richLedger(file);
    expect(second.view.tip().hash).to.equal(first.view.tip().hash);
    await second.close();
  });
});
