import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "../ports/secretsPort.ts";

const PREFIX = "sealed-1:"; // then base64 of nonce, tag and text
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Thrown for a text that was sealed with another key, or changed since. */
export class WrongKeyError extends Error {
  override name = "WrongKeyError";
}

/**
 * Seals texts with AES-256-GCM; each sealing takes a new random nonce. Marks them with HMAC-SHA256 and a key of its own, which
 * follows from the same one (HKDF, RFC 5869). `key` is 32 random bytes.
 */
export function createSecrets(key: Uint8Array): Secrets {
  const markingKey = Buffer.from(hkdfSync("sha256", key, "", "crosstill marks", 32));
  const isSealed = (stored: string) => stored.startsWith(PREFIX);
  return {
    isSealed,
    mark: (text) => createHmac("sha256", markingKey).update(text).digest("base64url"),
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    open(stored) {
      if (!isSealed(stored)) return stored;
      const bytes = Buffer.from(stored.slice(PREFIX.length), "base64");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString("utf8");
      } catch (cause) {
        const message = "A stored secret cannot be opened: it was sealed with another key, or it is damaged.";
        throw new WrongKeyError(message, { cause });
      }
    },
  };
}
