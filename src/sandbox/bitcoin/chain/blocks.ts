import { createHash } from "node:crypto";
import { Transaction } from "bitcoinjs-lib";
import { SECOND_MS, type Instant } from "../../../values/time.ts";
import { displayHash, internalHash, chainTx, type ChainTx } from "./transactionRecord.ts";
import type { ChainView } from "./chainState.ts";
import type { ChainBlock, TxRecord } from "./blockRecord.ts";

/** What a new block must know of the chain that it extends. */
export type Chain = Pick<ChainView, "tip" | "blockAt">;

/** A block and the one transaction that did not exist before it. */
export type NewBlock = Readonly<{ block: ChainBlock; coinbase: ChainTx }>;

const VERSION = 0x20000000;
const REGTEST_BITS = 0x207fffff;
const HIGHEST_HASH = `7fffff${"0".repeat(58)}`; // what those bits mean
const HALVING_BLOCKS = 150; // regtest's
const FIRST_SUBSIDY = 5_000_000_000n;
const MEDIAN_SPAN = 11;
const WITNESS_COMMITMENT = "6a24aa21a9ed";
const GENESIS_PREVIOUS = "0".repeat(64);

/**
 * Makes the next block over the tip: `records` in order behind a coinbase that pays `script`, with real (regtest) work.
 * The time is the clock's, moved after the median of the last eleven blocks where the rules want it.
 * `extraNonce` makes coinbases differ that would otherwise be twins, as in the two branches of a reorganisation.
 */
export function makeBlock(
  view: Chain,
  records: readonly TxRecord[],
  script: string,
  at: Instant,
  extraNonce: number,
): NewBlock {
  const tip = view.tip();
  const height = tip.height + 1;
  const fees = records.reduce((total, { fee }) => total + fee, 0n);
  const coinbase = makeCoinbase(height, extraNonce, script, subsidy(height) + fees, records);
  const txids = [coinbase.txid, ...records.map(({ tx }) => tx.txid)];
  const time = Math.max(Math.floor(at / SECOND_MS), tip.medianTime + 1);
  const header = findWork(tip.hash, merkleRoot(txids.map(internalHash)), time);
  return { block: describeBlock(view, header, [coinbase, ...records.map(({ tx }) => tx)]), coinbase };
}

/** A block's fields from its header and transactions. It belongs on the tip of `view`. */
export function describeBlock(
  view: Chain | undefined,
  header: Buffer,
  transactions: readonly ChainTx[],
): ChainBlock {
  const previous = displayHash(header.subarray(4, 36));
  const height = view ? view.tip().height + 1 : 0;
  const time = header.readUInt32LE(68);
  return {
    height,
    hash: displayHash(doubleSha256(header)),
    previous: previous === GENESIS_PREVIOUS ? undefined : previous,
    header,
    version: header.readInt32LE(0),
    merkleRoot: displayHash(header.subarray(36, 68)),
    time,
    medianTime: medianTime(view, height, time),
    bits: header.readUInt32LE(72),
    nonce: header.readUInt32LE(76),
    txids: transactions.map(({ txid }) => txid),
    size:
      80 + countBytes(transactions.length) + transactions.reduce((total, { raw }) => total + raw.length, 0),
    weight:
      4 * (80 + countBytes(transactions.length)) + transactions.reduce((total, tx) => total + tx.weight, 0),
  };
}

/** The block as nodes send it: header, count, transactions. */
export function rawBlock(header: Buffer, transactions: readonly Buffer[]): Buffer {
  return Buffer.concat([header, writeCount(transactions.length), ...transactions]);
}

/** The root over transaction hashes in bitcoin's byte order. */
export function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) level = nextLevel(level);
  return level[0] ?? Buffer.alloc(32);
}

/** The sibling hashes (as people write them) from a transaction at `position` up to the root. */
export function merkleBranch(txids: readonly string[], position: number): readonly string[] {
  const branch: string[] = [];
  let level: readonly Buffer[] = txids.map(internalHash);
  for (let at = position; level.length > 1; at >>= 1) {
    const sibling = level[at ^ 1] ?? level[at]; // an odd last hash is its own sibling
    if (sibling) branch.push(displayHash(sibling));
    level = nextLevel(level);
  }
  return branch;
}

function makeCoinbase(
  height: number,
  extraNonce: number,
  script: string,
  reward: bigint,
  records: readonly TxRecord[],
): ChainTx {
  const reserved = Buffer.alloc(32);
  const witnessHashes = records.map(({ tx }) => Buffer.from(Transaction.fromBuffer(tx.raw).getHash(true)));
  const witnessRoot = merkleRoot([Buffer.alloc(32), ...witnessHashes]); // the coinbase counts as zeros
  const commitment = doubleSha256(Buffer.concat([witnessRoot, reserved]));
  const coinbase = new Transaction();
  coinbase.version = 2;
  const input = Buffer.concat([pushNumber(height), pushNumber(extraNonce), Buffer.from("\x0acrosstill")]);
  coinbase.addInput(Buffer.alloc(32), 0xffffffff, 0xffffffff, input);
  coinbase.setWitness(0, [reserved]);
  coinbase.addOutput(Buffer.from(script, "hex"), reward);
  coinbase.addOutput(Buffer.concat([Buffer.from(WITNESS_COMMITMENT, "hex"), commitment]), 0n);
  return chainTx(coinbase, Buffer.from(coinbase.toBuffer()));
}

function findWork(previous: string, root: Buffer, time: number): Buffer {
  const header = Buffer.alloc(80);
  header.writeInt32LE(VERSION, 0);
  internalHash(previous).copy(header, 4);
  root.copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(REGTEST_BITS, 72);
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76); // two tries on average
    if (displayHash(doubleSha256(header)) <= HIGHEST_HASH) return header;
  }
}

function medianTime(view: Chain | undefined, height: number, time: number): number {
  const times = [time];
  for (let below = height - 1; below >= 0 && times.length < MEDIAN_SPAN; below--) {
    times.push(view?.blockAt(below)?.time ?? time);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? time;
}

function nextLevel(level: readonly Buffer[]): readonly Buffer[] {
  const next: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Buffer; // below the length
    next.push(doubleSha256(Buffer.concat([left, level[at + 1] ?? left])));
  }
  return next;
}

function subsidy(height: number): bigint {
  return FIRST_SUBSIDY >> BigInt(Math.floor(height / HALVING_BLOCKS));
}

/** A number as a script pushes it (BIP34): its fewest little-endian bytes, with room for the sign. */
function pushNumber(value: number): Buffer {
  if (value >= 1 && value <= 16) return Buffer.from([0x50 + value]);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Buffer.from([bytes.length, ...bytes]);
}

function writeCount(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count]);
  const bytes = Buffer.alloc(3, 0xfd); // the weight limit keeps blocks far below 65,536 transactions
  bytes.writeUInt16LE(count, 1);
  return bytes;
}

function countBytes(count: number): number {
  return count < 0xfd ? 1 : 3;
}

function doubleSha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();
}
