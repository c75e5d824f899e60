import type { RefundLine } from "../books/lines/line.ts";
import { amount, coinColumns, LEAD_COLUMNS, text, trackedColumns } from "./columns.ts";
import type { ExportFile, ExportLine } from "./exportFile.ts";

/** A line of refunds, as it was booked. */
export type RefundExportLine = ExportLine & Readonly<{ body: RefundLine }>;

/** One line for each refund or payout: what left, what arrived, and the difference. */
export const refundsFile: ExportFile<RefundExportLine, RefundExportLine> = {
  name: "crosstill.refunds",
  version: 2,
  columns: [
    ...LEAD_COLUMNS,
    text("order_id", ({ body }) => body.orderId),
    text("how", ({ body }) => body.how),
    text("subject", ({ body }) => body.subject),
    text("name", ({ body }) => body.name),
    ...coinColumns("spent", ({ body }: RefundExportLine) => body.spent),
    text("spent_txid", ({ body }) => body.spentTxid),
    text("spent_evidence", ({ body }) => body.spentEvidence),
    amount("cost", ({ body }) => body.cost),
    ...coinColumns("paid", ({ body }: RefundExportLine) => body.paid),
    text("to", ({ body }) => body.to),
    text("txid", ({ body }) => body.txid),
    text("evidence", ({ body }) => body.evidence),
    text("original_currency", ({ body }) => body.original?.currency),
    amount("original_amount", ({ body }) => body.original?.amount),
    ...trackedColumns(({ body }: RefundExportLine) => body.worths ?? []),
    text("request_id", ({ body }) => body.requestId),
  ],
  linesOf: (line) => [line],
  metadataOf: ({ body }) => body.metadata,
};
