import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import type { Chunk } from "./exportTable.ts";
import type { ImportWord } from "./importAsk.ts";

/** A file that can be had: which schema its lines follow, and its pieces. Nothing is read before the first piece is asked for. */
export type Export = Readonly<{
  schema: string; // name and version
  type: string; // what it is to a browser
  takes: ReadonlySet<Wish>;
  /** What it cannot be made without: a currency of the books, one that is money and no coin, or the coin of an account. */
  needs?: "currency" | "money" | "coin" | undefined;
  chunks(persistence: Persistence, ask: ExportAsk): AsyncGenerator<Chunk>;
}>;

/** What only some files know how to do. */
export type Wish = "include" | "metadata" | "control" | "after" | ImportWord;
