import * as ecc from "@bitcoinerlab/secp256k1";
import { Psbt, Transaction } from "bitcoinjs-lib";
import "./address.ts"; // sets up the curve arithmetic that Schnorr needs
import type { TxOutput } from "./outputScript.ts";

/** A transaction out of a PSBT, complete: its id, its bytes in hex, and what it pays. */
export type SignedTransaction = Readonly<{ txid: string; rawHex: string; outputs: readonly TxOutput[] }>;

/** Why a text is not a PSBT that could be broadcast; the reason is a sentence for whoever pasted it. */
export type Unsigned = Readonly<{ kind: "unsigned"; reason: string }>;

const MOST_SIGNATURES = 60; // each takes milliseconds to check, and anybody may ask for it
const HIGHEST_FEE_RATE = 1_000; // sat/vB: more is a mistake, and nobody could take it back

/** Finalises a signed PSBT (BIP174, base64 or hex). What has been finalised already is kept as it is. */
export function completeSigned(text: string): Unsigned | (SignedTransaction & Readonly<{ kind: "signed" }>) {
  const psbt = parse(text.replace(/\s/g, ""));
  if (typeof psbt === "string") return unsigned(psbt);
  const signatures = signaturesIn(psbt);
  if (signatures > MOST_SIGNATURES)
    return unsigned(`It has ${signatures} signatures, and at most ${MOST_SIGNATURES} are checked here. Broadcast it with your wallet.`);
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig ?? input.finalScriptWitness) continue;
    if (!input.partialSig?.length && !input.tapKeySig && !input.tapScriptSig?.length)
      return unsigned(`Input ${index + 1} of ${psbt.inputCount} is not signed. Sign it in your wallet with every key that it asks for, and export it again.`); // prettier-ignore
    try {
      if (psbt.validateSignaturesOfInput(index, verifySignature)) psbt.finalizeInput(index);
      else return unsigned(`The signature of input ${index + 1} does not fit. Sign the file that was made here, as it is.`); // prettier-ignore
    } catch (error) {
      return unsigned(`Input ${index + 1} cannot be completed: ${wordsOf(error)}`);
    }
  }
  return extract(psbt);
} // prettier-ignore

function signaturesIn({ data }: Psbt): number {
  const ofInputs = data.inputs.map(
    ({ partialSig = [], tapScriptSig = [], tapKeySig }) =>
      partialSig.length + tapScriptSig.length + (tapKeySig ? 1 : 0),
  );
  return ofInputs.reduce((sum, count) => sum + count, 0);
}

/** Taproot's keys have 32 bytes and Schnorr signatures. */
function verifySignature(key: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  return key.length === 32 ? ecc.verifySchnorr(digest, key, signature) : ecc.verify(digest, key, signature);
}

function extract(psbt: Psbt): ReturnType<typeof completeSigned> {
  try {
    psbt.setMaximumFeeRate(HIGHEST_FEE_RATE);
    const transaction = psbt.extractTransaction();
    const outputs = transaction.outs.map(({ script, value }) => ({ script: Buffer.from(script).toString("hex"), value })); // prettier-ignore
    return { kind: "signed", txid: transaction.getId(), rawHex: transaction.toHex(), outputs };
  } catch (error) {
    return unsigned(`It cannot be broadcast: ${wordsOf(error)}`);
  }
}

/** The PSBT, or the sentence that says what came instead. */
function parse(text: string): Psbt | string {
  if (text === "") return "Paste the signed PSBT: a text that begins with cHNidP.";
  try {
    return /^70736274ff/i.test(text) ? Psbt.fromHex(text) : Psbt.fromBase64(text);
  } catch {
    return isTransaction(text)
      ? "This is a finished transaction, not a PSBT. Your wallet can broadcast it itself."
      : "This is no PSBT. Paste the signed one as your wallet exports it: a text that begins with cHNidP.";
  }
}

function isTransaction(text: string): boolean {
  try {
    return Transaction.fromHex(text).ins.length > 0;
  } catch {
    return false;
  }
}

function unsigned(reason: string): Unsigned {
  return { kind: "unsigned", reason };
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
