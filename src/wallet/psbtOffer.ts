import { Psbt, Transaction } from "bitcoinjs-lib";
import {
  addressOfScript,
  checkBitcoinAddress,
  scriptOf,
  type BitcoinNetwork,
} from "../bitcoin/codec/address.ts";
import { unsafe, WalletError } from "./errors.ts";
import type { InputToSign } from "./signers.ts";

/** What a PSBT must keep to be signed. */
export type PsbtTerms = Readonly<{
  network: BitcoinNetwork;
  user: string; // change goes back to this address, or to where the spent coins were
  /** One of these must be in an OP_RETURN output, or the service could not assign the deposit. */
  references: readonly string[];
  depositAddress: string | undefined;
  input: bigint | undefined; // sats that the quote asks for, where it is known
  feeCap: FeeCap;
}>;

/** The largest network fee that is signed: the higher of a share of what is paid (rounded down) and a fixed sum. */
export type FeeCap = Readonly<{ bps: bigint; sats: bigint }>;

/** A PSBT that keeps its terms: what a payer should see before signing. */
export type PsbtOffer = Readonly<{
  psbtBase64: string;
  inputs: readonly InputToSign[];
  outputs: readonly PsbtOutput[];
  paidSats: bigint; // all outputs that are not change
  feeSats: bigint;
}>;
export type PsbtOutput = Readonly<{
  purpose: "payment" | "change" | "reference";
  address: string | undefined; // undefined for scripts without one
  sats: bigint;
}>;

const OP_RETURN = "6a";
const SAFE_SIGHASHES: readonly (number | undefined)[] = [undefined, 0, 1];

/**
 * Reads the PSBT (hex) of a step. Throws WalletError unsafe_quote unless it pays exactly what was quoted, returns the
 * rest to the payer, names the request and costs no more than the cap.
 */
export function readPsbtOffer(hex: string, terms: PsbtTerms): PsbtOffer {
  const psbt = parsePsbt(hex);
  const coins = psbt.txInputs.map((_, index) => coinOf(psbt, index));
  const inputs = coins.map(({ script, sats }, index) => {
    return { index, address: addressOfScript(terms.network, script), sats };
  });
  const own = new Set(coins.map(({ script }) => script));
  const user = checkBitcoinAddress(terms.network, terms.user);
  if (user) own.add(scriptOf(terms.network, user));

  const scripts = psbt.txOutputs.map(({ script, value }) => ({ script: toHex(script), sats: value }));
  const outputs = scripts.map(({ script, sats }): PsbtOutput => {
    const purpose = script.startsWith(OP_RETURN) ? "reference" : own.has(script) ? "change" : "payment";
    return { purpose, address: addressOfScript(terms.network, script), sats };
  });
  checkReference(scripts, terms.references);
  checkDeposit(scripts, terms);
  const paidSats = sum(outputs.filter(({ purpose }) => purpose !== "change"));
  if (terms.input !== undefined && paidSats !== terms.input) {
    throw unsafe(`its PSBT pays ${paidSats} sats to others, expected ${terms.input}`);
  }
  const feeSats = sum(coins) - sum(outputs);
  checkFee(feeSats, paidSats, terms.feeCap);
  return { psbtBase64: psbt.toBase64(), inputs, outputs, paidSats, feeSats };
}

/**
 * Finalises what the signer gave back (base64) and extracts the transaction. Throws WalletError wrong_signature when
 * a signature is missing, or the transaction is not the one that was offered.
 */
export function completePsbt(
  { psbtBase64 }: PsbtOffer,
  signed: string,
): Readonly<{ rawTx: string; txid: string }> {
  const psbt = Psbt.fromBase64(psbtBase64);
  const offered = unsignedHex(psbt);
  let transaction: Transaction;
  try {
    psbt.combine(Psbt.fromBase64(signed)); // refuses another transaction; the prevouts stay the offered ones
    psbt.data.inputs.forEach(({ finalScriptSig, finalScriptWitness }, index) => {
      if (!finalScriptSig && !finalScriptWitness) psbt.finalizeInput(index);
    });
    transaction = psbt.extractTransaction(true); // the fee was checked against the payer's own cap
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrongSignature(
      `Expected the offered PSBT in base64 with every input signed, got something else: ${reason}`,
      cause,
    );
  }
  if (withoutSignatures(transaction) !== offered) {
    throw wrongSignature(
      "The signed transaction does not spend and pay what was offered, so it was not broadcast.",
    );
  }
  return { rawTx: transaction.toHex(), txid: transaction.getId() };
}

function parsePsbt(hex: string): Psbt {
  try {
    return Psbt.fromHex(hex);
  } catch (cause) {
    throw unsafe(`expected a PSBT in hex, got ${hex.slice(0, 20)}… (${String(cause)})`);
  }
}

type Coin = Readonly<{ script: string; sats: bigint }>;

/** The output that an input spends, as far as the signature proves it: else the fee could be higher than it looks. */
function coinOf(psbt: Psbt, index: number): Coin {
  const { witnessUtxo, nonWitnessUtxo, redeemScript, sighashType } = psbt.data.inputs[index] ?? {};
  const { hash, index: vout } = psbt.txInputs[index] ?? {};
  if (!SAFE_SIGHASHES.includes(sighashType)) {
    throw unsafe(`input ${index} of its PSBT wants sighash type ${sighashType}, expected 0 or 1`);
  }
  if (nonWitnessUtxo) {
    const previous = parseTransaction(nonWitnessUtxo);
    const output = vout === undefined ? undefined : previous?.outs[vout];
    if (!output || !hash || toHex(previous?.getHash() ?? []) !== toHex(hash)) {
      throw unsafe(`input ${index} of its PSBT comes with another previous transaction than it spends`);
    }
    return { script: toHex(output.script), sats: output.value };
  }
  if (!witnessUtxo) throw unsafe(`input ${index} of its PSBT says neither what it spends nor how much`);
  const script = toHex(witnessUtxo.script);
  if (!isWitnessProgram(script) && !(redeemScript && isWitnessProgram(toHex(redeemScript)))) {
    throw unsafe(`input ${index} of its PSBT spends a legacy output without its whole previous transaction`);
  }
  return { script, sats: witnessUtxo.value };
}

/** Signatures for witness programs (bare or nested in P2SH) cover the amount of the coin; older ones do not. */
function isWitnessProgram(script: string): boolean {
  return /^(00|5[1-9a-f]|60)[0-9a-f]{6,82}$/.test(script);
}

function checkReference(outputs: readonly Coin[], references: readonly string[]): void {
  const notes = outputs.filter(({ script }) => script.startsWith(OP_RETURN));
  const wanted = references.flatMap((id) => [id.replace(/^0x/, "").toLowerCase(), toHex(Buffer.from(id))]);
  if (notes.some(({ script }) => wanted.some((id) => id !== "" && script.includes(id)))) return;
  throw unsafe(
    `no OP_RETURN output of its PSBT names the request ${references[0]}, so the deposit could not be assigned`,
  );
}

function checkDeposit(outputs: readonly Coin[], { depositAddress, network, input }: PsbtTerms): void {
  if (depositAddress === undefined) return;
  const address = checkBitcoinAddress(network, depositAddress);
  const script = address && scriptOf(network, address);
  const paid = sum(outputs.filter((output) => output.script === script));
  if (paid === 0n || (input !== undefined && paid !== input)) {
    throw unsafe(
      `its PSBT pays ${paid} sats to its deposit address ${depositAddress}, expected ${input ?? "more"}`,
    );
  }
}

function checkFee(feeSats: bigint, paidSats: bigint, { bps, sats }: FeeCap): void {
  if (feeSats < 0n) throw unsafe(`its PSBT pays ${-feeSats} sats more than it spends`);
  const share = (paidSats * bps) / 10_000n;
  const cap = share > sats ? share : sats;
  if (feeSats > cap) {
    throw unsafe(
      `its PSBT has a network fee of ${feeSats} sats, the cap is ${cap}. Ask again when fees are lower, or raise feeCap`,
    );
  }
}

function unsignedHex(psbt: Psbt): string {
  return toHex(psbt.data.globalMap.unsignedTx.toBuffer());
}

function withoutSignatures(signed: Transaction): string {
  const transaction = signed.clone();
  for (const input of transaction.ins) {
    input.script = new Uint8Array();
    input.witness = [];
  }
  return transaction.toHex();
}

function parseTransaction(bytes: Uint8Array): Transaction | undefined {
  try {
    return Transaction.fromBuffer(bytes);
  } catch {
    return undefined;
  }
}

function wrongSignature(message: string, cause?: unknown): WalletError {
  return new WalletError("wrong_signature", message, { cause });
}

function sum(amounts: readonly Readonly<{ sats: bigint }>[]): bigint {
  return amounts.reduce((total, { sats }) => total + sats, 0n);
}

function toHex(bytes: ArrayLike<number>): string {
  return Buffer.from(Uint8Array.from(bytes)).toString("hex");
}
