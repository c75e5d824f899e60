import { Transaction, crypto } from "bitcoinjs-lib";
import { ecdsaFault, type KeyRule } from "./ecdsaSignature.ts";
import type { ChainOutput } from "../chain/transactionRecord.ts";
import { isWitnessProgram, keyHashScript, scriptType, type ScriptType } from "./outputScript.ts";
import { pushFault, readPushes } from "./scriptPushes.ts";
import { taprootFault } from "./taprootSignature.ts";

/**
 * Who may spend an output. The ledger knows four kinds by their shape and runs no other script:
 *
 *   p2pkh        signature and key in the input's script
 *   p2sh         only around a p2wpkh program, which is all that the input's script holds
 *   v0_p2wpkh    signature and key in the witness (BIP143)
 *   v1_p2tr      one Schnorr signature by the output's key in the witness (BIP341)
 *
 * Every function gives a reason in Core's words, or undefined. `spent` are the outputs that the inputs spend, in their order.
 */

const SPENDABLE: readonly ScriptType[] = ["p2pkh", "p2sh", "v0_p2wpkh", "v1_p2tr"];
const ANNEX = 0x50;
const MAX_ELEMENT_BYTES = 520;
const ONE = Buffer.from(`01${"00".repeat(31)}`, "hex");
const NO_STACK = "Operation not valid with the current stack size";

/** What Core's policy alone forbids: a block may hold it, as long as the signature is good. */
const POLICY_ONLY: ReadonlySet<string> = new Set([
  "Non-canonical signature: S value is unnecessarily high",
  "Signature hash type missing or not understood",
  "Public key is neither compressed or uncompressed",
  "Using non-compressed keys in segwit",
  "Data push larger than necessary",
  "Stack size must be exactly one after execution",
]);

/** Inputs that no node relays, with any signature. */
export function nonStandardInput(parsed: Transaction, spent: readonly ChainOutput[]): string | undefined {
  const bare = (vin: number) => kindOf(spent, vin) === "p2sh" && !redeemScript(parsed, vin);
  if (spent.some((_, vin) => bare(vin))) return "bad-txns-nonstandard-inputs";
  const strange = (vin: number) =>
    witnessOf(parsed, vin).length > 0 && !isStandardWitness(parsed, vin, spent);
  return spent.some((_, vin) => strange(vin)) ? "bad-witness-nonstandard" : undefined;
}

/** Inputs that a node may take and this ledger cannot judge: it refuses them by name. */
export function unsupportedInput(parsed: Transaction, spent: readonly ChainOutput[]): string | undefined {
  for (const vin of spent.keys()) {
    const kind = kindOf(spent, vin);
    const claim = `unsupported-script: input ${vin} spends`;
    if (!SPENDABLE.includes(kind)) {
      return `${claim} a ${kind} output, and this ledger can only verify ${SPENDABLE.join(", ")}`;
    }
    if (kind === "v1_p2tr" && witnessOf(parsed, vin).length > 1) {
      return `${claim} a v1_p2tr output by a script, and this ledger can only verify its key`;
    }
    if (kind === "p2sh" && paysRedeemScript(parsed, vin, spent) && !wrapsKeyHash(parsed, vin)) {
      return `${claim} a p2sh output, and this ledger can only verify those around v0_p2wpkh`;
    }
  }
  return undefined;
}

/** Why an input may not spend its output: faults of its scripts and signatures. */
export function spendFault(
  parsed: Transaction,
  vin: number,
  spent: readonly ChainOutput[],
): string | undefined {
  const fault = scriptFault(parsed, vin, spent);
  if (fault === undefined) return undefined;
  const rule = POLICY_ONLY.has(fault)
    ? "non-mandatory-script-verify-flag"
    : "mandatory-script-verify-flag-failed";
  return `${rule} (${fault})`;
}

function scriptFault(parsed: Transaction, vin: number, spent: readonly ChainOutput[]): string | undefined {
  const kind = kindOf(spent, vin);
  const program = Buffer.from(spent[vin]?.script ?? "", "hex");
  const pushes = pushesOf(parsed, vin);
  const malformed = pushFault(pushes);
  if (malformed) return malformed;
  if (kind === "p2pkh") return keyHashFault(parsed, vin, program);
  if (kind === "p2sh") return wrappedFault(parsed, vin, spent);
  if (pushes.length > 0) return "Witness requires empty scriptSig";
  if (kind === "v0_p2wpkh") return witnessKeyHashFault(parsed, vin, spent, program);
  const [signature] = witnessOf(parsed, vin);
  if (!signature) return "Witness program was passed an empty witness";
  return taprootFault(parsed, vin, spent, signature);
}

function keyHashFault(parsed: Transaction, vin: number, script: Buffer): string | undefined {
  const stack = pushesOf(parsed, vin).map(({ data }) => data);
  const fault = signedBy(stack, script.subarray(3, 23), "any", (hashType) =>
    legacyDigest(parsed, vin, script, hashType),
  );
  return fault ?? (stack.length > 2 ? "Stack size must be exactly one after execution" : undefined);
}

function wrappedFault(parsed: Transaction, vin: number, spent: readonly ChainOutput[]): string | undefined {
  if (!paysRedeemScript(parsed, vin, spent)) {
    return "Script evaluated without error but finished with a false/empty top stack element";
  }
  if (pushesOf(parsed, vin).length > 1) return "Witness requires only-redeemscript scriptSig";
  return witnessKeyHashFault(parsed, vin, spent, Buffer.from(redeemScript(parsed, vin) ?? []));
}

function witnessKeyHashFault(
  parsed: Transaction,
  vin: number,
  spent: readonly ChainOutput[],
  program: Buffer,
): string | undefined {
  const stack = witnessOf(parsed, vin);
  if (stack.length !== 2) return "Witness program hash mismatch";
  if (stack.some(({ length }) => length > MAX_ELEMENT_BYTES)) return "Push value size limit exceeded";
  const keyHash = program.subarray(2);
  const value = spent[vin]?.value ?? 0n;
  return signedBy(stack, keyHash, "compressed", (hashType) =>
    parsed.hashForWitnessV0(vin, keyHashScript(keyHash), value, hashType),
  );
}

/** Runs "DUP HASH160 <hash> EQUALVERIFY CHECKSIG" on a stack that ends with signature and key. */
function signedBy(
  stack: readonly Uint8Array[],
  keyHash: Uint8Array,
  rule: KeyRule,
  digestOf: (hashType: number) => Uint8Array,
): string | undefined {
  const key = stack.at(-1);
  if (!key) return NO_STACK;
  if (!Buffer.from(crypto.hash160(key)).equals(keyHash)) return "Script failed an OP_EQUALVERIFY operation";
  const signature = stack.at(-2);
  return signature ? ecdsaFault(signature, key, rule, digestOf) : NO_STACK;
}

/** SINGLE without an output at the input's place signs the number one, little-endian (the library writes it the other way round). */
function legacyDigest(parsed: Transaction, vin: number, script: Uint8Array, hashType: number): Uint8Array {
  const single = (hashType & 0x1f) === Transaction.SIGHASH_SINGLE;
  return single && vin >= parsed.outs.length ? ONE : parsed.hashForSignature(vin, script, hashType);
}

function isStandardWitness(parsed: Transaction, vin: number, spent: readonly ChainOutput[]): boolean {
  const kind = kindOf(spent, vin);
  const witness = witnessOf(parsed, vin);
  if (kind === "v1_p2tr") return witness.length < 2 || witness.at(-1)?.[0] !== ANNEX;
  const script = kind === "p2sh" ? redeemScript(parsed, vin) : Buffer.from(spent[vin]?.script ?? "", "hex");
  return script !== undefined && isWitnessProgram(Buffer.from(script).toString("hex"));
}

function paysRedeemScript(parsed: Transaction, vin: number, spent: readonly ChainOutput[]): boolean {
  const redeem = redeemScript(parsed, vin);
  const wanted = spent[vin]?.script.slice(4, 44);
  return redeem !== undefined && Buffer.from(crypto.hash160(redeem)).toString("hex") === wanted;
}

function wrapsKeyHash(parsed: Transaction, vin: number): boolean {
  return scriptType(Buffer.from(redeemScript(parsed, vin) ?? []).toString("hex")) === "v0_p2wpkh";
}

/** The last push of the input's script: what a P2SH output committed to. */
function redeemScript(parsed: Transaction, vin: number): Uint8Array | undefined {
  return pushesOf(parsed, vin).at(-1)?.data;
}

/** The pushes of the input's script, which holds nothing else: transactionShape.ts saw to it. */
function pushesOf(parsed: Transaction, vin: number) {
  return readPushes(parsed.ins[vin]?.script ?? new Uint8Array()) ?? [];
}

function witnessOf(parsed: Transaction, vin: number): readonly Uint8Array[] {
  return parsed.ins[vin]?.witness ?? [];
}

function kindOf(spent: readonly ChainOutput[], vin: number): ScriptType {
  return scriptType(spent[vin]?.script ?? "");
}
