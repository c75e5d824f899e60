import type { Worth } from "../../../../values/worth.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import type { BookedLine } from "./line.ts";
import { paymentLine } from "./paymentLine.ts";
import { standingLineOf } from "./standingLine.ts";

/**
 * Corrects the line of a payment that was booked before its worth was known: a reversal of it, and the line with the worth. None
 * where it is not booked, or was booked with a worth. The ids follow that of the line: "payments:<key>:7.1" after version 7.
 */
export function lateValuationLines(
  invoice: Invoice,
  deposit: Deposit,
  worths: readonly Worth[],
  kept: readonly BookedLine[],
): readonly BookedLine[] {
  const of = `${deposit.chainId}:${deposit.outpoint}`;
  const standing = standingLineOf(kept, "payments", of);
  const body = paymentLine(invoice, deposit, new Map([[deposit.outpoint, worths]]));
  if (!standing || standing.file !== "payments" || standing.body.worths.length > 0 || !body) return [];
  const { file, storeId, invoiceId } = standing;
  const id = `${standing.id}.1`;
  return [
    { file, storeId, invoiceId, id: `${id}:reversed`, kind: "reversed", body: standing.body },
    { file, storeId, invoiceId, id, kind: "corrected", body: { ...standing.body, worths: body.worths } },
  ];
}
