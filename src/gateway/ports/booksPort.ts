import type { DayTotal } from "../domain/invariants/books.ts";
import type { DecidedRow, InvoiceRecord, Promised, Violation } from "../domain/invariants/record.ts";
import type { Coin } from "../domain/invoices/invoice.ts";
import type { Entry, UnattributedState } from "../domain/books/ledger.ts";
import type { KeptQuote } from "../domain/proof-pack/proofBody.ts";
import type { Observation } from "../domain/invoices/observation.ts";
import type { Payout } from "../domain/payouts/payout.ts";
import type { Instant } from "../../values/time.ts";

/** Storage for accountants and auditors: decisions, the ledger, and unattributed funds. */

/**
 * Money that no invoice explains, at a deposit address without a lease or at a store's own address. The store is the one whose
 * address it last was, or "". `sender` is known at a store's own address.
 */
export type Unattributed = Readonly<{
  chainId: number;
  outpoint: string;
  address: string;
  currency: string;
  value: bigint;
  storeId: string;
  lastInvoiceId: string | undefined;
  height: number;
  blockHash: string;
  blockTime: Instant;
  seenAt: Instant;
  state: UnattributedState;
  undone: number;
  sender?: string | undefined;
  refundId?: string | undefined; // the payout that refunds it
}>;

/** The last known holder of an address. */
export type FormerHolder = Pick<Unattributed, "storeId" | "lastInvoiceId">;

/** A person's assignment of unattributed funds to an invoice, with the reason. */
export type Assignment = Readonly<{ invoiceId: string; by: string; reason: string; at: Instant }>;

/** How unattributed funds end without money going out: not a payment, or a payment of the intent service. */
export type UnattributedEnd = Readonly<{ state: "dismissed" | "explained"; by: string; reason: string }>;

/**
 * A refund of unattributed funds by a payout, or what takes it back. The books have them as unattributed until the payout is
 * completed.
 */
export type FundsRefund = Readonly<{
  chainId: number;
  outpoint: string;
  refund: Readonly<{ by: string; reason: string; refundId: string; at: Instant }> | undefined;
}>;

/** Funds whose refund is being paid or was paid, and the block that has them again; undefined once theirs has left the chain. */
export type FundsBlock = Readonly<{
  found: Unattributed;
  block: Pick<Unattributed, "height" | "blockHash" | "blockTime"> | undefined;
}>;

export type Rollup = Readonly<{
  day: string;
  storeId: string;
  account: string;
  currency: string;
  out: bigint;
  into: bigint;
}>;

/** An observation that changed an invoice, to that version. */
export type Decided = Readonly<{ version: number; source: string; seen: Observation }>;

/** What is kept of an invoice beside itself, for a proof pack: both lists in the order of their making. */
export type ProofRecord = Readonly<{ decided: readonly DecidedRow[]; quotes: readonly KeptQuote[] }>;

/** An invoice with everything that is stored of it, or why its rows cannot be read. */
export type AuditRow = Readonly<{ id: string; record: InvoiceRecord } | { id: string; unreadable: string }>;

/** A pull payment with its payouts, or why its rows cannot be read. */
export type PromisedRow = Readonly<{ id: string; promised: Promised } | { id: string; unreadable: string }>;

/** A store and a day (UTC, 2026-11-21). */
export type BookDay = Readonly<{ storeId: string; day: string }>;

/** `isNewest` when it made the version at which its invoice is. */
export type NumberedDecision = Readonly<{ id: number; at: Instant; invoiceId: string; isNewest: boolean }>;

/** What an audit reads. Nothing here changes anything. */
export type AuditReads = Readonly<{
  /** Every invoice, in the order of ids. */
  invoicePage(after: string, limit: number): Promise<readonly AuditRow[]>;
  record(invoiceId: string): Promise<AuditRow | undefined>;
  /** Some invoices, in the order of ids; those that there are. */
  records(invoiceIds: readonly string[]): Promise<readonly AuditRow[]>;
  /** What was observed, decided upon or not, in the order of the numbers under which it was written down. */
  decisionsAfter(number: number, limit: number): Promise<readonly NumberedDecision[]>;
  /** The number of the last decision; 0 when there is none. */
  newestDecision(): Promise<number>;
  /** Tells of each offer whether the database has its request with its invoice, in a quote or a lease. */
  hasOffers(
    offers: readonly Readonly<{ invoiceId: string; requestId: string }>[],
  ): Promise<readonly boolean[]>;
  /** Every pull payment, in the order of ids. */
  pullPaymentPage(after: string, limit: number): Promise<readonly PromisedRow[]>;
  /** Completed payouts, in the order of ids. One that cannot be read is reported and left out. */
  completedPayouts(after: string, limit: number): Promise<readonly Payout[]>;
  /** What may contradict itself between rows: I-2, I-13, I-14, I-15, I-44. Each is a question to one table. */
  contradictionKinds: readonly string[];
  /** Asks one of them of the next rows. `upto` is the last row's key; undefined when there are no more. Throws for a kind that it does not know. */
  contradictionsAfter(
    kind: string,
    after: string,
    limit: number,
  ): Promise<Readonly<{ upto: string | undefined; found: readonly Violation[] }>>;
  /** The next day (UTC) on which the books of a store moved, in the order of stores and days; the first without an argument. */
  bookDayAfter(last: BookDay | undefined): Promise<BookDay | undefined>;
  /** The entries of a store on a day, in the order of time and id. */
  entriesOn(
    storeId: string,
    day: string,
    after: Readonly<{ at: Instant; id: string }> | undefined,
    limit: number,
  ): Promise<readonly (Entry & Readonly<{ at: Instant }>)[]>;
  rollupsOn(storeId: string, day: string): Promise<readonly DayTotal[]>;
  /**
   * Everything that was ever unattributed, in any present state, in the order of chain and outpoint, with
   * its entries.
   */
  unattributedPage(
    after: string,
    limit: number,
  ): Promise<readonly Readonly<{ key: string; row: Unattributed; entries: readonly Entry[] }>[]>;
  /** Entries without an invoice, in the order of ids. */
  entriesWithoutInvoice(after: string, limit: number): Promise<readonly Entry[]>;
}>;

/** The ledger, and what a proof pack is made of. */
export type Ledger = Readonly<{
  /** The same with what was seen as it was seen, and every quote that was asked for it. */
  proofRecord(invoiceId: string): Promise<ProofRecord>;
  entriesOf(invoiceId: string): Promise<readonly Entry[]>;
  ledgerPage(after: string, limit: number): Promise<readonly (Entry & Readonly<{ at: Instant }>)[]>;
  rollups(after: string, limit: number): Promise<readonly (Rollup & Readonly<{ key: string }>)[]>;
}>;

/** Unattributed funds. */
export type UnattributedFunds = Readonly<{
  /** Which of these addresses were ever issued, and their last holders. */
  formerHolders(chainId: number, addresses: readonly string[]): Promise<ReadonlyMap<string, FormerHolder>>;
  /** Writes it down and books it, with the coin where it is known; one that is known changes nothing. */
  keep(found: Omit<Unattributed, "state" | "undone" | "refundId">, coin?: Coin): Promise<void>;
  /** What is open, in the order of chain and outpoint; `after` is the last one's "<chain>:<outpoint>". */
  list(after: string, limit: number): Promise<readonly Unattributed[]>;
  /** Lists the funds that were first seen since then, in any state and in the same order. */
  recent(since: Instant, after: string, limit: number): Promise<readonly Unattributed[]>;
  load(chainId: number, outpoint: string): Promise<Unattributed | undefined>;
  /** Lists the funds that are open or refunded and came in one of these blocks. */
  inBlocks(chainId: number, blockHashes: readonly string[]): Promise<readonly Unattributed[]>;
  /**
   * Takes it back with its block (SaveExtras.assignment gives it to an invoice). Throws ConflictError unless it is open; with a
   * refund it goes with its payout (PayoutWrites.block).
   */
  undo(found: Unattributed, at: Instant): Promise<void>;
  /** Ends it without an invoice. Throws ConflictError unless it is open. */
  end(found: Unattributed, end: UnattributedEnd, at: Instant): Promise<void>;
}>;
