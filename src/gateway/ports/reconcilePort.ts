import type { BookedLine, RefundLine } from "../domain/books/lines/line.ts";
import type { Entry } from "../domain/books/ledger.ts";
import type { Invoice } from "../domain/invoices/invoice.ts";
import type { Instant } from "../../values/time.ts";
import type { Booked } from "./bookLinesPort.ts";
import type { Unattributed } from "./booksPort.ts";

/** What a reconciliation reads of the books. It changes nothing. */

/** From `from` on and before `to`, of one store or of all. */
export type Span = Readonly<{ storeId: string | undefined; from: Instant; to: Instant }>;

/** The holder of an address, from when until when. */
export type FormerLease = Readonly<{
  id: string;
  chainId: number;
  address: string;
  invoiceId: string;
  methodId: string;
  requestId: string;
  fromAt: Instant;
  untilAt: Instant | undefined;
}>;

/** Everything that is kept of an invoice's money, or why its rows cannot be read. */
export type KeptInvoice =
  | Readonly<{ id: string; unreadable: string }>
  | Readonly<{
      id: string;
      invoice: Invoice;
      leases: readonly FormerLease[];
      entries: readonly Booked<Entry>[];
      lines: readonly Booked<BookedLine>[];
      quotes: readonly Readonly<{ id: string; raw: unknown }>[];
    }>;

/** What a transfer has settled or refunded, since when that is booked. */
export type Claim = Readonly<{
  invoiceId: string;
  storeId: string | undefined;
  outpoint: string;
  at: Instant;
}>;

export type ReconcileReads = Readonly<{
  /**
   * Invoices with bookings in the span, with an address leased in it, or with a former address that
   * received unattributed funds in it or just before; in the order of ids.
   */
  invoicesIn(span: Span, after: string, limit: number): Promise<readonly KeptInvoice[]>;
  /** Leases of addresses on EVM chains that overlap the span, in the order of ids, which is about that of time. */
  evmLeasesIn(span: Span, after: string, limit: number): Promise<readonly FormerLease[]>;
  /** Every lease that an address ever had, the first one first. */
  leasesAt(chainId: number, address: string): Promise<readonly FormerLease[]>;
  /** Which of these proofs have settled or refunded something. */
  claimsOf(proofs: readonly string[]): Promise<ReadonlyMap<string, Claim>>;
  /** The invoices that were credited with outputs of a transaction. */
  creditedBy(chainId: number, txid: string): Promise<readonly string[]>;
  /** What was ever unattributed at an address, or of a transaction. */
  unattributedAt(
    chainId: number,
    of: Readonly<{ address: string } | { txid: string }>,
  ): Promise<readonly Unattributed[]>;
  /** What the books have of payouts, by their ids. */
  payoutBookings(payoutIds: readonly string[]): Promise<ReadonlyMap<string, PayoutBooking>>;
}>;

export type PayoutBooking = Readonly<{
  entries: readonly Booked<Entry>[];
  line?: Booked<Readonly<{ body: RefundLine }>>;
}>;
