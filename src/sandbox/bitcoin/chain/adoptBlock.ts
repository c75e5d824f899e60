import { Block } from "bitcoinjs-lib";
import { describeBlock, merkleRoot } from "./blocks.ts";
import type { ChainState, ChainView } from "./chainState.ts";
import type { ChainBlock, TxRecord } from "./blockRecord.ts";
import { internalHash, chainTx, type ChainTx } from "./transactionRecord.ts";

/** A block that another node made, and its transactions. */
export type ForeignBlock = Readonly<{ block: ChainBlock; coinbase: ChainTx; paying: readonly ChainTx[] }>;

/**
 * Reads a block, as nodes store it, that is to follow the tip of `view`, or to begin an empty chain. Its work and what its
 * transactions spend were the other node's to check. Throws RangeError when it does not follow the tip, or when its
 * transactions are not those of its header.
 */
export function readForeignBlock(view: ChainView, raw: Buffer): ForeignBlock {
  const [coinbase, ...paying] = readTransactions(raw);
  const chain = view.blockAt(0) && view;
  const block = describeBlock(chain, raw.subarray(0, 80), [coinbase, ...paying]);
  const tip = chain?.tip().hash;
  if (tip !== undefined && block.previous !== tip) {
    throw new RangeError(`Expected a block on ${tip}, got ${block.hash} on ${block.previous}.`);
  }
  if (!merkleRoot(block.txids.map(internalHash)).equals(internalHash(block.merkleRoot))) {
    throw new RangeError(`The transactions of block ${block.hash} do not match its merkle root.`);
  }
  return { block, coinbase, paying };
}

/** Appends a block that was read for this tip. Conflicting transactions leave the mempool. */
export function adoptBlock(state: ChainState, { block, coinbase, paying }: ForeignBlock): void {
  for (const tx of paying) enterFirst(state, tx);
  state.connect(block, coinbase);
}

/** Puts a transaction into the mempool, if it is not there, in the place of those that spend the same. */
export function enterFirst(state: ChainState, tx: ChainTx): TxRecord {
  const known = state.mempool().get(tx.txid);
  if (known) return known;
  for (const input of tx.inputs) {
    const rival = state.spender(input);
    if (rival) state.evict(rival.record.tx.txid);
  }
  return state.enter(tx);
}

function readTransactions(raw: Buffer): [ChainTx, ...ChainTx[]] {
  const read = (Block.fromBuffer(raw).transactions ?? []).map((tx) =>
    chainTx(tx, Buffer.from(tx.toBuffer())),
  );
  const [coinbase, ...paying] = read;
  if (!coinbase) throw new RangeError("Expected a block with a coinbase, got one without transactions.");
  return [coinbase, ...paying];
}
