import * as ecc from "../../../bitcoin/codec/curve.ts";

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const EMPTY_TOP = "Script evaluated without error but finished with a false/empty top stack element";

/** Which keys a signature may be checked with: witness programs take compressed ones only. */
export type KeyRule = "any" | "compressed";

/**
 * Why OP_CHECKSIG refuses a signature (with its type at the end) by this key, in Core's terms and order, or
 * undefined when it is valid: strict DER (BIP66), a low S, an existing type. `digestOf` gives the hash that
 * a type signs.
 */
export function ecdsaFault(
  signature: Uint8Array,
  key: Uint8Array,
  rule: KeyRule,
  digestOf: (hashType: number) => Uint8Array,
): string | undefined {
  const hashType = signature.at(-1) ?? 0;
  const numbers = readDer(signature.subarray(0, -1));
  if (signature.length > 0) {
    if (!numbers) return "Non-canonical DER signature";
    if (isHigh(numbers)) return "Non-canonical signature: S value is unnecessarily high";
    if (!isDefinedType(hashType)) return "Signature hash type missing or not understood";
  }
  if (!isWellFormed(key)) return "Public key is neither compressed or uncompressed";
  if (rule === "compressed" && key.length !== 33) return "Using non-compressed keys in segwit";
  if (!numbers) return EMPTY_TOP; // an empty signature fails quietly
  if (verifies(numbers, key, digestOf(hashType))) return undefined;
  return "Signature must be zero for failed CHECK(MULTI)SIG operation";
}

type Numbers = Readonly<{ r: bigint; s: bigint }>;

/** 30 length 02 length R 02 length S, nothing more, and each number in its fewest bytes. */
function readDer(der: Uint8Array): Numbers | undefined {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const r = readInteger(der, 2);
  const s = r && readInteger(der, r.end);
  return r && s?.end === der.length ? { r: r.value, s: s.value } : undefined;
}

function readInteger(der: Uint8Array, at: number): { value: bigint; end: number } | undefined {
  const size = der[at + 1] ?? 0;
  const end = at + 2 + size;
  if (der[at] !== 0x02 || size === 0 || end > der.length) return undefined;
  const content = der.subarray(at + 2, end);
  const [first = 0, second = 0] = content;
  const negative = first >= 0x80;
  const padded = first === 0 && size > 1 && second < 0x80;
  if (negative || padded) return undefined;
  return { value: BigInt(`0x${Buffer.from(content).toString("hex")}`), end };
}

/** Numbers beyond the curve's order are not high: they are no signature at all, and fail when they are verified. */
function isHigh({ r, s }: Numbers): boolean {
  return r < ORDER && s < ORDER && s > ORDER / 2n;
}

function isDefinedType(hashType: number): boolean {
  const outputs = hashType & ~0x80; // without ANYONECANPAY
  return outputs >= 1 && outputs <= 3;
}

function isWellFormed(key: Uint8Array): boolean {
  const [prefix] = key;
  return key.length === 33 ? prefix === 2 || prefix === 3 : key.length === 65 && prefix === 4;
}

/** Keys that are no point and signatures out of range throw in the library; to a node they are just invalid. */
function verifies({ r, s }: Numbers, key: Uint8Array, digest: Uint8Array): boolean {
  if (r >= ORDER || s >= ORDER) return false;
  const compact = Buffer.from(r.toString(16).padStart(64, "0") + s.toString(16).padStart(64, "0"), "hex");
  try {
    return ecc.verify(digest, key, compact);
  } catch {
    return false;
  }
}
