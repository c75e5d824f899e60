import type { Random } from "../../values/ids.ts";
import type { Clock } from "../../values/time.ts";
import { insertKey, type KeyStore } from "../persistence/keys.ts";
import { keyHash, keyPrefix, newKeyText } from "./keyText.ts";

export const LONGEST_KEY_NAME = 64;

/** Letters, marks, digits, signs and plain spaces: nothing that moves a terminal's cursor or turns text around. */
const NAME = new RegExp(`^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]{1,${LONGEST_KEY_NAME}}$`, "u");

/** The name of a key as stored, trimmed; undefined when it is invalid (1 to 64 visible characters). */
export function readKeyName(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const name = text.trim().normalize("NFC");
  return NAME.test(name) ? name : undefined;
}

/** Makes an API key and gives the key itself, once: only its hash is kept. When this resolves, the key works. */
export async function issueKey(
  { store, clock, random }: Readonly<{ store: KeyStore; clock: Clock; random: Random }>,
  name: string,
): Promise<string> {
  const text = newKeyText(random);
  const key = { hash: keyHash(text), prefix: keyPrefix(text), name, createdAt: clock() };
  await store.commit([insertKey(store, { ...key, revokedAt: null, lastUsedAt: null })]);
  return text;
}
