import { formatDecimal } from "../money/amount.ts";
import { isoTime, type Instant } from "../time.ts";
import { csvLine } from "./csv.ts";

/** One deposit of one invoice, with what became of it. Amounts are smallest units beside the decimals of their currency. */
export type PaymentRow = Readonly<{
  paidAt: Instant;
  settledAt: Instant | undefined;
  invoiceId: string;
  orderId: string | undefined;
  storeId: string;
  invoiceStatus: string;
  additionalStatus: string;
  priceAmount: string; // decimal, as the merchant stated it
  priceCurrency: string;
  method: string;
  origin: Readonly<{
    chainId: number;
    currency: string;
    decimals: number | undefined; // of a coin that nobody asked for they may be unknown
    amount: bigint;
    txid: string;
    output: number | undefined; // the transaction's output or log; undefined where a chain has none
  }>;
  depositAddress: string;
  requestId: string | undefined;
  destination: Readonly<{ chainId: number; currency: string; recipient: string }>;
  /** Only what was reported or observed, never what was quoted. */
  settlement: Settlement | undefined;
  refund:
    | Readonly<{ txid: string | undefined; amount: bigint | undefined; decimals: number | undefined }>
    | undefined;
  rateAtPayment: string | undefined; // decimal; the snapshot of when the payment was first seen
  itemDescription: string | undefined;
}>;

export type Settlement = Readonly<{
  amount: bigint | undefined; // undefined until somebody reports it
  decimals: number;
  symbol: string;
  txid: string | undefined;
  evidence: string;
  proven: boolean; // as well as the invoice's policy asks; else only claimed by the service
}>;

export type Column<Row> = Readonly<{ name: string; cell(row: Row): string }>;

/** Raised when a column changes its meaning or place; new columns are added at the end without raising it. */
const SCHEMA_VERSION = "1";

/** The columns of payments.csv, in order. Times are ISO 8601 in UTC, amounts exact decimals, absent values empty. */
export const PAYMENTS_COLUMNS: readonly Column<PaymentRow>[] = [
  { name: "schema_version", cell: () => SCHEMA_VERSION },
  { name: "paid_at", cell: (row) => isoTime(row.paidAt) },
  { name: "settled_at", cell: (row) => (row.settledAt === undefined ? "" : isoTime(row.settledAt)) },
  { name: "invoice_id", cell: (row) => row.invoiceId },
  { name: "order_id", cell: (row) => row.orderId ?? "" },
  { name: "store_id", cell: (row) => row.storeId },
  { name: "invoice_status", cell: (row) => row.invoiceStatus },
  { name: "additional_status", cell: (row) => row.additionalStatus },
  { name: "price_amount", cell: (row) => row.priceAmount },
  { name: "price_currency", cell: (row) => row.priceCurrency },
  { name: "method", cell: (row) => row.method },
  { name: "origin_chain_id", cell: (row) => String(row.origin.chainId) },
  { name: "origin_currency", cell: (row) => row.origin.currency },
  { name: "origin_amount", cell: (row) => exact(row.origin.amount, row.origin.decimals) },
  { name: "origin_txid", cell: (row) => row.origin.txid },
  {
    name: "origin_output",
    cell: (row) => (row.origin.output === undefined ? "" : String(row.origin.output)),
  },
  { name: "deposit_address", cell: (row) => row.depositAddress },
  { name: "request_id", cell: (row) => row.requestId ?? "" },
  { name: "destination_chain_id", cell: (row) => String(row.destination.chainId) },
  { name: "destination_currency", cell: (row) => row.destination.currency },
  { name: "recipient", cell: (row) => row.destination.recipient },
  { name: "settled_amount", cell: ({ settlement }) => exact(settlement?.amount, settlement?.decimals) },
  { name: "settled_symbol", cell: (row) => row.settlement?.symbol ?? "" },
  { name: "destination_txid", cell: (row) => row.settlement?.txid ?? "" },
  { name: "evidence", cell: (row) => row.settlement?.evidence ?? "" },
  { name: "refund_txid", cell: (row) => row.refund?.txid ?? "" },
  { name: "refund_amount", cell: ({ refund }) => exact(refund?.amount, refund?.decimals) },
  { name: "rate_at_payment", cell: (row) => row.rateAtPayment ?? "" },
  { name: "item_description", cell: (row) => row.itemDescription ?? "" },
  { name: "origin_units", cell: (row) => row.origin.amount.toString() },
  { name: "proven", cell: ({ settlement }) => (settlement ? (settlement.proven ? "yes" : "no") : "") },
];

/** The first line of payments.csv. */
export function paymentsHeader(): string {
  return csvLine(PAYMENTS_COLUMNS.map(({ name }) => name));
}

/** One payment as a line of payments.csv. */
export function paymentsLine(row: PaymentRow): string {
  return csvLine(PAYMENTS_COLUMNS.map(({ cell }) => cell(row)));
}

function exact(amount: bigint | undefined, decimals: number | undefined): string {
  return amount === undefined || decimals === undefined ? "" : formatDecimal(amount, decimals);
}
