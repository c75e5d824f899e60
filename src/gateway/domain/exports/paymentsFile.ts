import type { PaymentLine } from "../books/lines/line.ts";
import { paymentCost } from "../books/lines/paymentCost.ts";
import { amount, coinColumns, LEAD_COLUMNS, number, text, time, trackedColumns } from "./columns.ts";
import type { ExportFile, ExportLine } from "./exportFile.ts";
import { feeColumns } from "./feeColumns.ts";

/** A line of payments, as it was booked. */
export type PaymentExportLine = ExportLine & Readonly<{ body: PaymentLine }>;

/** One line for each payment that has ended: what was paid and where, what arrived and where, what it was worth, what that cost. */
export const paymentsFile: ExportFile<PaymentExportLine, PaymentExportLine> = {
  name: "crosstill.payments",
  version: 4,
  columns: [
    ...LEAD_COLUMNS,
    text("order_id", ({ body }) => body.orderId),
    text("description", ({ body }) => body.description),
    text("outcome", ({ body }) => body.outcome),
    time("paid_at", ({ body }) => body.paidAt),
    time("ended_at", ({ body }) => body.endedAt),
    text("method", ({ body }) => body.method),
    ...coinColumns("paid", ({ body }: PaymentExportLine) => body.paid),
    text("paid_txid", ({ body }) => body.txid),
    text("paid_output", ({ body }) => body.output),
    text("paid_address", ({ body }) => body.address),
    number("confirmations", ({ body }) => body.confirmations),
    text("request_id", ({ body }) => body.requestId),
    ...coinColumns("settled", ({ body }: PaymentExportLine) => body.settled),
    text("settled_txid", ({ body }) => body.settledTxid),
    text("settled_to", ({ body }) => body.recipient),
    text("evidence", ({ body }) => body.evidence),
    amount("refunded_amount", ({ body }) => body.refunded?.amount),
    amount("refunded_units", ({ body }) => body.refunded?.units),
    text("refund_txid", ({ body }) => body.refundTxid),
    text("price_currency", ({ body }) => body.priceCurrency),
    number("rate", ({ body }) => body.rate),
    amount("value", ({ body }) => body.value),
    ...trackedColumns(({ body }: PaymentExportLine) => body.worths),
    ...feeColumns(({ body }: PaymentExportLine) => body),
    amount("surplus", ({ body }) => body.surplus),
    number("cost_bps", ({ body }) => body.costBps),
    text("oddity", ({ body }) => body.oddity),
    text("route", routeOf),
    amount("cost", costOf),
    text("cost_known", ({ body }) => costKnowledge(body)),
  ],
  linesOf: (line) => [line],
  metadataOf: ({ body }) => body.metadata,
};

/** How it reached the shop: converted by the intent service, or as it was sent. Nothing for what went back. */
function routeOf({ body: { direct, outcome } }: PaymentExportLine): string | undefined {
  if (direct) return "direct";
  return outcome === "settled" ? "converted" : undefined;
}

function costOf({ body }: PaymentExportLine): string | undefined {
  const cost = paymentCost(body);
  return cost === "unknown" ? undefined : cost;
}

/** Whether the cost of a conversion is known. Nothing where there was none. */
function costKnowledge(body: PaymentLine): "known" | "unknown" | undefined {
  const cost = paymentCost(body);
  if (cost === undefined) return undefined;
  return cost === "unknown" ? "unknown" : "known";
}
