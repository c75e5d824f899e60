import type { Worth } from "../../../../values/worth.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import type { BookedLine, InvoiceLine, PaymentLine } from "./line.ts";
import { correctionId, readLineId } from "./lineId.ts";
import { paymentLine } from "./paymentLine.ts";
import { standingLineOf } from "./standingLine.ts";

/**
 * Corrects the lines that were booked before the worth of a payment was known, its own and that of its invoice: a reversal of
 * each, and the line with the worth. None where nothing is booked, or with a worth.
 */
export function lateValuationLines(
  invoice: Invoice,
  deposit: Deposit,
  worths: readonly Worth[],
  kept: readonly BookedLine[],
): readonly BookedLine[] {
  const valued = paymentLine(invoice, deposit, new Map([[deposit.outpoint, worths]]));
  if (!valued) return [];
  const own = standingLineOf(kept, "payments", `${deposit.chainId}:${deposit.outpoint}`);
  const whole = standingLineOf(kept, "invoices", invoice.id);
  return [
    ...(own?.file === "payments" ? correctedLines(own, withWorths(own.body, valued)) : []),
    ...(whole?.file === "invoices" ? correctedLines(whole, withPayment(whole.body, valued)) : []),
  ];
}

function withPayment(body: InvoiceLine, valued: PaymentLine): InvoiceLine {
  const payments = body.payments.map((payment) => withWorths(payment, valued));
  return payments.every((payment, index) => payment === body.payments[index]) ? body : { ...body, payments };
}

function withWorths(body: PaymentLine, { txid, output, worths }: PaymentLine): PaymentLine {
  if (body.txid !== txid || body.output !== output) return body;
  const lacking = worths.filter(({ currency }) => !body.worths.some((one) => one.currency === currency));
  return lacking.length === 0 ? body : { ...body, worths: [...body.worths, ...lacking] };
}

function correctedLines<Line extends BookedLine>(line: Line, body: Line["body"]): readonly BookedLine[] {
  const known = readLineId(line.id);
  if (body === line.body || !known) return [];
  const id = correctionId(known);
  return [
    { ...line, id: `${id}:reversed`, kind: "reversed" },
    { ...line, id, kind: "corrected", body } as BookedLine, // of the same file
  ];
}
