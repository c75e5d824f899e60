import type { ChainOutput, ChainTx } from "./transactionRecord.ts";

/** A block as the ledger keeps it: the header's fields, and its transactions by id (the coinbase first). */
export type ChainBlock = Readonly<{
  height: number;
  hash: string;
  previous: string | undefined; // undefined for the first block
  header: Buffer; // 80 bytes
  version: number;
  merkleRoot: string;
  time: number; // unix seconds
  medianTime: number; // of this block and the ten before it
  bits: number;
  nonce: number;
  txids: readonly string[];
  size: number;
  weight: number;
}>;

/** A transaction that is in the best chain or waits in the mempool (then `block` is undefined). */
export type TxRecord = {
  readonly tx: ChainTx;
  readonly fee: bigint;
  /** The outputs that its inputs spend, in their order; empty for a coinbase. */
  readonly spent: readonly ChainOutput[];
  block: ChainBlock | undefined;
  position: number; // within its block
};
