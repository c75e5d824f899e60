import type { BookedLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import { linesBetween } from "../../../../src/gateway/domain/books/lines/linesBetween.ts";
import type { Worths } from "../../../../src/gateway/domain/books/lines/paymentLine.ts";
import { entriesBetween, type Entry } from "../../../../src/gateway/domain/books/ledger.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";

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
