import { outpointKey, type ChainOutput, type Outpoint } from "./transactionRecord.ts";
import type { TxRecord } from "./blockRecord.ts";

/** Esplora's sums over the outputs of one script. */
export type Totals = {
  fundedCount: number;
  funded: bigint;
  spentCount: number;
  spent: bigint;
  txCount: number;
};

/** One unspent output, and the record that made it. */
export type Unspent = Outpoint & Readonly<{ value: bigint; record: TxRecord }>;

/** Everything that ever touched one script. */
export type ScriptEntry = Readonly<{
  /** In the order of the chain, lowest first. */
  confirmed: TxRecord[];
  /** In the order of arrival. */
  mempool: Map<string, TxRecord>;
  chainTotals: Totals;
  mempoolTotals: Totals;
  /** Outputs that nothing spends, neither in the chain nor in the mempool. */
  unspent: Map<string, Unspent>;
}>;

/** Finds transactions by the scripts that they pay or spend. Each move costs as much as the transaction is long. */
export type ScriptIndex = Readonly<{
  entry(script: string): ScriptEntry | undefined;
  enter(record: TxRecord): void;
  leave(record: TxRecord): void;
  confirm(record: TxRecord): void;
  unconfirm(record: TxRecord): void;
}>;

/** An empty index of outputs by script. */
export function scriptIndex(): ScriptIndex {
  const entries = new Map<string, ScriptEntry>();
  const entryOf = (script: string): ScriptEntry => {
    const found = entries.get(script);
    if (found) return found;
    const made = newEntry();
    entries.set(script, made);
    return made;
  };
  const touched = (record: TxRecord): ScriptEntry[] =>
    [...new Set([...record.spent, ...record.tx.outputs].map(({ script }) => script))].map(entryOf);
  const count = (record: TxRecord, of: (entry: ScriptEntry) => Totals, sign: 1 | -1): void => {
    for (const entry of touched(record)) of(entry).txCount += sign;
    for (const { script, value } of record.tx.outputs) {
      const totals = of(entryOf(script));
      totals.fundedCount += sign;
      totals.funded += BigInt(sign) * value;
    }
    for (const { script, value } of record.spent) {
      const totals = of(entryOf(script));
      totals.spentCount += sign;
      totals.spent += BigInt(sign) * value;
    }
  };
  const putUnspent = (outpoint: Outpoint, { script, value }: ChainOutput, record: TxRecord) =>
    entryOf(script).unspent.set(outpointKey(outpoint), {
      txid: outpoint.txid,
      vout: outpoint.vout,
      value,
      record,
    });
  const ownOutpoint = (record: TxRecord, vout: number): Outpoint => ({ txid: record.tx.txid, vout });
  // Where a spent output came from: needed to give it back when its spender leaves.
  const sources = new Map<string, TxRecord>();

  return {
    entry: (script) => entries.get(script),
    enter(record) {
      for (const entry of touched(record)) entry.mempool.set(record.tx.txid, record);
      count(record, mempoolTotals, 1);
      sources.set(record.tx.txid, record);
      record.tx.outputs.forEach((output, vout) => putUnspent(ownOutpoint(record, vout), output, record));
      record.spent.forEach((output, vin) => {
        const input = record.tx.inputs[vin];
        if (input) entryOf(output.script).unspent.delete(outpointKey(input));
      });
    },
    leave(record) {
      for (const entry of touched(record)) entry.mempool.delete(record.tx.txid);
      count(record, mempoolTotals, -1);
      record.tx.outputs.forEach(({ script }, vout) =>
        entryOf(script).unspent.delete(outpointKey(ownOutpoint(record, vout))),
      );
      record.spent.forEach((output, vin) => {
        const input = record.tx.inputs[vin];
        const source = input && sources.get(input.txid);
        if (source) putUnspent(input, output, source);
      });
      sources.delete(record.tx.txid);
    },
    confirm(record) {
      count(record, mempoolTotals, -1);
      count(record, chainTotals, 1);
      for (const entry of touched(record)) {
        entry.mempool.delete(record.tx.txid);
        entry.confirmed.push(record);
      }
    },
    unconfirm(record) {
      count(record, chainTotals, -1);
      count(record, mempoolTotals, 1);
      for (const entry of touched(record)) {
        entry.confirmed.pop(); // blocks are undone from the tip, so it is the last one
        entry.mempool.set(record.tx.txid, record);
      }
    },
  };
}

const mempoolTotals = (entry: ScriptEntry): Totals => entry.mempoolTotals;
const chainTotals = (entry: ScriptEntry): Totals => entry.chainTotals;

function newEntry(): ScriptEntry {
  const totals = (): Totals => ({ fundedCount: 0, funded: 0n, spentCount: 0, spent: 0n, txCount: 0 });
  return {
    confirmed: [],
    mempool: new Map(),
    chainTotals: totals(),
    mempoolTotals: totals(),
    unspent: new Map(),
  };
}
