import { createHash } from "node:crypto";
import { randomText, type Random } from "../../values/ids.ts";

/**
 *   ctn_9aFq2LmX…………………………………………4f02c1aa
 *   ├──────────┘ the beginning, which may be known: it names the key in lists and when it is revoked
 *   └ 4 + 32 random letters and digits (187 bits)   └ 8 characters that check the rest, so that a slip is seen as one
 */
const START = "ctn_";
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 8;
export const KEY_PREFIX_LENGTH = START.length + 8;
const SHAPE = new RegExp(`^${START}[1-9A-HJ-NP-Za-km-z]{${RANDOM_LENGTH}}[0-9a-f]{${CHECK_LENGTH}}$`);

/** A new API key. It exists only where this text is kept: the database has its hash. */
export function newKeyText(random: Random): string {
  const body = START + randomText(random, RANDOM_LENGTH);
  return body + checkCharacters(body);
}

/** True for a text that can be a key: begins as one, is as long as one, and its check characters fit. */
export function isKeyText(text: string): boolean {
  return SHAPE.test(text) && checkCharacters(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}

/** The beginning of a key, which is no secret: ctn_ and eight characters. */
export function keyPrefix(text: string): string {
  return text.slice(0, KEY_PREFIX_LENGTH);
}

/** What is kept of a key: SHA-256 in hex. A fast hash is right here, because the key itself has 187 random bits. */
export function keyHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checkCharacters(body: string): string {
  return keyHash(body).slice(0, CHECK_LENGTH);
}
