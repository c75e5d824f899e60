import { scriptIndex, type ScriptEntry } from "./scriptIndex.ts";
import { outpointKey, type ChainOutput, type ChainTx, type Outpoint } from "./transactionRecord.ts";
import type { ChainBlock, TxRecord } from "./blockRecord.ts";

export type Spender = Readonly<{ record: TxRecord; vin: number }>;

/** The readable state of the simulated chain. Every answer is a look-up in an index. */
export type ChainView = Readonly<{
  tip(): ChainBlock;
  blockAt(height: number): ChainBlock | undefined;
  /**
   * Also finds blocks that a reorganisation removed; compare `blockAt(block.height) === block` for the best
   * chain.
   */
  blockBy(hash: string): ChainBlock | undefined;
  tx(txid: string): TxRecord | undefined;
  /** The record of a transaction that is known to be there, such as one listed in a block of the best chain. */
  knownTx(txid: string): TxRecord;
  output(outpoint: Outpoint): ChainOutput | undefined;
  spender(outpoint: Outpoint): Spender | undefined;
  /** Unconfirmed transactions, each after those it depends on. */
  mempool(): ReadonlyMap<string, TxRecord>;
  script(script: string): ScriptEntry | undefined;
}>;

/** The moves of the ledger. They keep the indexes right and check nothing: rules live in transactionRules.ts. */
export type ChainState = ChainView &
  Readonly<{
    /** Adds a transaction with known, unspent inputs to the mempool. */
    enter(tx: ChainTx): TxRecord;
    /** Takes a transaction and all that depend on it out of the mempool; gives their ids, dependents first. */
    evict(txid: string): readonly string[];
    /** Appends a block. Its transactions, save the coinbase, are in the mempool. */
    connect(block: ChainBlock, coinbase: ChainTx): void;
    /** Removes the tip. Its transactions, save the coinbase, return to the front of the mempool. */
    disconnect(): ChainBlock;
  }>;

/** A chain with the genesis block only. */
export function createChainState(): ChainState {
  const chain: ChainBlock[] = [];
  const blocks = new Map<string, ChainBlock>();
  const records = new Map<string, TxRecord>();
  const spenders = new Map<string, Spender>();
  const scripts = scriptIndex();
  let waiting = new Map<string, TxRecord>();

  const view: ChainView = {
    tip() {
      const tip = chain.at(-1);
      if (!tip) throw new Error("The ledger has no block yet.");
      return tip;
    },
    blockAt: (height) => chain[height],
    blockBy: (hash) => blocks.get(hash),
    tx: (txid) => records.get(txid),
    knownTx(txid) {
      const record = records.get(txid);
      if (!record) throw new Error(`The ledger lost transaction ${txid}.`);
      return record;
    },
    output: ({ txid, vout }) => records.get(txid)?.tx.outputs[vout],
    spender: (outpoint) => spenders.get(outpointKey(outpoint)),
    mempool: () => waiting,
    script: (script) => scripts.entry(script),
  };

  const register = (tx: ChainTx): TxRecord => {
    const spent = tx.coinbase ? [] : tx.inputs.map((input) => requireOutput(view, input));
    const paid = tx.outputs.reduce((total, { value }) => total + value, 0n);
    const fee = tx.coinbase ? 0n : spent.reduce((total, { value }) => total + value, 0n) - paid;
    const record: TxRecord = { tx, fee, spent, block: undefined, position: 0 };
    records.set(tx.txid, record);
    if (!tx.coinbase) tx.inputs.forEach((input, vin) => spenders.set(outpointKey(input), { record, vin }));
    scripts.enter(record);
    return record;
  };

  const unregister = (record: TxRecord): void => {
    scripts.leave(record);
    if (!record.tx.coinbase) for (const input of record.tx.inputs) spenders.delete(outpointKey(input));
    records.delete(record.tx.txid);
  };

  const evict = (txid: string): readonly string[] => {
    const record = waiting.get(txid);
    if (!record) return [];
    const dependents = record.tx.outputs.flatMap((_, vout) => {
      const spender = view.spender({ txid, vout });
      return spender ? evict(spender.record.tx.txid) : [];
    });
    waiting.delete(txid);
    unregister(record);
    return [...dependents, txid];
  };

  return {
    ...view,
    enter(tx) {
      const record = register(tx);
      waiting.set(tx.txid, record);
      return record;
    },
    evict,
    connect(block, coinbase) {
      register(coinbase);
      chain.push(block);
      blocks.set(block.hash, block);
      block.txids.forEach((txid, position) => {
        const record = view.knownTx(txid);
        waiting.delete(txid);
        record.block = block;
        record.position = position;
        scripts.confirm(record);
      });
    },
    disconnect() {
      const block = view.tip();
      const returning = block.txids.map((txid) => view.knownTx(txid));
      for (const record of returning.toReversed()) {
        scripts.unconfirm(record);
        record.block = undefined;
      }
      chain.pop();
      const [coinbase, ...paying] = returning as [TxRecord, ...TxRecord[]]; // a block holds its coinbase at least
      waiting = new Map([...paying.map((record) => [record.tx.txid, record] as const), ...waiting]);
      // Nothing unconfirmed can live on a coinbase that is gone.
      coinbase.tx.outputs.forEach((_, vout) => {
        const spender = view.spender({ txid: coinbase.tx.txid, vout });
        if (spender) evict(spender.record.tx.txid);
      });
      unregister(coinbase);
      return block;
    },
  };
}

function requireOutput(view: ChainView, outpoint: Outpoint): ChainOutput {
  const output = view.output(outpoint);
  if (!output) throw new Error(`The ledger does not know output ${outpointKey(outpoint)}.`);
  return output;
}
