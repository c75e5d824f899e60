import { Transaction } from "bitcoinjs-lib";

const NO_OUTPUT = 0xffffffff; // of no transaction: what a coinbase "spends"

/** An output, named by the transaction that made it and its place there. */
export type Outpoint = Readonly<{ txid: string; vout: number }>;
export type ChainInput = Outpoint & Readonly<{ sequence: number }>;

/** An output: its script in hex, its value in sats. */
export type ChainOutput = Readonly<{ script: string; value: bigint }>;

/** The parts of a transaction that the ledger looks at again and again; everything else is read from `raw` when asked. */
export type ChainTx = Readonly<{
  txid: string;
  raw: Buffer;
  inputs: readonly ChainInput[];
  outputs: readonly ChainOutput[];
  weight: number;
  vsize: number;
  coinbase: boolean;
}>;

/** A transaction as the ledger keeps it. Throws when the bytes are not one whole transaction. */
export function readTx(raw: Buffer): ChainTx {
  return chainTx(Transaction.fromBuffer(raw), raw);
}

/** The same from a transaction that was parsed already. */
export function chainTx(parsed: Transaction, raw: Buffer): ChainTx {
  return {
    txid: parsed.getId(),
    raw,
    inputs: parsed.ins.map(({ hash, index, sequence }) => ({
      txid: displayHash(hash),
      vout: index,
      sequence,
    })),
    outputs: parsed.outs.map(({ script, value }) => ({ script: Buffer.from(script).toString("hex"), value })),
    weight: parsed.weight(),
    vsize: parsed.virtualSize(),
    coinbase: parsed.isCoinbase() && parsed.ins[0]?.index === NO_OUTPUT,
  };
}

/** The one text by which maps know an output. */
export function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

/** A hash as people write it: bitcoin stores hashes in the opposite byte order. */
export function displayHash(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString("hex");
}

/** A hash as bitcoin stores it. */
export function internalHash(hex: string): Buffer {
  return Buffer.from(hex, "hex").reverse();
}

/** The sum of what a transaction pays, in sats. */
export function outputSum(tx: ChainTx): bigint {
  return tx.outputs.reduce((total, { value }) => total + value, 0n);
}
