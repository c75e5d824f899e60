import { pbkdf2Sync } from "node:crypto";

const ROUNDS = 2_048;
const BYTES = 64;

/**
 * The seed of a BIP39 mnemonic without a passphrase, from which all its keys derive. By Node's own PBKDF2: in JavaScript the
 * rounds take a tenth of a second, of every start. Whether the words are a mnemonic is not looked at.
 */
export function mnemonicSeed(words: string): Uint8Array {
  return pbkdf2Sync(words.normalize("NFKD"), "mnemonic", ROUNDS, BYTES, "sha512");
}
