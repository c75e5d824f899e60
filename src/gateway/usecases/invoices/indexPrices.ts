import type { Gateway } from "../gateway.ts";
import type { IndexCursor } from "./indexWords.ts";

const DONE = "prices of invoices are sortable"; // a note
const AT_ONCE = 200; // invoices
const PAGES_A_RUN = 5;

/** Makes invoices of earlier versions sortable by price, once, some pages in each run. Until then they are in the list beside the sorted ones. */
export async function indexPrices(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  cursor: IndexCursor,
): Promise<void> {
  cursor.done ||= (await persistence.checkpoints.read(DONE)) !== undefined;
  for (let page = 0; page < PAGES_A_RUN && !cursor.done; page++) {
    const last = await persistence.invoices.indexPrices(cursor.invoice, AT_ONCE);
    if (last !== undefined) cursor.invoice = last;
    else {
      await persistence.checkpoints.write(DONE, true, clock(), 0);
      cursor.done = true;
    }
  }
}
