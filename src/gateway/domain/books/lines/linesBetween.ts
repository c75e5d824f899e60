import type { Invoice } from "../../invoices/invoice.ts";
import type { Instant } from "../../../../values/time.ts";
import { invoiceLine } from "./invoiceLine.ts";
import type { BookedFile, BookedLine } from "./line.ts";
import { automaticRefundLine } from "./refundLine.ts";
import { paymentLine, type Worths } from "./paymentLine.ts";

/** True when a step of an invoice is one that lines are written for: only then what they need has to be read. */
export function hasLines(before: Invoice, after: Invoice): boolean {
  return linesBetween(before, after, new Map(), 0).length > 0;
}

/**
 * What one version of an invoice adds to the lines of the one before it: of each payment, refund and invoice that has ended, and
 * of each of which something else is true now the reversal and what is right instead.
 */
export function linesBetween(
  before: Invoice,
  after: Invoice,
  worths: Worths,
  at: Instant,
): readonly BookedLine[] {
  if (before.facts === after.facts && before.state === after.state) return [];
  const ended = after.facts.deposits.flatMap((deposit) => {
    const of = `${deposit.chainId}:${deposit.outpoint}`;
    const old = before.facts.deposits.find(({ outpoint }) => outpoint === deposit.outpoint);
    const payment = paymentLine(after, deposit, worths);
    const refund = automaticRefundLine(after, deposit);
    return [
      ...step(after, { file: "payments", of }, old && paymentLine(before, old, worths), payment),
      ...step(after, { file: "refunds", of }, old && automaticRefundLine(before, old), refund),
    ];
  });
  const over = step(
    after,
    { file: "invoices", of: after.id },
    invoiceLine(before, worths, at),
    invoiceLine(after, worths, at),
  );
  return [...ended, ...over];
}

type Named = Readonly<{ file: BookedFile; of: string }>;

/** The lines of one thing between two versions: nothing while it stays true. */
function step(
  { id: invoiceId, storeId, version }: Invoice,
  { file, of }: Named,
  was: BookedLine["body"] | undefined,
  is: BookedLine["body"] | undefined,
): readonly BookedLine[] {
  if (truth(was) === truth(is)) return [];
  const id = `${file}:${of}:${version}`;
  const about = { file, storeId, invoiceId };
  const lines = [
    ...(was ? [{ ...about, id: `${id}:reversed`, kind: "reversed", body: was }] : []),
    ...(is ? [{ ...about, id, kind: was ? "corrected" : "booked", body: is }] : []),
  ];
  return lines as readonly BookedLine[]; // file and body come from the same caller
}

/** What may go on changing about something that has ended, and makes no line. */
const BESIDE: ReadonlySet<string> = new Set(["confirmations", "endedAt", "worths", "metadata"]);

function truth(body: BookedLine["body"] | undefined): string {
  return body ? JSON.stringify(body, (key, value: unknown) => (BESIDE.has(key) ? undefined : value)) : "";
}
