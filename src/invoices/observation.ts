import type { Instant } from "../time.ts";
import type { Evidence, Offer } from "./invoice.ts";

/**
 * News about an invoice. The time travels inside. Either sensor may speak first, and every piece of news may come twice.
 * "Could not find out" is not an observation: whoever looks and gets no answer says nothing.
 */
export type Observation =
  | Readonly<{ kind: "offer"; at: Instant; offer: Offer }>
  | OutputSeen
  | Readonly<{ kind: "gone"; at: Instant; outpoint: string }> // neither in a block nor in a mempool any more
  | RequestSeen
  | Readonly<{ kind: "tick"; at: Instant; sightedAt: Instant }> // sightedAt: until when every sensor had looked
  | Readonly<{ kind: "marked"; at: Instant; as: "Settled" | "Invalid" }>;

/** An output that pays one of the invoice's addresses, in a block or in a mempool. */
export type OutputSeen = Readonly<{
  kind: "output";
  at: Instant;
  outpoint: string;
  address: string;
  value: bigint;
  /** The moment by which it had been sent at the latest: now, or the time of its block when that was earlier. */
  sentBy: Instant;
  confirmations: number; // 0 in the mempool; capped at what is required
  blockHash: string | undefined;
}>;

/** What the service says about a request of one of the invoice's addresses. */
export type RequestSeen = Readonly<{
  kind: "request";
  at: Instant;
  requestId: string;
  depositAddress: string;
  parent: string | undefined;
  word: string;
  /** The payer's transaction, where the service names it, and how much of it this request converts. */
  depositTxid: string | undefined;
  input: bigint | undefined;
  outcome: Outcome | undefined;
}>;

export type Outcome =
  | Readonly<{
      kind: "settled";
      amount: bigint | undefined;
      txHash: string | undefined;
      evidence: Evidence;
      proof: string;
    }>
  | Readonly<{ kind: "refunded"; amount: bigint | undefined; txHash: string | undefined }>;
