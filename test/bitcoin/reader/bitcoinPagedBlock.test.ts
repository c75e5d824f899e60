import { type Block, Transaction } from "bitcoinjs-lib";
import { expect } from "chai";
import { shownHash } from "../../../src/bitcoin/codec/proof.ts";
import { blockContents } from "../../../src/bitcoin/reader/bitcoinBlock.ts";
import { createEsplora } from "../../../src/bitcoin/reader/esplora.ts";
import { HttpFailure, type HttpClient } from "../../../src/http-client/http.ts";
import { mineBlock, seal } from "./fakeExplorer.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A transaction as Esplora lists it. */
const listed = (tx: Transaction) => ({
  ...{ txid: tx.getId(), version: tx.version, locktime: tx.locktime },
  vin: tx.ins.map(({ hash, index, script, sequence, witness }) => ({
    ...{ txid: shownHash(hash), vout: index, scriptsig: hex(script), sequence, witness: witness.map(hex) },
  })),
  vout: tx.outs.map(({ script, value }) => ({ scriptpubkey: hex(script), value: Number(value) })),
});

function blockOf(size: number): Block {
  const block = mineBlock("", 7);
  const [coinbase] = block.transactions ?? [];
  const payments = Array.from({ length: size - 1 }, (_, index) => {
    const tx = new Transaction();
    tx.version = index % 2 === 0 ? 2 : 0xffffffff; // any 32 bits are a version
    tx.locktime = index;
    tx.addInput(Buffer.alloc(32, index + 1), index, 0xfffffffd, Buffer.from([index]));
    tx.setWitness(0, [Buffer.alloc(64, index)]);
    tx.addOutput(Buffer.from("0014751e76e8199196d454941c45d1b3a323f1433bd6", "hex"), BigInt(1_000 + index));
    return tx;
  });
  block.transactions = [coinbase as Transaction, ...payments]; // mined with one
  return seal(block);
}

/** An explorer that knows one block and does not give it whole. `spoil` changes what it lists. */
function explorerOf(block: Block, spoil: (transactions: ReturnType<typeof listed>[]) => void = () => {}) {
  const asked: string[] = [];
  const listing = (block.transactions ?? []).map(listed);
  spoil(listing);
  const answer = (path: string): string | undefined => {
    if (path.endsWith("/header")) return block.toHex(true);
    const [, start] = /\/txs\/(\d+)$/.exec(path) ?? [];
    const page = start === undefined ? [] : listing.slice(Number(start), Number(start) + 25);
    return page.length > 0 ? JSON.stringify(page) : undefined;
  };
  const http: HttpClient = {
    async get(path) {
      asked.push(path.replace(`/block/${block.getId()}`, ""));
      const body = answer(path);
      if (body === undefined) throw new HttpFailure("refused", "Not found.", 404);
      return { status: 200, bytes: Buffer.from(body), body };
    },
    post: () => Promise.reject(new HttpFailure("refused", "Not found.", 404)),
  };
  return { asked, explorer: createEsplora(http) };
}

const read = (explorer: ReturnType<typeof explorerOf>["explorer"], block: Block) =>
  explorer.readBlock(block.getId(), (raw) => blockContents(block.getId(), raw));

describe("a block from an explorer that does not give it whole", () => {
  for (const [size, pages] of [
    [1, ["/txs/0"]],
    [25, ["/txs/0", "/txs/25"]],
    [60, ["/txs/0", "/txs/25", "/txs/50"]],
  ] as const) {
    it(`is put together from pages of 25: ${size} transactions`, async () => {
      const block = blockOf(size);
      const { asked, explorer } = explorerOf(block);
      const { txids, transactions } = await read(explorer, block);
      expect(txids).to.deep.equal(block.transactions?.map((tx) => tx.getId()));
      expect(transactions.at(-1)?.outs).to.deep.equal(block.transactions?.at(-1)?.outs);
      expect(asked).to.deep.equal(["/raw", "/header", ...pages]);
    });
  }

  it("is refused when a listed value, script or input is not the true one, or a transaction is missing", async () => {
    const block = blockOf(30);
    const lies: readonly ((transactions: ReturnType<typeof listed>[]) => void)[] = [
      (all) => (all[3]!.vout[0]!.value += 1),
      (all) => (all[3]!.vout[0]!.scriptpubkey = "51"),
      (all) => (all[3]!.vin[0]!.vout += 1),
      (all) => (all[3]!.version = 1),
      (all) => all.pop(),
      (all) => all.push(all.at(-1)!), // an even number whose last is there twice would have the root of an odd one
    ];
    for (const [index, lie] of lies.entries()) {
      const failure = await read(explorerOf(block, lie).explorer, block).catch((error: unknown) => error);
      expect(failure, `lie ${index}`).to.be.instanceOf(HttpFailure).with.property("kind", "broken");
    }
  });

  it("is refused when it ends in transactions that stand in it twice, though the root is the same", async () => {
    const block = blockOf(7);
    const twice = explorerOf(block, (all) => all.push(all.at(-1)!));
    const failure = await read(twice.explorer, block).catch((error: unknown) => error);
    expect(failure)
      .to.have.property("message")
      .that.matches(/do not match its merkle root/);
  });

  it("is not found when the explorer does not know it", async () => {
    const { explorer } = explorerOf(blockOf(3));
    const failure = await explorer
      .readBlock("ab".repeat(32), () => undefined)
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure);
  });
});

describe("the unconfirmed transactions of an address", () => {
  const addressOf = (pages: boolean, size: number) => {
    const all = Array.from({ length: size }, (_, index) => ({
      ...{ txid: index.toString(16).padStart(64, "0"), vin: [], vout: [] },
      status: { confirmed: false },
    }));
    const asked: string[] = [];
    const get = async (path: string) => {
      asked.push(path);
      const [, after] = /after_txid=(\w+)/.exec(path) ?? [];
      const start = pages ? all.findIndex(({ txid }) => txid === after) + 1 : 0;
      const body = JSON.stringify(all.slice(start, start + 50));
      return { status: 200, bytes: Buffer.from(body), body };
    };
    return { asked, explorer: createEsplora({ get, post: get }) };
  };

  it("are one question while there are fewer than fifty", async () => {
    const { asked, explorer } = addressOf(true, 49);
    expect(await explorer.mempoolOf("address")).to.have.length(49);
    expect(asked).to.have.length(1);
  });

  it("are all found where the explorer pages on", async () => {
    const { explorer } = addressOf(true, 120);
    expect(new Set((await explorer.mempoolOf("address")).map(({ txid }) => txid)).size).to.equal(120);
  });

  it("are the first fifty where it does not", async () => {
    const { asked, explorer } = addressOf(false, 120);
    expect(await explorer.mempoolOf("address")).to.have.length(50);
    expect(asked).to.have.length(2);
  });
});
