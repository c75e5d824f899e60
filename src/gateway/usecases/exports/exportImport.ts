import { BYTE_ORDER_MARK } from "../../domain/exports/csv.ts";
import {
  importHead,
  importLine,
  type ImportFile,
  type Manner,
} from "../../domain/exports/third-party/importFile.ts";
import { placeText } from "../../domain/exports/linePlace.ts";
import { zonedTime } from "../../../values/zone.ts";
import type { BookPlace } from "../../ports/bookLinesPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import type { Chunk } from "./exportTable.ts";

/** The bookings that a part of a file is made of and those behind it, in their order, a page at a time. */
export type ItemsOf<Item> = (persistence: Persistence, ask: ExportAsk) => AsyncGenerator<readonly Item[]>;

/**
 * A part of a file for another program, as one piece: it has no more lines than such a program accepts. The
 * piece names the next part, and counts the bookings that were left out because their rows need a value
 * that is unknown.
 */
export async function* exportImport<Item extends BookPlace, Row>(
  { file, itemsOf }: Readonly<{ file: ImportFile<Item, Row>; itemsOf: ItemsOf<Item> }>,
  persistence: Persistence,
  ask: ExportAsk,
): AsyncGenerator<Chunk> {
  const manner = mannerOf(ask);
  const { rows, leftOut, last } = await partOf(file, manner, itemsOf(persistence, ask));
  const lines = rows.map((row) => importLine(file.columns, row, manner));
  const about = { leftOut, nextPart: last && placeText({ at: last.at, id: last.id }) };
  yield {
    text: (ask.bom ? BYTE_ORDER_MARK : "") + importHead(file) + lines.join(""),
    lines: lines.length,
    at: ask.to,
    about,
  };
}

function mannerOf({ zone, imports: { format, currency, coin, account, tax } }: ExportAsk): Manner {
  const time = zonedTime(zone);
  return { day: (at) => time(at).slice(0, 10), monthFirst: format === "us", currency, coin, account, tax };
}

/** `last` is the booking before the next part, where there is one. */
type Part<Row> = Readonly<{ rows: readonly Row[]; leftOut: number; last: BookPlace | undefined }>;

/** What is left out between two rows belongs to the part of the first of them. */
async function partOf<Item extends BookPlace, Row>(
  { most, rowsOf }: ImportFile<Item, Row>,
  manner: Manner,
  pages: AsyncGenerator<readonly Item[]>,
): Promise<Part<Row>> {
  const rows: Row[] = [];
  let [leftOut, last]: [number, BookPlace | undefined] = [0, undefined];
  for await (const items of pages)
    for (const item of items) {
      const own = rowsOf(item, manner);
      if (own === "unknown") leftOut += 1;
      else if (own.length > 0 && rows.length + own.length > most) return { rows, leftOut, last };
      else rows.push(...own);
      last = item;
    }
  return { rows, leftOut, last: undefined };
}
