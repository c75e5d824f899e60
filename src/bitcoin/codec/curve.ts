import * as wasm from "tiny-secp256k1";

/**
 * secp256k1, the elliptic curve of Bitcoin's keys, for bitcoinjs-lib, bip32 and ecpair. Given a public key that is not a point of
 * the curve, tiny-secp256k1 throws from inside its WebAssembly and leaks the stack memory of that call; after about 3,400 of them
 * every call fails with "memory access out of bounds" until the process is restarted. So public keys are checked first, with
 * functions that return false. Throws a TypeError for a key that is not a point, as the library does.
 */
export {
  isPoint,
  isPrivate,
  isXOnlyPoint,
  pointFromScalar,
  privateAdd,
  privateNegate,
  sign,
  signSchnorr,
} from "tiny-secp256k1";

export const pointCompress: typeof wasm.pointCompress = (key, compressed) =>
  wasm.pointCompress(requirePoint(key), compressed);

export const pointAddScalar: typeof wasm.pointAddScalar = (key, tweak, compressed) =>
  wasm.pointAddScalar(requirePoint(key), tweak, compressed);

export const xOnlyPointAddTweak: typeof wasm.xOnlyPointAddTweak = (key, tweak) =>
  wasm.xOnlyPointAddTweak(requireXOnlyPoint(key), tweak);

export const verify: typeof wasm.verify = (hash, key, signature, strict) =>
  wasm.verify(hash, requirePoint(key), signature, strict);

export const verifySchnorr: typeof wasm.verifySchnorr = (hash, key, signature) =>
  wasm.verifySchnorr(hash, requireXOnlyPoint(key), signature);

function requirePoint(key: Uint8Array): Uint8Array {
  if (wasm.isPoint(key)) return key;
  throw new TypeError("Expected Point");
}

function requireXOnlyPoint(key: Uint8Array): Uint8Array {
  if (wasm.isXOnlyPoint(key)) return key;
  throw new TypeError("Expected Point");
}
