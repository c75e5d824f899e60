import type { Payout, PayoutState } from "../domain/payouts/payout.ts";
import type { PullPayment } from "../domain/payouts/pullPayment.ts";
import type { NewMail } from "../domain/mail/mail.ts";
import type { Instant } from "../../values/time.ts";
import type { Booking } from "./bookLinesPort.ts";
import type { FundsBlock, FundsRefund } from "./booksPort.ts";
import type { OutboxEntry } from "./outboxPort.ts";

/** What is kept of pull payments and payouts. Every method is one commit or one read (persistencePort.ts). */

/** Something new, or the next version of what was read. A version that moved on, or an id that is there, is a conflict. */
export type Change<Thing> = Readonly<{ before?: Thing | undefined; after: Thing }>;

/** An event that is no invoice's decision, and one delivery for each webhook that wants it; written with what it announces. */
export type Announcement = Readonly<{
  /** What the event is about. Deliveries go in their order within a queue: that of the subject, or of the invoice named here. */
  subject: Readonly<{ id: string; storeId: string; version: number; queue?: string }>;
  told: OutboxEntry;
}>;

export type PayoutWrites = Readonly<{
  pullPayment?: Change<PullPayment> | undefined;
  payout?: Change<Payout> | undefined;
  announcements: readonly Announcement[];
  /** The unattributed funds that it refunds, or no longer does. Throws ConflictError unless they are open, or are being refunded. */
  unattributed?: FundsRefund | undefined;
  /** The block of the funds that it refunds. Throws ConflictError when their state has changed. */
  block?: FundsBlock | undefined;
  /** What it adds to the books. */
  booked?: Readonly<{ booking: Booking; at: Instant }> | undefined;
  /** Messages about the invoice that it refunds. */
  mail?:
    | Readonly<{ invoice: Readonly<{ id: string; storeId: string }>; owed: readonly NewMail[]; at: Instant }>
    | undefined;
}>;

/** A page, newest first; `after` is the last id of the page before. */
export type PayoutFilter = Readonly<{
  storeId?: string;
  pullPaymentId?: string;
  states?: readonly PayoutState[];
  triedSince?: Instant; // claimed since then, and with requests of the service that were taken back
  after?: string | undefined;
  limit: number;
}>;

export type Payouts = Readonly<{
  /** Throws ConflictError, also for a second refund of the same ordinal, and for a proof that has paid another payout. */
  keep(writes: PayoutWrites): Promise<void>;
  loadPullPayment(id: string): Promise<PullPayment | undefined>;
  listPullPayments(
    storeId: string,
    page: Readonly<{ includeArchived: boolean; after?: string | undefined; limit: number }>,
  ): Promise<readonly PullPayment[]>;
  /** The refunds of an invoice, in their order. */
  refundsOf(invoiceId: string): Promise<readonly PullPayment[]>;
  /** The refunds of several invoices, by the invoice's id. */
  refundsAmong(invoiceIds: readonly string[]): Promise<ReadonlyMap<string, readonly PullPayment[]>>;
  load(id: string): Promise<Payout | undefined>;
  /** The keys of the proofs by which a transaction has paid payouts already. */
  spentProofs(chainId: number, txHash: string): Promise<readonly string[]>;
  list(filter: PayoutFilter): Promise<readonly Payout[]>;
}>;
