import type { Transaction } from "bitcoinjs-lib";
import { outpointKey, outputSum, type ChainOutput, type ChainTx } from "../chain/transactionRecord.ts";
import { dustLimit, isStandardOutput } from "./outputScript.ts";
import { readPushes } from "./scriptPushes.ts";

const MAX_MONEY = 2_100_000_000_000_000n;
const MAX_STANDARD_WEIGHT = 400_000;
const MIN_STRIPPED_BYTES = 65; // of 64, a merkle branch could pass for a transaction; Core before 25 asks for 82
const MAX_INPUT_SCRIPT_BYTES = 1_650;
const NO_TXID = "0".repeat(64);
const NO_OUTPUT = 0xffffffff;

/** Faults of a transaction that need no other transaction, in Core's terms and order; undefined for none. */
export function shapeFault(tx: ChainTx, parsed: Transaction): string | undefined {
  return brokenShape(tx, parsed) ?? strangeShape(tx, parsed);
}

/** What no block may hold. */
function brokenShape(tx: ChainTx, parsed: Transaction): string | undefined {
  if (tx.inputs.length === 0) return "bad-txns-vin-empty";
  if (tx.outputs.length === 0) return "bad-txns-vout-empty";
  if (tx.outputs.some(({ value }) => value < 0n)) return "bad-txns-vout-negative";
  if (tx.outputs.some(({ value }) => value > MAX_MONEY)) return "bad-txns-vout-toolarge";
  if (outputSum(tx) > MAX_MONEY) return "bad-txns-txouttotal-toolarge";
  if (new Set(tx.inputs.map(outpointKey)).size < tx.inputs.length) return "bad-txns-inputs-duplicate";
  if (tx.coinbase) return coinbaseFault(parsed);
  const fromNowhere = tx.inputs.some(({ txid, vout }) => txid === NO_TXID && vout === NO_OUTPUT);
  return fromNowhere ? "bad-txns-prevout-null" : undefined;
}

function coinbaseFault(parsed: Transaction): string {
  const bytes = parsed.ins[0]?.script.length ?? 0;
  return bytes < 2 || bytes > 100 ? "bad-cb-length" : "coinbase"; // a good one comes with its block
}

/** What Core's policy does not relay. */
function strangeShape(tx: ChainTx, parsed: Transaction): string | undefined {
  const version = tx.raw.readInt32LE(0);
  if (version < 1 || version > 2) return "version";
  if (tx.weight > MAX_STANDARD_WEIGHT) return "tx-size";
  for (const { script } of parsed.ins) {
    if (script.length > MAX_INPUT_SCRIPT_BYTES) return "scriptsig-size";
    if (!readPushes(script)) return "scriptsig-not-pushonly";
  }
  for (const output of tx.outputs) {
    const fault = outputFault(output);
    if (fault) return fault;
  }
  return parsed.byteLength(false) < MIN_STRIPPED_BYTES ? "tx-size-small" : undefined;
}

function outputFault({ script, value }: ChainOutput): string | undefined {
  if (!isStandardOutput(script)) return "scriptpubkey";
  return value < dustLimit(script) ? "dust" : undefined;
}
