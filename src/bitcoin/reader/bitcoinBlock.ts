import { Block, type Transaction } from "bitcoinjs-lib";
import { innerHash, merkleRoot, readHeader } from "../codec/proof.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** A block with contents verified by its hash. The proof of work in its header is not checked yet. */
export type BlockContents = Readonly<{
  header: Uint8Array;
  transactions: readonly Transaction[];
  txids: readonly string[];
}>;

/**
 * The contents of a block as a node stores it, whether with witnesses or without. Throws HttpFailure "broken" when they are
 * not those of `hash`: another header, or transactions that do not lead to its merkle root.
 */
export function blockContents(hash: string, raw: Uint8Array): BlockContents {
  const block = parseBlock(hash, raw);
  if (block.getId() !== hash) throw new HttpFailure("broken", `Block ${hash} came back as ${block.getId()}.`);
  const header = block.toBuffer(true);
  const { transactions = [] } = block;
  const txids = transactions.map((tx) => tx.getId());
  // A list of inner nodes, or one with a repeated end, has the same root: then no coinbase is first, or ids
  // repeat.
  const isWhole = transactions[0]?.isCoinbase() && new Set(txids).size === txids.length;
  if (!isWhole || merkleRoot(txids.map(innerHash)) !== readHeader(header).merkleRoot) {
    throw new HttpFailure("broken", `The transactions of block ${hash} do not match its merkle root.`);
  }
  return { header, transactions, txids };
}

function parseBlock(hash: string, raw: Uint8Array): Block {
  try {
    return Block.fromBuffer(raw);
  } catch (cause) {
    throw new HttpFailure("broken", `Block ${hash} cannot be read.`, undefined, undefined, { cause });
  }
}
