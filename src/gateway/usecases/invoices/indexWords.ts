import { ConflictError } from "../../../database/driver.ts";
import type { Gateway } from "../gateway.ts";

const DONE = "coins and items among the words of invoices"; // a note
const AT_ONCE = 20; // invoices
const PAGES_A_RUN = 5;

/** How far the job has come, in memory: after a restart it looks from the start, which writes nothing twice. */
export type IndexCursor = { invoice: string; done: boolean };

/**
 * Writes into the index of words, once, what earlier versions have not: the coins in which invoices were paid, and what was sold. Some pages in each
 * run.
 */
export async function indexWords(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  cursor: IndexCursor,
): Promise<void> {
  cursor.done ||= (await persistence.checkpoints.read(DONE)) !== undefined;
  for (let page = 0; page < PAGES_A_RUN && !cursor.done; page++) {
    let last: string | undefined;
    try {
      last = await persistence.invoices.indexWords(cursor.invoice, AT_ONCE);
    } catch (error) {
      if (error instanceof ConflictError) return; // the same page again in the next run
      throw error;
    }
    if (last !== undefined) cursor.invoice = last;
    else {
      await persistence.checkpoints.write(DONE, true, clock(), 0);
      cursor.done = true;
    }
  }
}
