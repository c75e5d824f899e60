import { PROOF_SCHEMA } from "./proofBody.ts";

/** A pack's signature: ed25519 of `proofText(digest)`, as lower-case hex. */
export type ProofSignature = Readonly<{
  algorithm: "ed25519";
  publicKey: string;
  digest: string;
  signature: string;
}>;

/** What is signed: the SHA-256 (hex) of the pack's canonical text, under a name that no other signed text begins with. */
export function proofText(digest: string): string {
  return `${PROOF_SCHEMA}\nsha256: ${digest}`;
}
