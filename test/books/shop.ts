import { openDatabase } from "../../src/database/open.ts";
import { readExportAsk, type ExportWords } from "../../src/gateway/usecases/exports/exportAsk.ts";
import { exportNamed, requireTaken } from "../../src/gateway/usecases/exports/exports.ts";
import type { PartFacts } from "../../src/gateway/usecases/exports/exportTable.ts";
import { bookingWrites } from "../../src/gateway/persistence/books/bookLines.ts";
import { persistenceContext } from "../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { DAY_MS } from "../../src/values/time.ts";
import { shopHistory } from "./history.ts";

const BATCH = 100;

type File = Readonly<{ text: string; about: PartFacts | undefined }>;

/** A database with a shop's books in it, and its files as accountants get them. */
export async function aShop(path: string, size: number) {
  const fail = (error: unknown) => {
    throw error;
  };
  const database = await openDatabase(path, "gateway");
  const happened = shopHistory(size);
  for (let start = 0; start < happened.length; start += BATCH) {
    const context = persistenceContext(database, fail);
    const some = happened.slice(start, start + BATCH);
    await database.commit(some.flatMap(({ at, booking }) => [...bookingWrites(context, booking, at)]));
  }
  const persistence = createPersistence(database, fail);
  const now = (happened.at(-1)?.at ?? 0) + DAY_MS;
  return {
    persistence,
    close: () => database.close(),
    async file(name: string, words: ExportWords = {}, of: "one store" | "all" = "one store"): Promise<File> {
      const ask = readExportAsk(words, {
        storeId: of === "all" ? undefined : "store-1",
        storeZone: undefined,
        storeCurrency: "EUR",
        now,
      });
      const file = exportNamed(name);
      requireTaken(file, ask);
      let [text, about]: [string, PartFacts | undefined] = ["", undefined];
      for await (const chunk of file.chunks(persistence, ask)) {
        text += chunk.text;
        about ??= chunk.about;
      }
      return { text, about };
    },
  };
}
