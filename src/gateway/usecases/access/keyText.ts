import { createHash } from "node:crypto";
import { randomText, type Random } from "../../../values/ids.ts";

/**
 *   ct_live_9aFq…………………………_4f02c1aa
 *   │  │    │               └ 8 characters that check the rest, so that a typing error differs from an unknown key
 *   │  │    └ 43 random letters and digits (252 bits); with the first four of them lists name the key
 *   │  └ live, or test for a sandbox's
 *   └ what secret scanners look for
 *
 * Only letters, digits, "_" and "-": shop plugins strip everything else (merchant API, section 0, rule 8). Keys of earlier
 * versions begin with ctk_ and have no check characters.
 */
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 8;
const HINT_LENGTH = "ct_live_".length + 4;
const SHAPE = new RegExp(`^ct_(live|test)_[1-9A-HJ-NP-Za-km-z]{${RANDOM_LENGTH}}_[0-9a-f]{${CHECK_LENGTH}}$`);

/** What a key is for: a gateway that takes money, or a sandbox. */
export type KeyKind = "live" | "test";

/** A new API key. It exists only where this text is kept: the database has its digest. */
export function newKeyText(kind: KeyKind, random: Random): string {
  const body = `ct_${kind}_${randomText(random, RANDOM_LENGTH)}`;
  return `${body}_${checkCharacters(body)}`;
}

/** The kind that a key's prefix claims; undefined when the text does not begin as a key. */
export function kindOfKey(text: string): KeyKind | undefined {
  return /^ctk?_(live|test)_/.exec(text)?.[1] as KeyKind | undefined;
}

/** True for a text that begins as a key and cannot be one: a character was lost or changed. */
export function isMistypedKey(text: string): boolean {
  if (!text.startsWith("ct_")) return false;
  const cut = text.length - CHECK_LENGTH - 1;
  return !SHAPE.test(text) || checkCharacters(text.slice(0, cut)) !== text.slice(cut + 1);
}

/** The beginning of a key, which is no secret: lists name it so. */
export function keyHint(text: string): string {
  return text.slice(0, HINT_LENGTH);
}

/** What is kept of a key: SHA-256, hex. A fast hash is right here, because the key itself has more than 200 random bits. */
export function keyDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checkCharacters(body: string): string {
  return keyDigest(body).slice(0, CHECK_LENGTH);
}
