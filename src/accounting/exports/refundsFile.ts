import type { RefundLine } from "../booked/line.ts";
import { amount, coinColumns, LEAD_COLUMNS, text } from "./columns.ts";
import type { ExportFile, ExportLine } from "./exportFile.ts";

/** A line of refunds, as it was booked. */
export type RefundExportLine = ExportLine & Readonly<{ body: RefundLine }>;

/** One line for each time that money went back to a buyer, or out to somebody else. */
export const refundsFile: ExportFile<RefundExportLine, RefundExportLine> = {
  name: "crosstill.refunds",
  version: 1,
  columns: [
    ...LEAD_COLUMNS,
    text("order_id", ({ body }) => body.orderId),
    text("how", ({ body }) => body.how),
    text("subject", ({ body }) => body.subject),
    text("name", ({ body }) => body.name),
    ...coinColumns("paid", ({ body }: RefundExportLine) => body.paid),
    text("to", ({ body }) => body.to),
    text("txid", ({ body }) => body.txid),
    text("evidence", ({ body }) => body.evidence),
    text("original_currency", ({ body }) => body.original?.currency),
    amount("original_amount", ({ body }) => body.original?.amount),
    text("request_id", ({ body }) => body.requestId),
  ],
  linesOf: (line) => [line],
  metadataOf: ({ body }) => body.metadata,
};
