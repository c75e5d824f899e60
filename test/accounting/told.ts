import type { BookedLine } from "../../src/accounting/booked/line.ts";
import { linesBetween } from "../../src/accounting/booked/linesBetween.ts";
import type { Worths } from "../../src/accounting/booked/paymentLine.ts";
import { entriesBetween, type Entry } from "../../src/accounting/ledger.ts";
import { decide } from "../../src/invoices/decide.ts";
import type { Invoice } from "../../src/invoices/invoice.ts";
import type { Observation } from "../../src/invoices/observation.ts";

/** The lines and entries that were written while these observations came in. */
export function told(invoice: Invoice, happened: readonly Observation[], worths: Worths = new Map()) {
  const lines: BookedLine[] = [];
  const entries: Entry[] = [];
  let now = invoice;
  for (const seen of happened) {
    const { invoice: after } = decide(now, seen);
    lines.push(...linesBetween(now, after, worths, seen.at));
    entries.push(...entriesBetween(now, after));
    now = after;
  }
  return { lines, entries, invoice: now };
}
