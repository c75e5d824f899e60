import type { Instant } from "../../../values/time.ts";
import type { Evidence } from "./evidence.ts";
import type { Coin, Offer } from "./invoice.ts";

/**
 * An observation of an invoice. It carries its time. Sensors report in any order, and every observation may
 * be repeated. "Could not find out" is not an observation: a poll without an answer produces none.
 */
export type Observation =
  | Readonly<{ kind: "offer"; at: Instant; offer: Offer }>
  | OutputSeen
  | Readonly<{ kind: "gone"; at: Instant; outpoint: string }> // neither in a block nor in a mempool any more
  | RequestSeen
  /** Time has passed. `sightedAt`: until when every sensor had looked; `heights`: the tips of the chains that are followed. */
  | Readonly<{ kind: "tick"; at: Instant; sightedAt: Instant; heights?: Readonly<Record<string, number>> }>
  /** What a quote for just this payment promises: its part of the price and the least it must yield, in settlement units. */
  | Readonly<{ kind: "appraised"; at: Instant; outpoint: string; credit: bigint; floor: bigint }>
  /** The service does not convert a payment, and has not sent it back so far. */
  | Readonly<{ kind: "unconverted"; at: Instant; outpoint: string }>
  /** The rest that is missing now is too small to be paid by a method. `dust` and `otherCoin`: see SmallRest. */
  | Readonly<{
      kind: "restTooSmall";
      at: Instant;
      methodId: string;
      rest: bigint;
      dust: bigint;
      otherCoin?: true | undefined;
    }>
  | Readonly<{ kind: "chosen"; at: Instant; quoteId: string }> // the payer wants to see an earlier offer again
  | Readonly<{ kind: "refundTo"; at: Instant; chainId: number; address: string }> // the payer's wish, checked for the chain
  | Readonly<{ kind: "anomaly"; at: Instant; what: string; detail: string }> // what the shell has found that cannot be
  | Readonly<{ kind: "marked"; at: Instant; as: "Settled" | "Invalid"; by: string; reason: string }>
  | Readonly<{ kind: "resolved"; at: Instant; keys: readonly string[]; by: string; reason: string }>;

/** What pays one of the invoice's addresses, in a block or in a mempool: an output, or an arrival on an EVM chain. */
export type OutputSeen = Readonly<{
  kind: "output";
  at: Instant;
  outpoint: string;
  chainId: number;
  currency: string;
  address: string;
  value: bigint;
  /** When unattributed funds were first seen, which a person has assigned at `at`. */
  firstSeenAt?: Instant | undefined;
  /** The moment by which it had been sent at the latest: now, or the time of its block when that was earlier. */
  sentBy: Instant;
  confirmations: number; // 0 in the mempool
  blockHash: string | undefined;
  tipHeight?: number | undefined; // of the chain when it was seen
  assigned?: Assigned | undefined;
  coin?: Coin | undefined; // by the service's list, for a payment in a coin that no offer names
  spends?: readonly string[] | undefined; // what its transaction spends, where that is known: of two that share any, one is void
}>;

/**
 * A person's assignment of the output to this invoice, to any address. `methodId` is the method of that
 * address.
 */
export type Assigned = Readonly<{
  methodId: string;
  by: string;
  reason: string;
  direct?: true | undefined; // it came to the merchant's own address in the settlement coin
}>;

/** The service's report of a request of one of the invoice's addresses. */
export type RequestSeen = Readonly<{
  kind: "request";
  at: Instant;
  requestId: string;
  depositAddress: string;
  parent: string | undefined;
  word: string;
  reason?: string | undefined; // why it failed, in the service's words
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
