import type { Outcome } from "../../wallet/progress.ts";

/** A payment that was made, and how it ended. */
export type Paid = Readonly<{
  requestId: string;
  outcome: Outcome;
  failReason: string | undefined;
  words: readonly string[]; // the statuses, in the order in which they were seen
  sent: readonly string[]; // hashes on the origin chain
  received: bigint; // by the recipient, as the user's own node says
  minimum: bigint | undefined; // that the quote promised
  depositAddress: string | undefined;
}>;

/** The payments of a run, each made once. They throw NotApplicable without the wallet for it. */
export type Payments = Readonly<{
  /** A bridge by the steps of its quote; `pushed` are the statuses that the stream told, where there is one. */
  bridge(): Promise<Paid & Readonly<{ pushed: readonly string[] | undefined }>>;
  /** A deposit of the quoted amount to an address. */
  address(): Promise<Paid>;
  /** Another deposit, half as much again, to the same address; gives what came out. */
  addressAgain(): Promise<bigint>;
  /** A deposit of half as much again as was quoted. */
  otherAmount(): Promise<Paid>;
  /** A strict order, paid with less than it asks for. `lost` is what the payer has less of in the end. */
  underpaid(): Promise<Paid & Readonly<{ amount: bigint; lost: bigint }>>;
  /** A bridge whose deposit is signed and not sent. */
  permit(): Promise<Paid>;
  /** Bitcoin to a deposit address; `early` are the statuses before its transaction was in a block, where an explorer knows. */
  bitcoin(): Promise<Paid & Readonly<{ early: readonly string[] | undefined }>>;
  /** Bitcoin by a PSBT. */
  psbt(): Promise<Paid>;
}>;
