import { Transaction } from "bitcoinjs-lib";
import { addressOf, scriptAsm, scriptType } from "../rules/outputScript.ts";
import { displayHash, type ChainOutput } from "../chain/transactionRecord.ts";
import type { ChainView } from "../chain/chainState.ts";
import type { ChainBlock, TxRecord } from "../chain/blockRecord.ts";
import type { ScriptEntry, Totals, Unspent } from "../chain/scriptIndex.ts";

/**
 * The ledger in Esplora's JSON, field for field. Amounts are JSON numbers there: sats stay below 2^53,
 * because there are only 21 million bitcoins.
 */

const LOWEST_TARGET = 0x00ffff; // difficulty 1 is this mantissa at exponent 0x1d

/** A transaction in Esplora's format. */
export function txJson({ tx, fee, spent, block }: TxRecord) {
  const parsed = Transaction.fromBuffer(tx.raw);
  return {
    txid: tx.txid,
    version: parsed.version,
    locktime: parsed.locktime,
    vin: parsed.ins.map(({ hash, index, script, witness, sequence }, vin) => {
      const prevout = spent[vin];
      const scriptsig = Buffer.from(script).toString("hex");
      return {
        txid: displayHash(hash),
        vout: index,
        prevout: prevout ? outputJson(prevout) : null,
        scriptsig,
        scriptsig_asm: scriptAsm(scriptsig),
        ...(witness.length > 0 ? { witness: witness.map((item) => Buffer.from(item).toString("hex")) } : {}),
        is_coinbase: tx.coinbase,
        sequence,
      };
    }),
    vout: tx.outputs.map(outputJson),
    size: tx.raw.length,
    weight: tx.weight,
    fee: Number(fee),
    status: statusJson(block),
  };
}

/** The confirmation status in Esplora's format. */
export function statusJson(block: ChainBlock | undefined) {
  if (!block) return { confirmed: false };
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

/** A block in Esplora's format. */
export function blockJson(block: ChainBlock) {
  return {
    id: block.hash,
    height: block.height,
    version: block.version,
    timestamp: block.time,
    tx_count: block.txids.length,
    size: block.size,
    weight: block.weight,
    merkle_root: block.merkleRoot,
    previousblockhash: block.previous ?? null,
    mediantime: block.medianTime,
    nonce: block.nonce,
    bits: block.bits,
    difficulty: difficulty(block.bits),
  };
}

/** The totals of an address in Esplora's format. */
export function addressJson(address: string, entry: ScriptEntry | undefined) {
  return {
    address,
    chain_stats: totalsJson(entry?.chainTotals),
    mempool_stats: totalsJson(entry?.mempoolTotals),
  };
}

/** An unspent output in Esplora's format. */
export function unspentJson({ txid, vout, value, record }: Unspent) {
  return { txid, vout, status: statusJson(record.block), value: Number(value) };
}

/** Whether an output is spent, and by what; undefined when the transaction has no such output. */
export function outspendJson(view: ChainView, txid: string, vout: number) {
  if (!view.output({ txid, vout })) return undefined;
  const spender = view.spender({ txid, vout });
  if (!spender) return { spent: false };
  const { record, vin } = spender;
  return { spent: true, txid: record.tx.txid, vin, status: statusJson(record.block) };
}

function outputJson({ script, value }: ChainOutput) {
  const address = addressOf(script);
  return {
    scriptpubkey: script,
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: scriptType(script),
    ...(address ? { scriptpubkey_address: address } : {}),
    value: Number(value),
  };
}

function totalsJson(totals: Totals | undefined) {
  return {
    funded_txo_count: totals?.fundedCount ?? 0,
    funded_txo_sum: Number(totals?.funded ?? 0n),
    spent_txo_count: totals?.spentCount ?? 0,
    spent_txo_sum: Number(totals?.spent ?? 0n),
    tx_count: totals?.txCount ?? 0,
  };
}

function difficulty(bits: number): number {
  return (LOWEST_TARGET / (bits & 0xffffff)) * 256 ** (0x1d - (bits >>> 24));
}
