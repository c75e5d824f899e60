import { assetByItself } from "../../domain/books/assets.ts";
import { BYTE_ORDER_MARK, csvHead, csvLine } from "../../domain/exports/csv.ts";
import {
  schemaOf,
  type Column,
  type ExportFile,
  type ExportLine,
  type Reading,
} from "../../domain/exports/exportFile.ts";
import { jsonLine } from "../../domain/exports/jsonLines.ts";
import { isAfter, readingStart } from "../../domain/exports/linePlace.ts";
import { metadataColumns } from "../../domain/exports/metadataColumns.ts";
import type { Instant } from "../../../values/time.ts";
import { zonedTime } from "../../../values/zone.ts";
import type { BookPlace, BookRange } from "../../ports/bookLinesPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";

/** A piece of a file: its number of lines, and the moment up to which it is complete. */
export type Chunk = Readonly<{ text: string; lines: number; at: Instant; about?: PartFacts }>;

/** Of a file in parts: the parameter for the next one, and the number of bookings left out of this one. */
export type PartFacts = Readonly<{ nextPart: string | undefined; leftOut: number }>;

/** A page of bookings, in the order of time and id. A shorter one than was asked for is the last. */
export type PageOf<Item> = (persistence: Persistence, range: BookRange) => Promise<readonly Item[]>;

export type TableFormat = "csv" | "jsonl";

/** How many bookings are read at once: a millisecond or two of work. Others are served in between, and wait for no more. */
export const PAGE = 16;

/**
 * A file piece by piece. One that resumes an interrupted download has no head: it is appended to what is
 * there.
 */
export async function* exportTable<Item extends BookPlace, Line extends ExportLine>(
  { file, pageOf }: Readonly<{ file: ExportFile<Item, Line>; pageOf: PageOf<Item> }>,
  format: TableFormat,
  persistence: Persistence,
  ask: ExportAsk,
): AsyncGenerator<Chunk> {
  const { after } = ask;
  const columns = [...file.columns, ...metadataColumns(file, ask.metadata)];
  const reading = await readingOf(file, persistence, ask);
  const control = ask.control ? file.control?.() : undefined;
  const { head, line } = FORMATS[format];
  const told = (lines: readonly Line[], at: Instant): Chunk => {
    let [text, count] = ["", 0];
    for (const one of lines) {
      if (after && !isAfter(one, after)) continue;
      text += line(columns, one, reading);
      count++;
    }
    return { text, lines: count, at };
  };
  if (!after) yield { text: (ask.bom ? BYTE_ORDER_MARK : "") + head(columns), lines: 0, at: ask.from };
  const start = after && !control ? readingStart(after) : undefined; // sums are of everything
  for await (const items of pages(pageOf, persistence, ask, start)) {
    for (const item of items) control?.add(item);
    const lines = items.flatMap((item) => file.linesOf(item, reading));
    yield told(lines, items.at(-1)?.at ?? ask.from);
  }
  yield told(control?.lines(ask.to) ?? [], ask.to);
}

const FORMATS: Readonly<Record<TableFormat, Format>> = {
  csv: { head: csvHead, line: csvLine },
  jsonl: { head: () => "", line: jsonLine },
};

type Format = Readonly<{
  head(columns: readonly Readonly<{ name: string }>[]): string;
  line<Line extends ExportLine>(columns: readonly Column<Line>[], line: Line, reading: Reading): string;
}>;

async function readingOf(
  file: Readonly<{ name: string; version: number }>,
  persistence: Persistence,
  { zone, include }: ExportAsk,
): Promise<Reading> {
  const assets = await persistence.books.assets();
  return {
    schema: schemaOf(file),
    zone,
    include,
    time: rememberingLast(zonedTime(zone)),
    assetOf(currency, at) {
      const asset = assets.get(currency);
      return asset && asset.at <= at ? asset : assetByItself(currency);
    },
  };
}

/** The lines of a booking have one time, and to write it takes longer than any other cell. */
function rememberingLast(write: (at: Instant) => string): (at: Instant) => string {
  let [last, text] = [NaN, ""];
  return (at) => {
    if (at !== last) [last, text] = [at, write(at)];
    return text;
  };
}

/** Pages of a range. Other work of the process runs between two of them. */
export async function* pages<Item extends BookPlace>(
  pageOf: PageOf<Item>,
  persistence: Persistence,
  { storeId, from, to, hasLeft }: Pick<ExportAsk, "storeId" | "from" | "to" | "hasLeft">,
  start?: BookPlace,
): AsyncGenerator<readonly Item[]> {
  let after = start;
  while (!hasLeft?.()) {
    const items = await pageOf(persistence, { storeId, from, to, after, limit: PAGE });
    if (items.length > 0) yield items;
    if (items.length < PAGE) return;
    after = items.at(-1);
    await new Promise(setImmediate);
  }
}
