import { divCeil } from "../../values/amount.ts";
import { compactSizeBytes, outputBytes } from "./outputScript.ts";

/** An unspent output: "txid:vout", its value in sats, its script in hex. */
export type Coin = Readonly<{ outpoint: string; value: bigint; script: string }>;

/**
 * The kinds of coins with a known input size: one key, one signature. A P2SH coin is assumed to wrap
 * P2WPKH.
 */
export type CoinKind = "p2wpkh" | "p2tr" | "p2sh-p2wpkh" | "p2pkh";

const SHAPES: readonly (readonly [CoinKind, RegExp])[] = [
  ["p2wpkh", /^0014[0-9a-f]{40}$/],
  ["p2tr", /^5120[0-9a-f]{64}$/],
  ["p2sh-p2wpkh", /^a914[0-9a-f]{40}87$/],
  ["p2pkh", /^76a914[0-9a-f]{40}88ac$/],
];

// The longest that a standard input gets: 72 bytes for an ECDSA signature (low S, its type included), 65 for Schnorr, 33 for
// a key. Real signatures are a byte or two shorter at times, so a fee by these sizes is never below the rate.
const ECDSA_WITNESS = 1 + 1 + 72 + 1 + 33;
const SCHNORR_WITNESS = 1 + 1 + 65;
const INPUT_BYTES: Readonly<Record<CoinKind, Readonly<{ scriptSig: number; witness: number }>>> = {
  p2wpkh: { scriptSig: 0, witness: ECDSA_WITNESS },
  p2tr: { scriptSig: 0, witness: SCHNORR_WITNESS },
  "p2sh-p2wpkh": { scriptSig: 1 + 22, witness: ECDSA_WITNESS },
  p2pkh: { scriptSig: 1 + 72 + 1 + 33, witness: 1 }, // an empty witness takes a byte beside others
};
const OUTPOINT_AND_SEQUENCE = 32 + 4 + 4;
const VERSION_AND_LOCKTIME = 4 + 4;
const MARKER_AND_FLAG = 2; // before the witnesses, of which a transaction has all or none

/** The kind of coin that an output with this script (hex) is, or undefined when its spending has no known size. */
export function coinKind(script: string): CoinKind | undefined {
  return SHAPES.find(([, shape]) => shape.test(script))?.[0];
}

/** The weight (four to a virtual byte) that spending a coin of this script adds. Throws RangeError for an unknown kind. */
export function inputWeight(script: string): number {
  const { scriptSig, witness } = INPUT_BYTES[knownKind(script)];
  return 4 * (OUTPOINT_AND_SEQUENCE + compactSizeBytes(scriptSig) + scriptSig) + witness;
}

/**
 * The weight of the signed transaction that spends coins of these scripts into outputs of those (all hex), at its longest.
 * Throws RangeError for a coin of unknown kind.
 */
export function transactionWeight(coinScripts: readonly string[], outputScripts: readonly string[]): number {
  const counts = compactSizeBytes(coinScripts.length) + compactSizeBytes(outputScripts.length);
  const outputs = outputScripts.reduce((total, script) => total + outputBytes(script), 0);
  const inputs = coinScripts.reduce((total, script) => total + inputWeight(script), 0);
  const all = 4 * (VERSION_AND_LOCKTIME + counts + outputs) + MARKER_AND_FLAG + inputs;
  const legacy = coinScripts.length > 0 && coinScripts.every((script) => knownKind(script) === "p2pkh");
  return legacy ? all - MARKER_AND_FLAG - coinScripts.length : all;
}

/** The same in virtual bytes, rounded up as nodes do. */
export function virtualSize(coinScripts: readonly string[], outputScripts: readonly string[]): number {
  return Math.ceil(transactionWeight(coinScripts, outputScripts) / 4);
}

/** The least fee (sats, rounded up) with which so many virtual bytes pay `satPerKvb` sats for a thousand. */
export function feeAt(vsize: number, satPerKvb: bigint): bigint {
  return divCeil(BigInt(vsize) * satPerKvb, 1_000n);
}

function knownKind(script: string): CoinKind {
  const kind = coinKind(script);
  if (kind) return kind;
  throw new RangeError(
    `Expected a coin of kind ${Object.keys(INPUT_BYTES).join(", ")}; got script ${script}.`,
  );
}
