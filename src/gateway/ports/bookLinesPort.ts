import type { Asset } from "../domain/books/assets.ts";
import type { BookedFile, BookedLine } from "../domain/books/lines/line.ts";
import type { Worth } from "../../values/worth.ts";
import type { Lined } from "../domain/books/lines/missingLines.ts";
import type { Worths } from "../domain/books/lines/paymentLine.ts";
import type { CurrencyId, Entry } from "../domain/books/ledger.ts";
import type { Instant } from "../../values/time.ts";

/** What accountants are given: lines and entries by the time of booking, and what they need to be read. */

/** What was booked from `from` on and before `to`, of one store or of all, after the place where a reader stopped. */
export type BookRange = Readonly<{
  storeId: string | undefined;
  from: Instant;
  to: Instant;
  after: BookPlace | undefined;
  limit: number;
}>;

/** Lines and entries are in the order of time and id. */
export type BookPlace = Readonly<{ at: Instant; id: string }>;

export type Booked<Line> = Line & Readonly<{ at: Instant }>;

/** What is written beside a change: entries, lines, and the currencies that they name. */
export type Booking = Readonly<{
  entries: readonly Entry[];
  lines: readonly BookedLine[];
  assets: readonly Asset[];
  valuations?: number | undefined; // and worths of the invoice that were known when the lines were made: with another count, nothing is written
}>;

/** A payment without a stored valuation, or without one in a currency. */
export type Unvalued = Readonly<{ key: string; invoiceId: string; at: Instant }>;

/**
 * Payments by when they were first seen, from `from` on and before `to`, after the last of the page before. With a currency also
 * those that were valued in others only, unless their price is in it.
 */
export type UnvaluedRange = Readonly<{
  storeId?: string | undefined; // without it of all stores
  currency?: string | undefined;
  from: Instant;
  to: Instant;
  after: Unvalued | undefined;
  limit: number;
}>;

/** The worths of a payment, and the lines that they correct. `before` has the worths that were stored already. */
export type Valuation = Readonly<{
  key: string;
  before?: readonly Worth[] | undefined;
  worths: readonly Worth[];
  lines: readonly BookedLine[];
}>;

export type BookLines = Readonly<{
  linesIn(file: BookedFile, range: BookRange): Promise<readonly Booked<BookedLine>[]>;
  /** All lines of an invoice, in no order. */
  linesOf(invoiceId: string): Promise<readonly BookedLine[]>;
  findLine(id: string): Promise<BookedLine | undefined>;
  entriesIn(range: BookRange): Promise<readonly Booked<Entry>[]>;
  /** What went into each account less what went out of it on all days before one ("2026-11-01", UTC): by "<account> <currency>". */
  balancesBefore(storeId: string, day: string): Promise<ReadonlyMap<string, bigint>>;
  /** The addresses of unattributed funds, by "<chain>:<outpoint>". */
  unattributedAddresses(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Every asset that is known, with the moment since when. */
  assets(): Promise<ReadonlyMap<CurrencyId, Booked<Asset>>>;
  /** Those of them that were booked before their decimals were known. */
  lateAssets(): Promise<ReadonlySet<CurrencyId>>;
  /** What the payments of an invoice were worth, by outpoint. */
  worthsOf(invoiceId: string): Promise<Worths>;
  /** Reads a page of the payments without a valuation, the oldest first. */
  unvalued(range: UnvaluedRange): Promise<readonly Unvalued[]>;
  /** Stores the valuation of a payment. Throws ConflictError when it is not as before any more, or when the invoice has moved on. */
  keepValuation(
    invoice: Readonly<{ id: string; version: number }>,
    valuation: Valuation,
    at: Instant,
  ): Promise<void>;
  /** Invoices in the order of ids, with their entries and lines, for those that were booked before there were lines. */
  linedPage(after: string, limit: number): Promise<readonly Lined[]>;
  /** Adds older lines, and dates the first knowledge of currencies back to them. */
  fillLines(lines: readonly Booked<BookedLine>[], assets: readonly Booked<Asset>[]): Promise<void>;
}>;
