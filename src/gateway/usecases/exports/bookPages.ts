import type { BookedFile } from "../../domain/books/lines/line.ts";
import type { EntryItem } from "../../domain/exports/entryItem.ts";
import type { BookRange } from "../../ports/bookLinesPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { PageOf } from "./exportTable.ts";

/** Lines of one file, with bodies of that file's format. */
export function linesOf<Item>(file: BookedFile): PageOf<Item> {
  return async (persistence, range) =>
    (await persistence.books.linesIn(file, range)) as unknown as readonly Item[];
}

/** Entries of the ledger. */
export async function entries(persistence: Persistence, range: BookRange): Promise<readonly EntryItem[]> {
  return persistence.books.entriesIn(range);
}
