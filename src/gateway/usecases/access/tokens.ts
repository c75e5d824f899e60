import { createHash } from "node:crypto";
import { randomText, type Random } from "../../../values/ids.ts";

const TOKEN_LENGTH = 43; // letters and digits: 252 bits

/** A new secret of a session or a one-time link. Only its digest is kept. */
export function newToken(random: Random): string {
  return randomText(random, TOKEN_LENGTH);
}

/** What is kept of a token: SHA-256, hex. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
