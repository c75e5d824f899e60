import type { BookedFile } from "../../domain/books/lines/line.ts";
import type { EntryItem } from "../../domain/exports/entryItem.ts";
import type { BookRange } from "../../ports/bookLinesPort.ts";
import type { Store } from "../../ports/storePort.ts";
import type { PageOf } from "./exportTable.ts";

/** Lines of one file, with bodies of that file's format. */
export function linesOf<Item>(file: BookedFile): PageOf<Item> {
  return async (store, range) => (await store.linesIn(file, range)) as unknown as readonly Item[];
}

/** Entries of the ledger. */
export async function entries(store: Store, range: BookRange): Promise<readonly EntryItem[]> {
  return store.entriesIn(range);
}
