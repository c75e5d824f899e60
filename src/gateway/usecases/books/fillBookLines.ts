import { assetsOf, type Asset } from "../../domain/books/assets.ts";
import { missingLines, type Lined } from "../../domain/books/lines/missingLines.ts";
import type { Booked } from "../../ports/bookLinesPort.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { bookingOf } from "./bookStep.ts";
import { eachItem } from "../eachItem.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { Checkpoints, Persistence } from "../../ports/persistencePort.ts";
import { sentence } from "../../../values/sentence.ts";

/** Remembers that everything which was booked before there were lines has its lines. */
const DONE = "book lines filled";

const AT_ONCE = 200;
const PAGES_A_RUN = 20; // so that no start of the server waits for years of invoices

type Filling = Pick<Gateway, "persistence" | "clock" | "log">;

/** How far it has come in this process. After a restart it begins anew, and passes over what is there. */
export type FillCursor = { invoice: string; done: boolean };

/**
 * Gives everything that was booked by a version without lines its lines, once, some pages in each run. What ended before is
 * booked as of its entries; payouts, which had no entries either, as of now.
 */
export async function fillBookLines({ persistence, clock, log }: Filling, cursor: FillCursor): Promise<void> {
  cursor.done ||= (await persistence.checkpoints.read(DONE)) !== undefined;
  if (cursor.done) return;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const invoices = await persistence.books.linedPage(cursor.invoice, AT_ONCE);
    await eachItem({ log }, "fill book lines", invoices, (lined) => fillOne(persistence, lined));
    const last = invoices.at(-1);
    if (!last) return finish({ persistence, clock, log }, cursor);
    cursor.invoice = last.invoice.id;
  }
}

async function fillOne(persistence: Persistence, lined: Lined): Promise<void> {
  const lines = missingLines(lined);
  const assets = assetsOf(lined.invoice, lined.entries).map((asset) => ({
    ...asset,
    at: firstOf(asset, lined),
  }));
  if (lines.length > 0 || assets.length > 0) await persistence.books.fillLines(lines, assets);
}

/** A currency's decimals have been known as long as there are entries in it. */
function firstOf({ id }: Asset, { entries }: Lined): Booked<Asset>["at"] {
  return Math.min(...entries.filter(({ currency }) => currency === id).map(({ at }) => at));
}

async function finish({ persistence, clock, log }: Filling, cursor: FillCursor): Promise<void> {
  for (let after: string | undefined; ;) {
    const payouts = await persistence.payouts.list({ states: ["Completed"], after, limit: AT_ONCE });
    await eachItem({ log }, "book payout", payouts, (payout) => bookPayout({ persistence, clock }, payout));
    after = payouts.at(-1)?.id;
    if (after === undefined) break;
  }
  await persistence.checkpoints.write(DONE, true, clock(), 0);
  cursor.done = true;
}

async function bookPayout(
  { persistence, clock }: Pick<Filling, "persistence" | "clock">,
  payout: Payout,
): Promise<void> {
  const booking = await bookingOf(persistence, payout);
  if (await persistence.books.findLine(booking.lines[0]?.id ?? "")) return;
  await persistence.payouts.keep({
    announcements: [],
    booked: { booking: { ...booking, assets: [] }, at: clock() },
  });
}

/** Throws GatewayError (books_not_ready) while something still lacks its lines: a file would be another one later. */
export async function requireFilled(checkpoints: Pick<Checkpoints, "read">): Promise<void> {
  if (await isFilled(checkpoints)) return;
  const said = sentence(
    "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.",
  );
  throw new GatewayError("books_not_ready", said);
}

/** True when everything that is booked has its lines. */
export async function isFilled(checkpoints: Pick<Checkpoints, "read">): Promise<boolean> {
  return (await checkpoints.read(DONE)) !== undefined;
}
