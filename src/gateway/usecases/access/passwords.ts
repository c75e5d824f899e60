import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Translate } from "../../../languages/merchantWords.ts";
import type { Random } from "../../../values/ids.ts";

/** argon2id with 19 MiB and two passes, as OWASP advises: about a tenth of a second of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;

/** What is kept of a password: argon2id with its salt and cost, as text. */
export function hashPassword(password: string, random: Random): Promise<string> {
  return hash(password.normalize("NFKC"), { ...COST, salt: random(SALT_BYTES) });
}

/** What compares a password: against a hash, or, where there is none, at the same cost with nothing. */
export type PasswordWork = Readonly<{ verify: typeof verify; hashPassword: typeof hashPassword }>;

/**
 * True when the hash belongs to this password. Without a hash the same work is done, so that timing reveals
 * nothing.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
  random: Random,
  work: PasswordWork = { verify, hashPassword },
): Promise<boolean> {
  if (hashed !== undefined) return work.verify(hashed, password.normalize("NFKC"));
  await work.hashPassword(password, random);
  return false;
}

export const SHORTEST_PASSWORD = 12; // characters
export const LONGEST_PASSWORD = 256;

/**
 * Why a password is not taken: too short, too long, or among the most common ones of published breaches
 * (NIST SP 800-63B, 3.1.1.2), in the language of `tr`. Undefined for one that is taken.
 */
export function weakPassword(password: string, name: string, tr: Translate): string | undefined {
  if (password.length < SHORTEST_PASSWORD)
    return tr("The password must have at least {least} characters; this one has {count}.", {
      least: SHORTEST_PASSWORD,
      count: password.length,
    });
  if (password.length > LONGEST_PASSWORD)
    return tr("The password must have at most {most} characters.", { most: LONGEST_PASSWORD });
  const plain = password.toLowerCase();
  const word = plain.replace(/[\d\W_]+$/u, ""); // the digits at the end make no other password
  const letters = plain.replace(/[^\p{L}]+/gu, "");
  const guesses = [plain, word, repeatedPart(plain), repeatedPart(word), repeatedPart(letters)];
  const known = [PRODUCT, name.trim().toLowerCase()];
  if (guesses.some((guess) => isCommon(guess) || known.includes(guess)) || new Set(plain).size < 4)
    return tr(
      "This password is one of the first that attackers try. Take another: four unrelated words are good.",
    );
  return undefined;
}

const PRODUCT = "crosstill";

/** Returns the shortest text whose repetition makes up the whole text: "abc" of "abcabc". */
function repeatedPart(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

let common: ReadonlySet<string> | undefined;

function isCommon(word: string): boolean {
  common ??= new Set(dictionary["passwords-common"] as readonly string[]);
  return common.has(word);
}
