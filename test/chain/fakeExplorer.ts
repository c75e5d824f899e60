import { Block, Transaction } from "bitcoinjs-lib";
import type { Esplora } from "../../src/chain/esplora.ts";

const REGTEST_BITS = 0x207fffff;
const NOTHING = Buffer.alloc(32);

/** A real block with real (regtest) work. `label` makes it different from its siblings. */
export function mineBlock(previous: string, height: number, label = "", bits = REGTEST_BITS): Block {
  const block = new Block();
  block.version = 0x20000000;
  block.prevHash = previous === "" ? NOTHING : Buffer.from(previous, "hex").reverse();
  block.timestamp = 1_700_000_000 + height * 600;
  block.bits = bits;
  block.transactions = [coinbase(height, label), payment(height, label)];
  return seal(block);
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

/** An explorer that shows whatever its `chain` is now; `raw` lets it lie about a block. `calls` counts what it was asked. */
export type FakeExplorer = Esplora & {
  chain: readonly Block[];
  raw: Map<string, Uint8Array>;
  calls: string[];
};

/** A fake of the four calls that following blocks needs. */
export function fakeExplorer(chain: readonly Block[]): FakeExplorer {
  const unused = (): never => {
    throw new Error("Following blocks does not ask for this.");
  };
  const explorer: FakeExplorer = {
    chain,
    raw: new Map(),
    calls: [],
    async tipHash() {
      explorer.calls.push("tipHash");
      return explorer.chain.at(-1)?.getId() ?? "";
    },
    async tipHeight() {
      explorer.calls.push("tipHeight");
      return explorer.chain.length - 1;
    },
    async blockHash(height) {
      explorer.calls.push(`blockHash ${height}`);
      return explorer.chain[height]?.getId();
    },
    async rawBlock(hash) {
      explorer.calls.push("rawBlock");
      const found = explorer.chain.find((block) => block.getId() === hash);
      return explorer.raw.get(hash) ?? found?.toBuffer() ?? new Uint8Array();
    },
    mempoolOf: unused,
    tx: unused,
    addressSums: unused,
    utxos: unused,
    feeEstimates: unused,
    rawTx: unused,
    broadcast: unused,
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
