import type { BankItem } from "./bankMove.ts";
import { dayText, type ImportFile } from "./importFile.ts";
import { transactionText, valuedMoves, type ValuedMove } from "./valuedMove.ts";

/** A bank statement for Xero, which takes a thousand lines at once. */
export const xeroStatementFile: ImportFile<BankItem, ValuedMove> = {
  name: "crosstill.xero-statement",
  version: 1,
  most: 1_000,
  columns: [
    { name: "Date", kind: "plain", cell: ({ at }, { day, monthFirst }) => dayText(day(at), monthFirst) },
    { name: "Amount", kind: "plain", cell: ({ amount }) => amount },
    { name: "Payee", kind: "text", cell: ({ payee }) => payee },
    { name: "Description", kind: "text", cell: (move) => `${move.description}${transactionText(move)}` },
    { name: "Reference", kind: "text", cell: ({ reference }) => reference },
  ],
  rowsOf: valuedMoves,
};
