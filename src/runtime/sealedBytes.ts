import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Thrown for a text that was sealed with another key, or changed since. */
export class WrongKeyError extends Error {
  override name = "WrongKeyError";
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes with AES-256-GCM and a new random nonce: base64 of nonce, tag and ciphertext. `about` is bound to it: it must be
 * given again to open it, and is not in it. `key` is 32 random bytes.
 */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, about = ""): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(about, "utf8"));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** The bytes that were sealed. Throws WrongKeyError for another key, another `about`, and for what was changed or cut. */
export function openBytes(key: Uint8Array, sealed: string, about = ""): Buffer {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(about, "utf8"));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    const message = "A stored secret cannot be opened: it was sealed with another key, or it is damaged.";
    throw new WrongKeyError(message, { cause });
  }
}
