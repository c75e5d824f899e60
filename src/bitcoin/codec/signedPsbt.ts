import * as ecc from "./curve.ts";
import { Psbt, Transaction } from "bitcoinjs-lib";
import "./address.ts"; // sets up the curve arithmetic that Schnorr needs
import type { TxOutput } from "./outputScript.ts";

/** A transaction out of a PSBT, complete: its id, its bytes in hex, and what it pays. */
export type SignedTransaction = Readonly<{ txid: string; rawHex: string; outputs: readonly TxOutput[] }>;

/** Why a text is not a PSBT that could be broadcast: nothing, a finished transaction, something else; an input that has no signature, a wrong one, or one that does not suffice; more signatures than are checked; or the whole. */
export type UnsignedReason =
  | "empty"
  | "finished"
  | "foreign"
  | "input"
  | "misfit"
  | "incomplete"
  | "crowded"
  | "whole";

/**
 * A text that could not be broadcast. `input` (from 1) is the one of `inputs` that the reason is about;
 * `words` are the library's error.
 */
export type Unsigned = Readonly<{
  kind: "unsigned";
  reason: UnsignedReason;
  input: number;
  inputs: number;
  words: string;
}>;

const MOST_SIGNATURES = 60; // each takes milliseconds to check, and the endpoint is public
const HIGHEST_FEE_RATE = 1_000; // sat/vB: a higher rate is a mistake that could not be reversed

/** Finalises a signed PSBT (BIP174, base64 or hex). Finalised inputs stay unchanged. */
export function completeSigned(text: string): Unsigned | (SignedTransaction & Readonly<{ kind: "signed" }>) {
  const psbt = parse(text.replace(/\s/g, ""));
  if (typeof psbt === "string") return unsigned(psbt);
  const signatures = signaturesIn(psbt);
  if (signatures > MOST_SIGNATURES)
    return unsigned("crowded", { inputs: psbt.inputCount, words: String(signatures) });
  for (const [index, input] of psbt.data.inputs.entries()) {
    const place = { input: index + 1, inputs: psbt.inputCount };
    if (input.finalScriptSig ?? input.finalScriptWitness) continue;
    if (!input.partialSig?.length && !input.tapKeySig && !input.tapScriptSig?.length)
      return unsigned("input", place);
    try {
      if (psbt.validateSignaturesOfInput(index, verifySignature)) psbt.finalizeInput(index);
      else return unsigned("misfit", place);
    } catch (error) {
      return unsigned("incomplete", { ...place, words: wordsOf(error) });
    }
  }
  return extract(psbt);
}

function signaturesIn({ data }: Psbt): number {
  const ofInputs = data.inputs.map(
    ({ partialSig = [], tapScriptSig = [], tapKeySig }) =>
      partialSig.length + tapScriptSig.length + (tapKeySig ? 1 : 0),
  );
  return ofInputs.reduce((sum, count) => sum + count, 0);
}

/** Taproot's keys have 32 bytes and Schnorr signatures. Nodes relay no ECDSA signature with a high S. */
function verifySignature(key: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  return key.length === 32
    ? ecc.verifySchnorr(digest, key, signature)
    : ecc.verify(digest, key, signature, true);
}

function extract(psbt: Psbt): ReturnType<typeof completeSigned> {
  try {
    psbt.setMaximumFeeRate(HIGHEST_FEE_RATE);
    const transaction = psbt.extractTransaction();
    const outputs = transaction.outs.map(({ script, value }) => ({
      script: Buffer.from(script).toString("hex"),
      value,
    }));
    return { kind: "signed", txid: transaction.getId(), rawHex: transaction.toHex(), outputs };
  } catch (error) {
    return unsigned("whole", { words: wordsOf(error) });
  }
}

/** The PSBT, or what came instead. */
function parse(text: string): Psbt | UnsignedReason {
  if (text === "") return "empty";
  try {
    return /^70736274ff/i.test(text) ? Psbt.fromHex(text) : Psbt.fromBase64(text);
  } catch {
    return isTransaction(text) ? "finished" : "foreign";
  }
}

function isTransaction(text: string): boolean {
  try {
    return Transaction.fromHex(text).ins.length > 0;
  } catch {
    return false;
  }
}

function unsigned(reason: UnsignedReason, about: Partial<Unsigned> = {}): Unsigned {
  return { kind: "unsigned", input: 0, inputs: 0, words: "", ...about, reason };
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
