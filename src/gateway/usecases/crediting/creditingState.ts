import type { Instant } from "../../../values/time.ts";

/** What this process remembers about payments that are not final yet. */
export type CreditingState = Readonly<{
  /** Unconfirmed payments that the last poll did not find any more, and since when. */
  missing: Map<string, Instant>;
  /** Requests that the service calls done without naming a transaction, and since when. */
  awaiting: Map<string, Instant>;
  /** Settlements that are in a block and not final yet, by invoice. */
  seenSettlements: Map<string, SeenSettlement>;
}>;

/** A settlement that the chain shows and may still drop, and about when it is final, where that is known. */
export type SeenSettlement = Readonly<{ txHash: string; seenAt: Instant; finalAt: Instant | undefined }>;

/** The state of a process that has seen no payment. */
export function createCreditingState(): CreditingState {
  return { missing: new Map(), awaiting: new Map(), seenSettlements: new Map() };
}
