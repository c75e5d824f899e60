import * as wasm from "tiny-secp256k1";

/**
 * The curve of Bitcoin's keys, for bitcoinjs-lib, bip32 and ecpair. tiny-secp256k1 throws for a key that is no point out of its
 * WebAssembly, which does not get back the stack it used there: some three thousand such keys, and every later call fails with
 * "memory access out of bounds" until the process ends. So keys are checked first, by functions that answer instead. Throws a
 * TypeError for a key that is no point, as the library does.
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
