import { hash, verify } from "@node-rs/argon2";
import type { Random } from "../../../values/ids.ts";

/** argon2id with 19 MiB and two passes, as OWASP advises: about a tenth of a second of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;

/** What is kept of a password: argon2id with its salt and cost, as text. */
export function hashPassword(password: string, random: Random): Promise<string> {
  return hash(password.normalize("NFKC"), { ...COST, salt: random(SALT_BYTES) });
}

/**
 * True when the hash belongs to this password. Without a hash the same work is done, so that timing reveals
 * nothing.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
  random: Random,
): Promise<boolean> {
  if (hashed !== undefined) return verify(hashed, password.normalize("NFKC"));
  await hashPassword(password, random);
  return false;
}
