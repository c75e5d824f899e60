import type { Invoice } from "../../invoices/invoice.ts";
import { markOf } from "../../invoices/invoice.ts";
import { blankOf } from "../../invoices/replay.ts";
import type { Instant } from "../../../../values/time.ts";
import type { Entry } from "../ledger.ts";
import type { BookedLine } from "./line.ts";
import { compareLineIds, readLineId } from "./lineId.ts";
import { linesBetween } from "./linesBetween.ts";

type At<T> = T & Readonly<{ at: Instant }>;

/** An invoice, its entries in the ledger, and its lines as far as it has them. */
export type Lined = Readonly<{
  invoice: Invoice;
  entries: readonly At<Entry>[];
  lines: readonly BookedLine[];
}>;

/**
 * The lines that an invoice lacks because they were booked before there were lines, at the times of its entries: what has ended
 * and has no line, and the first word about what was taken back since. None for one that lacks nothing.
 */
export function missingLines({ invoice, entries, lines }: Lined): readonly At<BookedLine>[] {
  const over = timeOf(invoice, entries);
  const all = linesBetween(blankOf(invoice), invoice, new Map(), over);
  const told = new Set(lines.map(subjectOf));
  const untold = all.filter((line) => !told.has(subjectOf(line)));
  return [...untold, ...firstWords(lines)].map((line) => ({ ...line, at: bookedAt(line, entries) ?? over }));
}

/** When the last fact of an invoice was known, as far as its rows show. */
function timeOf({ terms, facts, state }: Invoice, entries: readonly At<Entry>[]): Instant {
  const ended = state === "Expired" ? terms.expiresAt : terms.createdAt;
  return Math.max(ended, markOf(facts)?.at ?? 0, ...entries.map(({ at }) => at));
}

/** Reversals without a line that they reverse. */
function firstWords(lines: readonly BookedLine[]): readonly BookedLine[] {
  return lines
    .filter((line) => line.kind === "reversed")
    .filter((line) => !lines.some((other) => isBefore(other, line)))
    .map((line) => ({ ...line, id: `${subjectOf(line)}:0`, kind: "booked" }));
}

function isBefore(one: BookedLine, other: BookedLine): boolean {
  const [a, b] = [readLineId(one.id), readLineId(other.id)];
  return a !== undefined && b !== undefined && a.subject === b.subject && compareLineIds(a, b) < 0;
}

/** What a line is about: "<file>:<what it is of>". */
function subjectOf({ id }: Pick<BookedLine, "id">): string {
  return readLineId(id)?.subject ?? id;
}

/** When the last entry about the payment of a line was booked; undefined for a line that is not about one. */
function bookedAt(line: BookedLine, entries: readonly At<Entry>[]): Instant | undefined {
  if (line.file === "invoices") return undefined;
  const of = `${subjectOf(line).slice(`${line.file}:`.length)}:`;
  const times = entries.filter(({ id }) => id.startsWith(of)).map(({ at }) => at);
  return times.length > 0 ? Math.max(...times) : undefined;
}
