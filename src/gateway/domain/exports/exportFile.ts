import type { Instant } from "../../../values/time.ts";
import type { Asset } from "../books/assets.ts";
import type { LineKind } from "../books/lines/line.ts";
import type { CurrencyId } from "../books/ledger.ts";

/**
 * A file for accountants, as data: what its lines are made of, and its columns. Its name and version are on every line; another
 * column, another meaning or another order is another version (docs/how-to/extend.md says what changes with a column).
 */
export type ExportFile<Item, Line extends ExportLine> = Readonly<{
  name: string; // "crosstill.payments"
  version: number;
  columns: readonly Column<Line>[];
  /** The lines that one booking makes; none where it is nothing that the file is about, or nothing that was asked for. */
  linesOf(item: Item, reading: Reading): readonly Line[];
  /** What a merchant has put at it; undefined for a file that has no such columns. */
  metadataOf?(line: Line): unknown;
  /** Lines that follow all others, of what these are in sum; only when they are asked for. */
  control?(): Control<Item, Line>;
}>;

/** What every line of every file has. */
export type ExportLine = Readonly<{
  at: Instant; // when it was booked
  id: string; // of the booking
  part?: number | undefined; // which line of the booking it is, from 1, where there may be several
  kind: LineKind | "control";
  storeId: string;
  invoiceId: string | undefined;
}>;

/**
 * text    whatever people or strangers have written; guarded in CSV
 * number  a decimal that is given as it is: a rate, a count, a signed movement
 * amount  a decimal that counts: on a line that takes another back its sign is turned
 * time    a moment in ISO 8601
 */
export type CellKind = "text" | "number" | "amount" | "time";

/** A cell without a text is empty. */
export type Column<Line> = Readonly<{
  name: string;
  kind: CellKind;
  cell(line: Line, reading: Reading): string | undefined;
}>;

/** How a file is read: what its cells need beside their line. */
export type Reading = Readonly<{
  schema: string; // name and version: "crosstill.payments/2"
  zone: string;
  time(at: Instant): string;
  /** What was known of a currency when the entry was booked. */
  assetOf(currency: CurrencyId, at: Instant): Asset | undefined;
  /** States of invoices to include although no money reached them. */
  include: ReadonlySet<string>;
}>;

/** Adds up the items of an export, and gives the totals at the end. */
export type Control<Item, Line> = Readonly<{ add(item: Item): void; lines(to: Instant): readonly Line[] }>;

/** Name and version as they stand on every line. */
export function schemaOf({ name, version }: Readonly<{ name: string; version: number }>): string {
  return `${name}/${version}`;
}
