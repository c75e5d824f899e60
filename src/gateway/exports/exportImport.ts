import { BYTE_ORDER_MARK } from "../../accounting/exports/csv.ts";
import { importHead, importLine, type ImportFile, type Manner } from "../../accounting/imports/importFile.ts";
import { zonedTime } from "../../zone.ts";
import type { BookPlace } from "../bookLinesPort.ts";
import type { Store } from "../storePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import type { Chunk } from "./exportTable.ts";

/** The bookings that a file is made of, in their order, a page at a time. */
export type ItemsOf<Item> = (store: Store, ask: ExportAsk) => AsyncGenerator<readonly Item[]>;

/**
 * A part of a file for another program, as one piece: it has no more lines than such a program takes. The piece says which part is
 * the next, and how many bookings were left out of this one because nobody knows what their rows need.
 */
export async function* exportImport<Item extends BookPlace, Row>(
  { file, itemsOf }: Readonly<{ file: ImportFile<Item, Row>; itemsOf: ItemsOf<Item> }>,
  store: Store,
  ask: ExportAsk,
): AsyncGenerator<Chunk> {
  const manner = mannerOf(ask);
  const { rows, leftOut, isLast } = await partOf(file, manner, itemsOf(store, ask), ask.imports.part);
  const lines = rows.map((row) => importLine(file.columns, row, manner));
  const about = { leftOut, nextPart: isLast ? undefined : ask.imports.part + 1 };
  yield { text: (ask.bom ? BYTE_ORDER_MARK : "") + importHead(file) + lines.join(""), lines: lines.length, at: ask.to, about };
} // prettier-ignore

function mannerOf({ zone, imports: { format, currency, account, tax } }: ExportAsk): Manner {
  const time = zonedTime(zone);
  return { day: (at) => time(at).slice(0, 10), monthFirst: format === "us", currency, account, tax };
}

type Part<Row> = Readonly<{ rows: readonly Row[]; leftOut: number; isLast: boolean }>;

/** What is left out between two rows belongs to the part of the first of them. */
async function partOf<Item, Row>(
  { most, rowOf }: ImportFile<Item, Row>,
  manner: Manner,
  pages: AsyncGenerator<readonly Item[]>,
  part: number,
): Promise<Part<Row>> {
  const rows: Row[] = [];
  let [before, leftOut] = [(part - 1) * most, 0];
  for await (const items of pages)
    for (const item of items) {
      const row = rowOf(item, manner);
      if (row === "nothing") continue;
      if (row === "unknown") leftOut += rows.length > 0 || part === 1 ? 1 : 0;
      else if (before > 0) before--;
      else if (rows.length < most) rows.push(row);
      else return { rows, leftOut, isLast: false };
    }
  return { rows, leftOut, isLast: true };
}
