import { createHash } from "node:crypto";

/** What people compare in the place of a public key (hex): the first 16 bytes of its SHA-256, in groups of four hex digits. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash("sha256").update(Buffer.from(publicKey, "hex")).digest("hex");
  return (digest.slice(0, 32).match(/.{4}/g) ?? []).join(" ");
}
