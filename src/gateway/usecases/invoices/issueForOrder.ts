import { createHash } from "node:crypto";
import type { Invoice, Terms } from "../../domain/invoices/invoice.ts";
import { orderIdOf } from "../../domain/invoices/orderId.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { issueInvoice, type InvoiceRequest } from "./issueInvoice.ts";
import { archiveInvoice } from "./labelInvoice.ts";
import { openOnce } from "./openOnce.ts";
import type { Gateway } from "../gateway.ts";
import type { InvoiceContext } from "./invoiceContext.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

const LEAST_TIME_MS = 2 * MINUTE_MS; // to pay in; a payer with less gets a fresh price
const MOST_OPEN = 50; // invoices of one order; one is usual, and two are rare

/**
 * Issues an invoice, or, where the store wants one open invoice for each order, gives the one that is open for the same price. One
 * for another price takes the place of those that nothing was paid to: they leave the lists (decision 21). Throws what
 * issueInvoice throws.
 */
export async function issueForOrder(
  gateway: InvoiceContext,
  store: MerchantStore,
  request: InvoiceRequest,
  wantedId?: string,
): Promise<Invoice> {
  const orderId = orderIdOf(request.metadata);
  if (!store.settings.compatibility.oneInvoicePerOrder || orderId === undefined)
    return issueInvoice(gateway, store, request, wantedId);
  const subject = subjectOf(store, orderId);
  return openOnce(gateway, subject, async (opening) => {
    const free = request.amount === 0n ? await freeInvoice(gateway, store, orderId) : undefined;
    if (free) return free;
    const open = await openInvoices(gateway, store, orderId);
    const same = open.find(({ terms }) => isSamePrice(terms, request));
    if (same) return same;
    const made = await issueInvoice(gateway, store, { ...request, opening }, wantedId);
    for (const old of open) if (old.facts.deposits.length === 0) await archiveInvoice(gateway, old);
    return made;
  });
}

/** An order's id may be longer than a database's key. */
function subjectOf({ id }: MerchantStore, orderId: string): string {
  return `order ${createHash("sha256").update(`${id} ${orderId}`).digest("hex")}`;
}

function isSamePrice({ price, currency, topUp }: Terms, wanted: InvoiceRequest): boolean {
  const isSame = topUp ? wanted.amount === undefined : wanted.amount === price;
  return isSame && currency === wanted.currency;
}

/** The order's invoice for nothing, which was paid at once: a second one would complete the order again. */
async function freeInvoice(
  { persistence }: Pick<Gateway, "persistence">,
  { id }: MerchantStore,
  orderId: string,
): Promise<Invoice | undefined> {
  const settled = await persistence.invoices.list(id, {
    orderIds: [orderId],
    states: ["Settled"],
    limit: MOST_OPEN,
  });
  return settled.find(
    ({ terms }) => terms.price === 0n && !terms.topUp && orderIdOf(terms.metadata) === orderId,
  );
}

/** Those of the order that are being paid, or can still be. */
async function openInvoices(
  { persistence, clock }: Pick<Gateway, "clock" | "persistence">,
  { id }: MerchantStore,
  orderId: string,
): Promise<readonly Invoice[]> {
  const filter = { orderIds: [orderId], states: ["New", "Processing"], limit: MOST_OPEN };
  const found = await persistence.invoices.list(id, filter);
  const until = clock() + LEAST_TIME_MS;
  return found.filter(
    ({ state, terms }) =>
      orderIdOf(terms.metadata) === orderId && (state === "Processing" || terms.expiresAt >= until),
  );
}
