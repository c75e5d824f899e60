import { Block, Transaction } from "bitcoinjs-lib";
import type { Esplora } from "../../../src/bitcoin/reader/esplora.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";

const REGTEST_BITS = 0x207fffff;
const NOTHING = Buffer.alloc(32);

/** A real block with real (regtest) work, ten minutes after the one before. `label` makes it different from its siblings. */
export function mineBlock(
  previous: string,
  height: number,
  label = "",
  bits = REGTEST_BITS,
  time = timeAt(height),
): Block {
  const block = new Block();
  block.version = 0x20000000;
  block.prevHash = previous === "" ? NOTHING : Buffer.from(previous, "hex").reverse();
  block.timestamp = time;
  block.bits = bits;
  block.transactions = [coinbase(height, label), payment(height, label)];
  return seal(block);
}

/** When a block at a height is mined here, in unix seconds. */
export function timeAt(height: number): number {
  return 1_700_000_000 + height * 600;
}

/** Gives a block the merkle root of its transactions and the work that its bits ask for. */
export function seal(block: Block): Block {
  block.merkleRoot = Block.calculateMerkleRoot(block.transactions ?? []);
  for (block.nonce = 0; !block.checkProofOfWork(); block.nonce++);
  return block;
}

/** A chain of `length` blocks from height 0. */
export function mineChain(length: number, label = ""): Block[] {
  const chain: Block[] = [];
  for (let height = 0; height < length; height++)
    chain.push(mineBlock(chain.at(-1)?.getId() ?? "", height, label));
  return chain;
}

/** `chain` with everything from `height` on replaced by `length` other blocks. */
export function fork(chain: readonly Block[], height: number, length: number, label: string): Block[] {
  const forked = chain.slice(0, height);
  for (let added = 0; added < length; added++) {
    forked.push(mineBlock(forked.at(-1)?.getId() ?? "", forked.length, label));
  }
  return forked;
}

/**
 * An explorer that shows whatever its `chain` is now; `raw` lets it lie about a block. `calls` counts what it was asked, and
 * while `isDown` nothing is answered. Each question can be given another answer.
 */
export type FakeExplorer = { -readonly [Question in keyof Esplora]: Esplora[Question] } & {
  chain: readonly Block[];
  raw: Map<string, Uint8Array>;
  calls: string[];
  isDown: boolean;
};

/** A fake of the calls that following blocks needs. */
export function fakeExplorer(chain: readonly Block[]): FakeExplorer {
  const unused = (): never => {
    throw new Error("Following blocks does not ask for this.");
  };
  const note = (call: string) => {
    explorer.calls.push(call);
    if (explorer.isDown) throw new HttpFailure("unreachable", "The explorer is down.");
  };
  const found = (hash: string): Block => {
    const block = explorer.chain.find((candidate) => candidate.getId() === hash);
    if (block) return block;
    throw new HttpFailure("refused", "Block not found.", 404);
  };
  const explorer: FakeExplorer = {
    chain,
    raw: new Map(),
    calls: [],
    isDown: false,
    async tipHash() {
      note("tipHash");
      return explorer.chain.at(-1)?.getId() ?? "";
    },
    async tipHeight() {
      note("tipHeight");
      return explorer.chain.length - 1;
    },
    async blockHash(height) {
      note(`blockHash ${height}`);
      return explorer.chain[height]?.getId();
    },
    async header(hash) {
      note("header");
      return found(hash).toBuffer(true);
    },
    async readBlock(hash, read) {
      note("readBlock");
      return read(explorer.raw.get(hash) ?? found(hash).toBuffer());
    },
    async tx(txid) {
      note("tx");
      const height = explorer.chain.findIndex(({ transactions }) =>
        transactions?.some((tx) => tx.getId() === txid),
      );
      if (height < 0) return undefined;
      return { txid, vin: [], vout: [], status: { confirmed: true, block_height: height } };
    },
    mempoolOf: unused,
    addressSums: unused,
    utxos: unused,
    feeEstimates: unused,
    rawTx: unused,
    merkleProof: unused,
    broadcast: unused,
    doubt: () => undefined,
  };
  return explorer;
}

function coinbase(height: number, label: string): Transaction {
  const tx = new Transaction();
  tx.addInput(NOTHING, 0xffffffff, 0xffffffff, Buffer.from(`${height} ${label}`.padEnd(4)));
  tx.addOutput(Buffer.from("51", "hex"), 5_000_000_000n);
  return tx;
}

function payment(height: number, label: string): Transaction {
  const tx = new Transaction();
  tx.addInput(Buffer.alloc(32, height + 1), 0, 0xffffffff, Buffer.from(label));
  tx.addOutput(Buffer.from("0014751e76e8199196d454941c45d1b3a323f1433bd6", "hex"), BigInt(1_000 + height));
  tx.addOutput(Buffer.from("6a00", "hex"), 0n);
  return tx;
}
