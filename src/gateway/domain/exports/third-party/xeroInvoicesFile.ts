import { sumDecimals } from "../../../../values/amount.ts";
import { isMoney } from "../../../../values/currency.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import type { InvoiceLine } from "../../books/lines/line.ts";
import type { ExportLine } from "../exportFile.ts";
import { dayText, type ImportFile } from "./importFile.ts";
import { saleWorth } from "./saleWorth.ts";

/** A line of invoices, as it was booked. */
export type SaleItem = ExportLine & Readonly<{ body: InvoiceLine }>;

type Sale = Readonly<{
  item: SaleItem;
  amount: string; // below zero for what takes a sale back, and for what is written off
  currency: string;
  isWriteOff?: true;
}>;

const WRITTEN_OFF = "Accepted with less than the price: written off";

/** The customer in Xero where a shop did not name the payer. Xero requires one. */
const DEFAULT_CUSTOMER = "Customers";

/**
 * Sales for Xero, which takes five hundred invoices at once: one line for each that is settled, also when it was paid late, in the
 * currency of its price; of one that is priced in a coin, which Xero does not know, in that of the books. What takes a sale back is
 * below zero, which Xero reads as a credit note; each number is given once. A sale that was accepted with less than its price has
 * a second line of the same number, which writes the rest off. One that was marked as settled without any payment has none: its
 * money came another way.
 */
export const xeroInvoicesFile: ImportFile<SaleItem, Sale> = {
  name: "crosstill.xero-invoices",
  version: 2,
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
      cell: ({ item, isWriteOff }) =>
        isWriteOff ? WRITTEN_OFF : (item.body.description ?? `Invoice ${item.invoiceId}`),
    },
    { name: "*Quantity", kind: "plain", cell: () => "1" },
    { name: "*UnitAmount", kind: "plain", cell: ({ amount }) => amount },
    { name: "*AccountCode", kind: "text", cell: (_, { account }) => account },
    { name: "*TaxType", kind: "text", cell: (_, { tax }) => tax },
    { name: "Currency", kind: "text", cell: ({ currency }) => currency },
    { name: "Reference", kind: "text", cell: ({ item }) => item.body.orderId },
  ],
  rowsOf(item, { currency: ofBooks }) {
    const { state, additional, price, paid, currency } = item.body;
    if (state !== "Settled" && additional !== "PaidLate") return [];
    const isCoin = !isMoney(currency);
    const told = isCoin ? ofBooks : currency;
    const sale = isCoin ? saleWorth(item.body, ofBooks) : { price, paid };
    if (!sale || told === undefined) return "unknown";
    const signed = (amount: string) => (item.kind === "reversed" ? negated(amount) : amount);
    const missing = sumDecimals([sale.paid, negated(sale.price)]);
    const isShort = missing.startsWith("-") && /[1-9]/.test(sale.paid);
    return [
      { item, amount: signed(sale.price), currency: told },
      ...(isShort
        ? [
            {
              item,
              amount: signed(fixedLike(missing, sale.price)),
              currency: told,
              isWriteOff: true as const,
            },
          ]
        : []),
    ];
  },
};

function negated(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

/** Writes an amount with as many decimals as another one has. */
function fixedLike(amount: string, other: string): string {
  const decimals = other.split(".")[1]?.length ?? 0;
  const [whole = "", fraction = ""] = amount.split(".");
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, "0")}`;
}

function contactOf({ metadata, customer }: InvoiceLine): string {
  return metadataText(metadata, "buyerName")?.trim() || customer?.trim() || DEFAULT_CUSTOMER;
}

/** The invoice's id. A reversal or correction has the version in addition: "<id>-7-back", "<id>-7". */
function numberOf({ id, kind, invoiceId }: SaleItem): string {
  const version = /:(\d+)(?::reversed)?$/.exec(id)?.[1];
  if (kind === "booked") return invoiceId ?? id;
  return kind === "reversed" ? `${invoiceId}-${version}-back` : `${invoiceId}-${version}`;
}
