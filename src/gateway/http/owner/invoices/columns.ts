import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { shownText } from "../../../domain/invoices/metadataText.ts";
import { paidInPrice } from "../../../domain/invoices/paid.ts";
import { paidCoins } from "../../../domain/invoices/paidCoins.ts";
import { attentionLeft, type RefundedPart } from "../../../domain/payouts/refundable.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { formatFixed } from "../../../../values/amount.ts";
import { invoicePath } from "../paths.ts";
import { readableTime } from "../readableTime.ts";

/** The columns of the list that a user may choose; the order is always there. */
export const COLUMNS = [
  "created",
  "price",
  "paid",
  "state",
  "store",
  "coin",
  "customer",
  "description",
  "expires",
  "invoice",
] as const;
export type Column = (typeof COLUMNS)[number];

const USUAL: readonly Column[] = ["created", "price", "state", "store", "invoice"];

/** The columns that a user has chosen, in the order of the list. Of one store none is named. */
export function columnsOf(chosen: readonly string[] | undefined, hasStores: boolean): readonly Column[] {
  const wanted: readonly string[] = chosen ?? USUAL;
  return COLUMNS.filter((column) => wanted.includes(column) && (column !== "store" || hasStores));
}

/** The refunds of an invoice, and how much of it they have paid back. */
type Refunding = Readonly<{ refunds: readonly PullPayment[]; refunded?: RefundedPart | undefined }>;

/** An invoice with its refunds as a line of the list: what every column may show of it. */
export function lineOf(
  invoice: Invoice,
  { refunds, refunded }: Refunding,
  stores: readonly Readonly<{ id: string; name: string }>[],
  zone: string,
) {
  const { id, storeId, terms, state, additional, archivedAt } = invoice;
  const { currency, decimals, metadata } = terms;
  return {
    id,
    state,
    additional,
    refunded,
    page: invoicePath(id),
    created: readableTime(terms.createdAt, zone),
    expires: readableTime(terms.expiresAt, zone),
    isAnyAmount: terms.topUp === true,
    currency,
    price: `${formatFixed(terms.price, decimals)} ${currency}`,
    paid: `${formatFixed(paidInPrice(invoice), decimals)} ${currency}`,
    coin: paidCoins(invoice).join(", "),
    orderId: shownText(metadata, "orderId"),
    customer: shownText(metadata, "buyerEmail"),
    description: shownText(metadata, "itemDesc"),
    store: stores.find((one) => one.id === storeId)?.name ?? storeId,
    isWaiting: attentionLeft(invoice, refunds).length > 0,
    isArchived: archivedAt !== undefined,
  };
}
export type InvoiceRow = ReturnType<typeof lineOf>;
