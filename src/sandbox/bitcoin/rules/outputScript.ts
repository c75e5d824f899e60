import { address as codec, networks, script as scripts } from "bitcoinjs-lib";
import { readPushes } from "./scriptPushes.ts";

/** What kinds of output scripts exist, in Esplora's words. */
export type ScriptType =
  | "p2pkh"
  | "p2sh"
  | "v0_p2wpkh"
  | "v0_p2wsh"
  | "v1_p2tr"
  | "p2pk"
  | "op_return"
  | "empty"
  | "unknown";

const SHAPES: readonly (readonly [ScriptType, RegExp])[] = [
  ["v0_p2wpkh", /^0014[0-9a-f]{40}$/],
  ["v1_p2tr", /^5120[0-9a-f]{64}$/],
  ["v0_p2wsh", /^0020[0-9a-f]{64}$/],
  ["p2pkh", /^76a914[0-9a-f]{40}88ac$/],
  ["p2sh", /^a914[0-9a-f]{40}87$/],
  ["p2pk", /^(210[23][0-9a-f]{64}|410[467][0-9a-f]{128})ac$/],
  ["op_return", /^6a/],
  ["empty", /^$/],
];

const MAX_DATA_SCRIPT_BYTES = 83; // Core before version 30; all nodes relay that much

/** The kind of an output script (hex). */
export function scriptType(script: string): ScriptType {
  return SHAPES.find(([, shape]) => shape.test(script))?.[0] ?? "unknown";
}

/** True for a version opcode (0 or 1 to 16) and one push of 2 to 40 bytes that fills the script (BIP141). */
export function isWitnessProgram(script: string): boolean {
  const bytes = Buffer.from(script, "hex");
  const [version = 0, size = 0] = bytes;
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60);
  return isVersion && size >= 2 && size <= 40 && bytes.length === size + 2;
}

/** True for scripts that nodes let a transaction pay; among them witness programs of versions that are yet to come. */
export function isStandardOutput(script: string): boolean {
  const type = scriptType(script);
  if (type === "op_return") {
    return (
      script.length / 2 <= MAX_DATA_SCRIPT_BYTES &&
      readPushes(Buffer.from(script.slice(2), "hex")) !== undefined
    );
  }
  if (type === "unknown") return isWitnessProgram(script) && !script.startsWith("00");
  return type !== "empty";
}

/** The regtest address that a script (hex) pays, or undefined for scripts without one. */
export function addressOf(script: string): string | undefined {
  const type = scriptType(script);
  if (type === "p2pk" || type === "op_return" || type === "empty" || type === "unknown") return undefined;
  return codec.fromOutputScript(Buffer.from(script, "hex"), networks.regtest);
}

/**
 * The fewest sats that an output of this script may carry, by Bitcoin Core's default policy: three sats for each byte
 * that the output and its later spending take (294 for P2WPKH, 546 for P2PKH). Data outputs may carry none.
 */
export function dustLimit(script: string): bigint {
  const type = scriptType(script);
  if (type === "op_return") return 0n;
  const spending = isWitnessProgram(script) ? 67 : 148; // a witness counts a quarter
  return BigInt((8 + 1 + script.length / 2 + spending) * 3);
}

/** The script that pays a key's hash; what a P2WPKH signature signs in place of its own (BIP143). */
export function keyHashScript(hash: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from("76a914", "hex"), hash, Buffer.from("88ac", "hex")]);
}

/** The script in the notation of Esplora: OP_0 OP_PUSHBYTES_20 751e76… */
export function scriptAsm(script: string): string {
  const chunks = scripts.decompile(Buffer.from(script, "hex"));
  if (!chunks) return script === "" ? "" : "<unreadable script>";
  return chunks.map((chunk) => (typeof chunk === "number" ? opcodeName(chunk) : pushName(chunk))).join(" ");
}

function opcodeName(opcode: number): string {
  if (opcode === 0) return "OP_0";
  if (opcode >= 0x51 && opcode <= 0x60) return `OP_PUSHNUM_${opcode - 0x50}`;
  if (opcode === 0x4f) return "OP_PUSHNUM_NEG1";
  const name = Object.entries(scripts.OPS).find(([, code]) => code === opcode)?.[0];
  return name ?? `OP_UNKNOWN_${opcode}`;
}

function pushName(data: Uint8Array): string {
  const hex = Buffer.from(data).toString("hex");
  if (data.length <= 75) return `OP_PUSHBYTES_${data.length} ${hex}`;
  return `${data.length <= 255 ? "OP_PUSHDATA1" : "OP_PUSHDATA2"} ${hex}`;
}
