import type { Invoice } from "../../domain/invoices/invoice.ts";
import { orderIdOf, orderInName } from "../../domain/invoices/orderId.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import { isRefundable, refundableOf } from "../../domain/payouts/refundable.ts";
import { PayoutRefusal, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import { canonicalMethods, createPullPayment, type PullPaymentRequest } from "./createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import { payoutMethods } from "../pricing/methods.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutContext } from "./payoutContext.ts";
import { keepRefund, paidBy, paidFor, requirePaid, worthOfMoney } from "./refundInvoice.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

const MOST_INVOICES = 50; // of one order; one is usual, and two are rare

/**
 * Makes a pull payment. One that names an order of the store, in its metadata or as shop plugins do in its name, is a refund of
 * the order's invoice: never more than the order brought and no other refund holds, also when several are asked for at once.
 * With a `wantedId` as createPullPayment. Throws what createPullPayment and refundInvoice throw.
 */
export async function createPullPaymentOf(
  gateway: PayoutContext,
  storeId: string,
  {
    metadata,
    shop,
    ...request
  }: PullPaymentRequest & Readonly<{ metadata: unknown; shop?: string | undefined }>,
  wantedId?: string,
): Promise<PullPayment> {
  const orderId = orderIdOf(metadata) ?? orderInName(request.name, shop === "woocommerce");
  const invoices = orderId === undefined ? [] : await invoicesOf(gateway, storeId, orderId);
  if (orderId === undefined || invoices.length === 0)
    return createPullPayment(gateway, storeId, request, wantedId);
  return retryOnConflict(async () => {
    const made =
      wantedId === undefined ? undefined : await gateway.persistence.payouts.loadPullPayment(wantedId);
    return made ?? refundOrder(gateway, { storeId, orderId }, request, wantedId);
  });
}

async function invoicesOf(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string,
  orderId: string,
): Promise<readonly Invoice[]> {
  const filter = { orderIds: [orderId], withArchived: true, limit: MOST_INVOICES };
  const found = await persistence.invoices.list(storeId, filter);
  return found.filter(({ terms }) => orderIdOf(terms.metadata) === orderId);
}

type Order = Readonly<{ storeId: string; orderId: string }>;

async function refundOrder(
  gateway: PayoutContext,
  { storeId, orderId }: Order,
  request: PullPaymentRequest,
  wantedId: string | undefined,
): Promise<PullPayment> {
  const invoices = await invoicesOf(gateway, storeId, orderId);
  const invoice = await mostRefundable(gateway, invoices);
  if (!invoice) {
    const message = `Expected an order that was paid and is final. This pull payment names order ${orderId.slice(0, 64)}, for which nothing has been received.`;
    throw new PayoutRefusal("non-refundable", message);
  }
  const named = await canonicalMethods(gateway, request.methods);
  const paid = paidBy(await requirePaid(gateway, invoice), named);
  const worth = await worthOfMoney(gateway, invoice, paid, request);
  const methods = await withSettlementCoin(gateway, invoice, named);
  try {
    const refunds = await gateway.persistence.payouts.refundsOf(invoice.id);
    return await keepRefund(gateway, { invoice, refunds }, { ...request, methods, worth }, wantedId);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "refund_too_large") throw error;
    throw new GatewayError(error.code, `Order ${orderId.slice(0, 64)}: ${error.message}`, { path: "Amount" });
  }
}

/** Of the order's invoices that were paid the one of which most is left: an order that was paid twice has two. */
async function mostRefundable(
  gateway: Pick<Gateway, "persistence" | "service">,
  invoices: readonly Invoice[],
): Promise<Invoice | undefined> {
  const found = await Promise.all(
    invoices.filter(isRefundable).map(async (invoice) => ({
      invoice,
      paid: await paidFor(gateway, invoice),
      left: refundableOf(invoice, await gateway.persistence.payouts.refundsOf(invoice.id)),
    })),
  );
  const paid = found.filter((one) => one.paid.length > 0);
  return paid.toSorted((a, b) => (a.left > b.left ? -1 : 1))[0]?.invoice;
}

/** Plugins name the methods by which the shop is paid. The coin that it keeps is not one of them, and costs no conversion. */
async function withSettlementCoin(
  gateway: Pick<Gateway, "service">,
  { terms: { settlement } }: Invoice,
  named: readonly string[],
): Promise<readonly string[]> {
  if (named.length === 0) return named; // every coin
  const coins = await payoutMethods(gateway);
  const kept = coins.find(
    ({ chainId, currency }) => chainId === settlement.chainId && sameCurrency(currency, settlement.currency),
  );
  return kept && !named.includes(kept.id) ? [...named, kept.id] : named;
}
