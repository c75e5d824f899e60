import { Transaction, crypto, script as scripts } from "bitcoinjs-lib";
import * as ecc from "@bitcoinerlab/secp256k1";
import { dustLimit, keyHashScript, scriptType } from "./outputScript.ts";
import { ledgerTx, outputSum, type LedgerOutput, type LedgerTx } from "./ledgerTx.ts";
import type { ChainView } from "./chainState.ts";
import type { TxRecord } from "./ledgerRecord.ts";

/** A transaction that the ledger does not take; `code` and `message` are those of Bitcoin Core where it has them. */
export class RefusedTransaction extends Error {
  override name = "RefusedTransaction";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const REJECTED = -26; // breaks a rule of the network or of policy
const MISSING = -25;
const UNREADABLE = -22;
const ALREADY_CONFIRMED = -27;

const COINBASE_MATURITY = 100;
const MAX_MONEY = 2_100_000_000_000_000n;
const MAX_STANDARD_WEIGHT = 400_000;
const MAX_FEE_RATE = 10_000n; // sat/vB; Core's guard against a change output that was forgotten
const MAX_REPLACED = 100;
const MAX_DATA_SCRIPT_BYTES = 83;
const RELATIVE_LOCK_DISABLED = 0x80000000;
const FINAL_SEQUENCE = 0xffffffff;
const LOCKTIME_IS_TIME = 500_000_000;

/** A transaction that passed, and the unconfirmed ones that it replaces (without their dependents). */
export type PassedTx = Readonly<{ tx: LedgerTx; replaces: readonly TxRecord[] }>;

/**
 * Checks a raw transaction against the chain and the mempool by Bitcoin's rules and Core's default policy.
 * Only P2WPKH inputs can be spent here: any other kind is refused by name, because its script is not run.
 * Throws RefusedTransaction with the reason.
 */
export function checkTransaction(view: ChainView, raw: Buffer): PassedTx {
  const parsed = parse(raw);
  const tx = ledgerTx(parsed, raw);
  if (view.tx(tx.txid)?.block)
    throw new RefusedTransaction(ALREADY_CONFIRMED, "Transaction already in block chain");
  checkShape(tx);
  checkLocks(view, parsed);
  const spent = tx.inputs.map((input) => {
    const output = view.output(input);
    const spender = view.spender(input);
    if (!output || spender?.record.block)
      throw new RefusedTransaction(MISSING, "bad-txns-inputs-missingorspent");
    checkMaturity(view, view.knownTx(input.txid));
    return output;
  });
  const fee = spent.reduce((total, { value }) => total + value, 0n) - outputSum(tx);
  checkFee(tx, fee);
  const replaces = checkReplacement(view, tx, fee);
  spent.forEach((output, vin) => checkSignature(parsed, vin, output));
  return { tx, replaces };
}

function parse(raw: Buffer): Transaction {
  let parsed: Transaction;
  try {
    parsed = Transaction.fromBuffer(raw);
  } catch {
    throw new RefusedTransaction(UNREADABLE, "TX decode failed. Make sure the tx has at least one input.");
  }
  if (!raw.equals(parsed.toBuffer()))
    throw new RefusedTransaction(UNREADABLE, "TX decode failed. Not minimally encoded.");
  return parsed;
}

function checkShape(tx: LedgerTx): void {
  if (tx.inputs.length === 0) refuse("bad-txns-vin-empty");
  if (tx.outputs.length === 0) refuse("bad-txns-vout-empty");
  if (tx.coinbase) refuse("coinbase");
  if (tx.weight > MAX_STANDARD_WEIGHT) refuse("tx-size");
  const version = tx.raw.readInt32LE(0);
  if (version < 1 || version > 2) refuse("version");
  if (new Set(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`)).size < tx.inputs.length) {
    refuse("bad-txns-inputs-duplicate");
  }
  for (const output of tx.outputs) checkOutput(output);
  if (outputSum(tx) > MAX_MONEY) refuse("bad-txns-txouttotal-toolarge");
}

function checkOutput({ script, value }: LedgerOutput): void {
  const type = scriptType(script);
  if (value < 0n || value > MAX_MONEY) refuse("bad-txns-vout-toolarge");
  if (type === "unknown" || type === "empty") refuse("scriptpubkey");
  if (type === "op_return" && script.length / 2 > MAX_DATA_SCRIPT_BYTES) refuse("scriptpubkey");
  if (value < dustLimit(script)) refuse("dust");
}

function checkLocks(view: ChainView, parsed: Transaction): void {
  const tip = view.tip();
  const limit = parsed.locktime < LOCKTIME_IS_TIME ? tip.height + 1 : tip.medianTime;
  const unlocked = parsed.ins.every(({ sequence }) => sequence === FINAL_SEQUENCE);
  if (parsed.locktime >= limit && parsed.locktime !== 0 && !unlocked) refuse("non-final");
  const waits = (sequence: number) => (sequence & RELATIVE_LOCK_DISABLED) === 0 && (sequence & 0xffff) !== 0;
  if (parsed.version >= 2 && parsed.ins.some(({ sequence }) => waits(sequence))) {
    refuse("non-BIP68-final (this ledger does not know relative lock times)");
  }
}

function checkMaturity(view: ChainView, source: TxRecord): void {
  if (!source.tx.coinbase || !source.block) return;
  const age = view.tip().height + 1 - source.block.height;
  if (age < COINBASE_MATURITY) refuse("bad-txns-premature-spend-of-coinbase");
}

function checkFee(tx: LedgerTx, fee: bigint): void {
  const size = BigInt(tx.vsize);
  if (fee < 0n) refuse("bad-txns-in-belowout");
  if (fee < size) refuse(`min relay fee not met, ${fee} < ${size}`);
  if (fee > size * MAX_FEE_RATE) {
    throw new RefusedTransaction(
      MISSING,
      "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
    );
  }
}

/** Replacement by fee (BIP125, without its opt-in): more fee, a higher rate, and the relay of both is paid for. */
function checkReplacement(view: ChainView, tx: LedgerTx, fee: bigint): readonly TxRecord[] {
  const conflicts = new Set(tx.inputs.flatMap((input) => view.spender(input)?.record ?? []));
  if (conflicts.has(view.tx(tx.txid) as TxRecord)) refuse("txn-already-in-mempool");
  const leaving = withDependents(view, conflicts);
  if (leaving.size > MAX_REPLACED) refuse("too many potential replacements");
  if (tx.inputs.some(({ txid }) => leaving.has(view.knownTx(txid)))) refuse("bad-txns-spends-conflicting-tx");
  for (const old of conflicts) {
    if (fee * BigInt(old.tx.vsize) <= old.fee * BigInt(tx.vsize)) {
      refuse(`insufficient fee, rejecting replacement ${tx.txid}; new feerate is not above the old one`);
    }
  }
  const oldFees = [...leaving].reduce((total, old) => total + old.fee, 0n);
  if (leaving.size > 0 && fee < oldFees + BigInt(tx.vsize)) {
    refuse(`insufficient fee, rejecting replacement ${tx.txid}, ${fee} < ${oldFees + BigInt(tx.vsize)}`);
  }
  return [...conflicts];
}

function withDependents(view: ChainView, records: Iterable<TxRecord>): Set<TxRecord> {
  const found = new Set(records);
  for (const record of found) {
    record.tx.outputs.forEach((_, vout) => {
      const spender = view.spender({ txid: record.tx.txid, vout });
      if (spender) found.add(spender.record); // a set is walked to its end, also what joins on the way
    });
  }
  return found;
}

/** BIP143: the signature of a P2WPKH input, strictly encoded, over the whole transaction. */
function checkSignature(parsed: Transaction, vin: number, spent: LedgerOutput): void {
  const type = scriptType(spent.script);
  if (type !== "v0_p2wpkh") {
    refuse(
      `unsupported-script: input ${vin} spends a ${type} output, and this ledger can only verify v0_p2wpkh`,
    );
  }
  const { script, witness } = parsed.ins[vin] as Transaction["ins"][number]; // one per spent output
  if (script.length > 0) refuseScript("Witness requires empty scriptSig");
  const [signature, publicKey] = witness;
  if (witness.length !== 2 || !signature || !publicKey) {
    refuseScript("Witness program hash mismatch");
  }
  if (publicKey.length !== 33) refuseScript("Using non-compressed keys in segwit");
  const keyHash = Buffer.from(crypto.hash160(publicKey));
  if (keyHash.toString("hex") !== spent.script.slice(4)) {
    refuseScript("Script evaluated without error but finished with a false/empty top stack element");
  }
  const { signature: compact, hashType } = decodeSignature(signature);
  if (hashType !== Transaction.SIGHASH_ALL) {
    refuse(
      `unsupported-sighash: input ${vin} signs with type ${hashType}, and this ledger can only verify SIGHASH_ALL`,
    );
  }
  const digest = parsed.hashForWitnessV0(vin, keyHashScript(keyHash), spent.value, hashType);
  if (verifies(digest, publicKey, compact, true)) return;
  const highS = verifies(digest, publicKey, compact, false);
  refuseScript(highS ? "Non-canonical signature: S value is unnecessarily high" : "Signature must be zero for failed CHECK(MULTI)SIG operation"); // prettier-ignore
}

/** Keys that are no point and signatures out of range throw in the library; to a node they are just invalid. */
function verifies(digest: Uint8Array, key: Uint8Array, signature: Uint8Array, lowS: boolean): boolean {
  try {
    return ecc.verify(digest, key, signature, lowS);
  } catch {
    return false;
  }
}

function decodeSignature(signature: Uint8Array): { signature: Uint8Array; hashType: number } {
  try {
    return scripts.signature.decode(signature);
  } catch {
    return refuseScript("Non-canonical DER signature");
  }
}

function refuse(reason: string): never {
  throw new RefusedTransaction(REJECTED, reason);
}

function refuseScript(reason: string): never {
  refuse(`mandatory-script-verify-flag-failed (${reason})`);
}
