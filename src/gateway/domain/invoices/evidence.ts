/**
 * How well a settlement is known: reported by the service; with a transaction hash; or read from the
 * destination chain, and final there.
 */
export type Evidence = "reported" | "hash" | "verified";

const GRADE = { reported: 0, hash: 1, verified: 2 } as const;

/** True when one kind of evidence is as good as the other, or better. */
export function isAtLeast(evidence: Evidence, other: Evidence): boolean {
  return GRADE[evidence] >= GRADE[other];
}
