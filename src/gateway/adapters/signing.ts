import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { Signer } from "../ports/secretsPort.ts";

/** What stands before the 32 bytes of an ed25519 key in the forms that node reads (RFC 8410). */
const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

/** Signs with ed25519 (RFC 8032). `seed` is the private key of 32 bytes; the same text always gets the same signature. */
export function createSigner(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: der.subarray(PUBLIC.length).toString("hex"),
    sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("hex"),
  };
}

/**
 * True when the key has signed the text. Key and signature are 64 and 128 lower-case hex digits; any other form is not
 * accepted, so that there is one way to write each.
 */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    const der = Buffer.concat([PUBLIC, Buffer.from(publicKey, "hex")]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "hex"));
  } catch {
    return false; // no point of the curve
  }
}
