import { Transaction } from "bitcoinjs-lib";
import * as ecc from "../../../bitcoin/codec/curve.ts";
import type { ChainOutput } from "../chain/transactionRecord.ts";

const BARE = 64; // bytes; the type is SIGHASH_DEFAULT then
const TYPED = 65;

/**
 * Why a node refuses to spend a P2TR output by its key (BIP340, BIP341), or undefined when the signature is
 * valid.
 */
export function taprootFault(
  parsed: Transaction,
  vin: number,
  spent: readonly ChainOutput[],
  signature: Uint8Array,
): string | undefined {
  if (signature.length !== BARE && signature.length !== TYPED) return "Invalid Schnorr signature size";
  const hashType = signature[BARE] ?? Transaction.SIGHASH_DEFAULT;
  if (signature.length === TYPED && !isDefinedType(hashType, vin < parsed.outs.length)) {
    return "Invalid Schnorr signature hash type";
  }
  const scripts = spent.map(({ script }) => Buffer.from(script, "hex"));
  const values = spent.map(({ value }) => value);
  const digest = parsed.hashForWitnessV1(vin, scripts, values, hashType);
  const key = scripts[vin]?.subarray(2) ?? new Uint8Array();
  return verifies(digest, key, signature.subarray(0, BARE)) ? undefined : "Invalid Schnorr signature";
}

/** ALL, NONE, SINGLE (only with an output at the input's place), each also with ANYONECANPAY; DEFAULT is never written out. */
function isDefinedType(hashType: number, hasOutput: boolean): boolean {
  const outputs = hashType & ~Transaction.SIGHASH_ANYONECANPAY;
  return outputs >= 1 && outputs <= 3 && (outputs !== Transaction.SIGHASH_SINGLE || hasOutput);
}

/** A key that is no point and a signature out of range throw in the library; to a node they are just invalid. */
function verifies(digest: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ecc.verifySchnorr(digest, key, signature);
  } catch {
    return false;
  }
}
