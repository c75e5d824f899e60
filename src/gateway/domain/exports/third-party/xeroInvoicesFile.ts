import { isMoney } from "../../../../values/currency.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import type { InvoiceLine } from "../../books/lines/line.ts";
import type { ExportLine } from "../exportFile.ts";
import { dayText, type ImportFile } from "./importFile.ts";
import { saleWorth } from "./saleWorth.ts";

/** A line of invoices, as it was booked. */
export type SaleItem = ExportLine & Readonly<{ body: InvoiceLine }>;

type Sale = Readonly<{ item: SaleItem; sign: "" | "-"; amount: string; currency: string }>;

/** The customer in Xero where a shop did not name the payer. Xero requires one. */
const DEFAULT_CUSTOMER = "Customers";

/**
 * Sales for Xero, which takes five hundred invoices at once: one line for each that is settled, also when it was paid late, in the
 * currency of its price; of one that is priced in a coin, which Xero does not know, in that of the books. What takes a sale back is below zero, which Xero reads as a credit note; each number is given once.
 */
export const xeroInvoicesFile: ImportFile<SaleItem, Sale> = {
  name: "crosstill.xero-invoices",
  version: 1,
  most: 500,
  columns: [
    { name: "*ContactName", kind: "text", cell: ({ item }) => contactOf(item.body) },
    { name: "*InvoiceNumber", kind: "text", cell: ({ item }) => numberOf(item) },
    {
      name: "*InvoiceDate",
      kind: "plain",
      cell: ({ item }, { day, monthFirst }) => dayText(day(item.body.createdAt), monthFirst),
    },
    {
      name: "*DueDate",
      kind: "plain",
      cell: ({ item }, { day, monthFirst }) => dayText(day(item.body.expiresAt), monthFirst),
    },
    {
      name: "*Description",
      kind: "text",
      cell: ({ item }) => item.body.description ?? `Invoice ${item.invoiceId}`,
    },
    { name: "*Quantity", kind: "plain", cell: () => "1" },
    { name: "*UnitAmount", kind: "plain", cell: ({ sign, amount }) => `${sign}${amount}` },
    { name: "*AccountCode", kind: "text", cell: (_, { account }) => account },
    { name: "*TaxType", kind: "text", cell: (_, { tax }) => tax },
    { name: "Currency", kind: "text", cell: ({ currency }) => currency },
    { name: "Reference", kind: "text", cell: ({ item }) => item.body.orderId },
  ],
  rowOf(item, { currency: ofBooks }) {
    const { state, additional, price, currency } = item.body;
    if (state !== "Settled" && additional !== "PaidLate") return "nothing";
    const [amount, told] = isMoney(currency) ? [price, currency] : [saleWorth(item.body, ofBooks), ofBooks];
    if (amount === undefined || told === undefined) return "unknown";
    const isBack = item.kind === "reversed" && /[1-9]/.test(amount);
    return { item, sign: isBack ? "-" : "", amount, currency: told };
  },
};

function contactOf({ metadata, customer }: InvoiceLine): string {
  return metadataText(metadata, "buyerName")?.trim() || customer?.trim() || DEFAULT_CUSTOMER;
}

/** The invoice's id. A reversal or correction has the version in addition: "<id>-7-back", "<id>-7". */
function numberOf({ id, kind, invoiceId }: SaleItem): string {
  const version = /:(\d+)(?::reversed)?$/.exec(id)?.[1];
  if (kind === "booked") return invoiceId ?? id;
  return kind === "reversed" ? `${invoiceId}-${version}-back` : `${invoiceId}-${version}`;
}
