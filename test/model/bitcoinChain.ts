import { Block, Transaction } from "bitcoinjs-lib";
import { readOutpoint } from "../../src/bitcoin/codec/payment.ts";
import { unixSeconds, type Clock } from "../../src/values/time.ts";
import { seal } from "../bitcoin/reader/fakeExplorer.ts";
import type { Chance } from "./chance.ts";

/** A transaction of this world. Its outputs' values are sats; nothing is signed, because nobody here checks scripts. */
export type Tx = Readonly<{
  txid: string;
  raw: string;
  transaction: Transaction;
  inputs: readonly string[]; // outpoints
  outputs: readonly Output[];
  isRefund: boolean; // the service's, which payers cannot replace
}>;
export type Output = Readonly<{ script: string; value: bigint }>;
export type MinedBlock = Readonly<{
  id: string;
  height: number;
  previous: string;
  time: number; // unix seconds
  raw: Uint8Array;
  header: Uint8Array;
  txs: readonly Tx[];
}>;
export type ChainView = Readonly<{ blocks: readonly MinedBlock[]; mempool: readonly Tx[] }>;

const REGTEST_BITS = 0x207fffff;
const NOTHING = Buffer.alloc(32);
const CHANGE = `0014${"cc".repeat(20)}`;

/** A whole Bitcoin chain in memory: real transactions, real blocks with regtest's work, a mempool, and what can happen to them. */
export type BitcoinChain = Readonly<{
  view(): ChainView;
  /** Every block that ever was on the best chain, by id. */
  everMined: ReadonlyMap<string, MinedBlock>;
  /** Broadcasts a payment; with `instead`, one that spends the same coins and so replaces it. Gives it back. */
  pay(outputs: readonly Output[], instead?: Tx): Tx;
  /** Broadcasts a refund that spends these outpoints. */
  spend(inputs: readonly string[], outputs: readonly Output[]): Tx;
  /** The mempool forgets a transaction. */
  drop(txid: string): void;
  /** A block with those of the mempool that `takes` names, all by default. */
  mine(takes?: (tx: Tx) => boolean): MinedBlock;
  /** The last `depth` blocks are replaced by one more than there were, with what `keeps` names of theirs; the rest waits again. */
  reorganise(depth: number, keeps: (tx: Tx) => boolean): void;
  /** The block of the best chain that holds a transaction. */
  blockOf(txid: string): MinedBlock | undefined;
}>;

export function createBitcoinChain(clock: Clock, chance: Chance): BitcoinChain {
  let blocks: readonly MinedBlock[] = [];
  let mempool: readonly Tx[] = [];
  const everMined = new Map<string, MinedBlock>();
  const append = (txs: readonly Tx[]): MinedBlock => {
    const block = mineOn(blocks.at(-1), txs, unixSeconds(clock()), chance);
    blocks = [...blocks, block];
    everMined.set(block.id, block);
    const spent = new Set(txs.flatMap(({ inputs }) => inputs));
    mempool = mempool.filter(({ inputs }) => !inputs.some((input) => spent.has(input)));
    return block;
  };
  const broadcast = (tx: Tx): Tx => {
    const isTaken = ({ inputs }: Tx) => inputs.some((input) => tx.inputs.includes(input));
    mempool = [...mempool.filter((other) => !isTaken(other)), tx];
    return tx;
  };
  for (let count = 0; count < 3; count++) append([]);
  return {
    view: () => ({ blocks, mempool }),
    everMined,
    pay: (outputs, instead) =>
      broadcast(
        makeTx(instead?.inputs ?? [`${Buffer.from(chance.bytes(32)).toString("hex")}:0`], outputs, chance),
      ),
    spend: (inputs, outputs) => broadcast({ ...makeTx(inputs, outputs, chance), isRefund: true }),
    drop(txid) {
      mempool = mempool.filter((tx) => tx.txid !== txid);
    },
    mine: (takes = () => true) => append(mempool.filter(takes)),
    reorganise(depth, keeps) {
      const undone = blocks.slice(-depth);
      blocks = blocks.slice(0, -undone.length);
      const txs = undone.flatMap((block) => block.txs);
      mempool = [...txs.filter((tx) => !mempool.some(({ txid }) => txid === tx.txid)), ...mempool];
      const kept = txs.filter(keeps);
      undone.forEach((_, index) => append(index === 0 ? kept : []));
      append([]);
    },
    blockOf: (txid) => blocks.findLast(({ txs }) => txs.some((tx) => tx.txid === txid)),
  };
}

/** A sealed block on another; with `bits` that are easier than the chain's, it has too little work for it. */
export function mineOn(
  parent: MinedBlock | undefined,
  txs: readonly Tx[],
  time: number,
  chance: Chance,
  bits = REGTEST_BITS,
): MinedBlock {
  const height = parent ? parent.height + 1 : 0;
  const block = new Block();
  block.version = 0x20000000;
  block.prevHash = parent ? Buffer.from(parent.id, "hex").reverse() : NOTHING;
  block.timestamp = time;
  block.bits = bits;
  block.transactions = [coinbase(height, chance), ...txs.map(({ transaction }) => transaction)];
  seal(block);
  const raw = block.toBuffer();
  const id = block.getId();
  return { id, height, previous: parent?.id ?? "0".repeat(64), time, raw, header: raw.subarray(0, 80), txs };
}

/** A transaction that pays the outputs and something back to whoever made it. */
export function makeTx(inputs: readonly string[], outputs: readonly Output[], chance: Chance): Tx {
  const transaction = new Transaction();
  transaction.version = 2;
  for (const input of inputs) {
    const { hash, index } = readOutpoint(input);
    transaction.addInput(hash, index, 0xfffffffd);
  }
  const all = [...outputs, { script: CHANGE, value: BigInt(1_000 + chance.below(1_000_000)) }];
  for (const { script, value } of all) transaction.addOutput(Buffer.from(script, "hex"), value);
  return {
    txid: transaction.getId(),
    raw: transaction.toHex(),
    transaction,
    inputs,
    outputs: all,
    isRefund: false,
  };
}

function coinbase(height: number, chance: Chance): Transaction {
  const tx = new Transaction();
  tx.addInput(NOTHING, 0xffffffff, 0xffffffff, Buffer.concat([Buffer.from(`${height} `), chance.bytes(6)]));
  tx.addOutput(Buffer.from("51", "hex"), 5_000_000_000n);
  return tx;
}
