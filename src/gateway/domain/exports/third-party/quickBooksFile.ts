import type { BankItem } from "./bankMove.ts";
import { dayText, type ImportFile } from "./importFile.ts";
import { transactionText, valuedMoves, type ValuedMove } from "./valuedMove.ts";

const MONTH_FIRST = true; // QuickBooks Online's own format, in every locale
const LONGEST = 200; // characters; a file of a thousand lines stays below the 350 kB that QuickBooks Online takes

/** A bank statement for QuickBooks Online, in its form of three columns: sources disagree on which of credit and debit is money in. */
export const quickBooksFile: ImportFile<BankItem, ValuedMove> = {
  name: "crosstill.quickbooks",
  version: 1,
  most: 1_000,
  columns: [
    { name: "Date", kind: "plain", cell: ({ at }, { day }) => dayText(day(at), MONTH_FIRST) },
    { name: "Description", kind: "text", cell: descriptionOf },
    { name: "Amount", kind: "plain", cell: ({ amount }) => amount },
  ],
  rowsOf: valuedMoves,
};

/** There is no column for a reference, and one line a row. A long description is cut, the transaction is not. */
function descriptionOf(move: ValuedMove): string {
  const { description, reference } = move;
  const text = description.includes(reference) ? description : `${description}, ${reference}`;
  const transaction = transactionText(move);
  const room = Math.max(0, LONGEST - transaction.length);
  return `${[...text.replace(/\s+/g, " ")].slice(0, room).join("")}${transaction}`;
}
