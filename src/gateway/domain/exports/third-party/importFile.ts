import type { Instant } from "../../../../values/time.ts";
import { csvHead, textCell } from "../csv.ts";
import type { CurrencyId } from "../../books/ledger.ts";

/**
 * A file in the format of another program: its columns and its row limit are that program's. Rows follow
 * the bookings: a reversal or correction is a row of its own, with the sign turned.
 */
export type ImportFile<Item, Row> = Readonly<{
  name: string; // "crosstill.koinly"
  version: number;
  most: number; // rows in one file
  columns: readonly ImportColumn<Row>[];
  /** Returns the rows of a booking: none where the file is not about it, "unknown" where a value that they need is not known. */
  rowsOf(item: Item, manner: Manner): readonly Row[] | "unknown";
}>;

/** Texts are made harmless to spreadsheets; numbers and days are ours, and given as they are. */
export type ImportColumn<Row> = Readonly<{
  name: string;
  kind: "text" | "plain";
  cell(row: Row, manner: Manner): string | undefined;
}>;

/** Options of an import file. */
export type Manner = Readonly<{
  /** The day of a moment in the chosen zone: "2026-11-21". */
  day(at: Instant): string;
  monthFirst: boolean;
  currency: string | undefined; // bookkeeping currency
  coin: CurrencyId | undefined; // the coin of the account
  account: string; // code of the sales account
  tax: string; // name of the tax rate
}>;

/** The first line of a file. */
export function importHead<Row>({ columns }: Pick<ImportFile<never, Row>, "columns">): string {
  return csvHead(columns);
}

/** A row as a line of CSV. */
export function importLine<Row>(columns: readonly ImportColumn<Row>[], row: Row, manner: Manner): string {
  const cells = columns.map(({ kind, cell }) => {
    const text = cell(row, manner) ?? "";
    return kind === "text" ? textCell(text) : text;
  });
  return `${cells.join(",")}\r\n`;
}

/** A day of the calendar as people write it: 21/11/2026, with the month first 11/21/2026. */
export function dayText(day: string, monthFirst: boolean): string {
  const [year, month, date] = day.split("-");
  return monthFirst ? `${month}/${date}/${year}` : `${date}/${month}/${year}`;
}
