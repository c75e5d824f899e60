import type { EntryItem } from "../../domain/exports/entryItem.ts";
import { schemaOf } from "../../domain/exports/exportFile.ts";
import { commodities } from "../../domain/exports/third-party/commodities.ts";
import { entryIdOf, journalNames, journalTransaction } from "../../domain/exports/third-party/journal.ts";
import { zonedTime } from "../../../values/zone.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import { pages, type Chunk, type PageOf } from "./exportTable.ts";

/** The ledger as a journal, piece by piece. It is read twice: its head declares what its transactions use. */
export async function* exportJournal(
  file: Readonly<{ name: string; version: number }>,
  pageOf: PageOf<EntryItem>,
  persistence: Persistence,
  ask: ExportAsk,
): AsyncGenerator<Chunk> {
  const commodityOf = commodities(await persistence.books.assets(), await persistence.books.lateAssets());
  const naming = { commodityOf, time: zonedTime(ask.zone) };
  const { after } = ask;
  if (!after) {
    const names = journalNames(naming);
    for await (const entries of pages(pageOf, persistence, ask))
      for (const entry of entries) names.add(entry);
    yield { text: names.head(schemaOf(file), ask.zone), lines: 0, at: ask.from };
  }
  const start = after && { at: after.at, id: entryIdOf(after.id) };
  for await (const entries of pages(pageOf, persistence, ask, start)) {
    const text = entries.map((entry) => journalTransaction(entry, naming)).join("");
    yield { text, lines: entries.length, at: entries.at(-1)?.at ?? ask.from };
  }
}
