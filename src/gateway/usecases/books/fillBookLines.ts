import { assetsOf, type Asset } from "../../domain/books/assets.ts";
import { missingLines, type Lined } from "../../domain/books/lines/missingLines.ts";
import type { Booked } from "../../ports/bookLinesPort.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { bookingOf } from "./bookStep.ts";
import { eachItem } from "../eachItem.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../ports/ports.ts";
import type { Store } from "../../ports/storePort.ts";

/** Remembers that everything which was booked before there were lines has its lines. */
const DONE = "book lines filled";

const AT_ONCE = 200;
const PAGES_A_RUN = 20; // so that no start of the server waits for years of invoices

type Filling = Pick<Gateway, "store" | "clock" | "log">;

/** How far it has come in this process. After a restart it begins anew, and passes over what is there. */
export type FillCursor = { invoice: string; done: boolean };

/**
 * Gives everything that was booked by a version without lines its lines, once, some pages in each run. What ended before is
 * booked as of its entries; payouts, which had no entries either, as of now.
 */
export async function fillBookLines({ store, clock, log }: Filling, cursor: FillCursor): Promise<void> {
  cursor.done ||= (await store.readCheckpoint(DONE)) !== undefined;
  if (cursor.done) return;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const invoices = await store.linedPage(cursor.invoice, AT_ONCE);
    await eachItem({ log }, "fill book lines", invoices, (lined) => fillOne(store, lined));
    const last = invoices.at(-1);
    if (!last) return finish({ store, clock, log }, cursor);
    cursor.invoice = last.invoice.id;
  }
}

async function fillOne(store: Store, lined: Lined): Promise<void> {
  const lines = missingLines(lined);
  const assets = assetsOf(lined.invoice, lined.entries).map((asset) => ({
    ...asset,
    at: firstOf(asset, lined),
  }));
  if (lines.length > 0 || assets.length > 0) await store.fillLines(lines, assets);
}

/** A currency's decimals have been known as long as there are entries in it. */
function firstOf({ id }: Asset, { entries }: Lined): Booked<Asset>["at"] {
  return Math.min(...entries.filter(({ currency }) => currency === id).map(({ at }) => at));
}

async function finish({ store, clock, log }: Filling, cursor: FillCursor): Promise<void> {
  for (let after: string | undefined; ;) {
    const payouts = await store.listPayouts({ states: ["Completed"], after, limit: AT_ONCE });
    await eachItem({ log }, "book payout", payouts, (payout) => bookPayout({ store, clock }, payout));
    after = payouts.at(-1)?.id;
    if (after === undefined) break;
  }
  await store.writeCheckpoint(DONE, true, clock(), 0);
  cursor.done = true;
}

async function bookPayout({ store, clock }: Pick<Filling, "store" | "clock">, payout: Payout): Promise<void> {
  const booking = await bookingOf(store, payout);
  if (await store.hasLine(booking.lines[0]?.id ?? "")) return;
  await store.keepPayouts({
    announcements: [],
    booked: { booking: { ...booking, assets: [] }, at: clock() },
  });
}

/** Throws GatewayError (books_not_ready) while something still lacks its lines: a file would be another one later. */
export async function requireFilled(store: Pick<Store, "readCheckpoint">): Promise<void> {
  if (await isFilled(store)) return;
  const message = `The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.`;
  throw new GatewayError("books_not_ready", message);
}

/** True when everything that is booked has its lines. */
export async function isFilled(store: Pick<Store, "readCheckpoint">): Promise<boolean> {
  return (await store.readCheckpoint(DONE)) !== undefined;
}
