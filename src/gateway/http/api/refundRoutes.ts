import { Router } from "express";
import { claimLink } from "../../usecases/payouts/claimLink.ts";
import { GatewayError } from "../../errors.ts";
import { findMethod } from "../../usecases/pricing/methods.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { coinsNow, refundInvoice, requirePaid } from "../../usecases/payouts/refundInvoice.ts";
import { formatFixed } from "../../../values/amount.ts";
import { refundInPrice, refundOfOver, type PaidIn } from "../../domain/payouts/refundable.ts";
import { authenticate, mayAlso, requirePermission } from "../auth.ts";
import { invoiceOf } from "./invoiceOf.ts";
import { readRefund } from "./payoutRequests.ts";
import { presentPullPayment } from "./present/presentPayouts.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

/** Refunds of invoices (Greenfield): what they would come to, and the pull payment that a buyer claims. */
export function refundRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/invoices/:invoiceId/refund";
  const mayRefund = requirePermission(gateway, "cancreatenonapprovedpullpayments");

  router.post(path, mayRefund, idempotent(gateway), async (request, response) => {
    const { id } = await invoiceOf(gateway, request);
    const mayApprove = await mayAlso(gateway, request, "cancreatepullpayments");
    const { userId: madeBy } = await authenticate(gateway, request);
    const wanted = { ...readRefund(request.body), mayApprove, madeBy };
    const made = await refundInvoice(gateway, id, wanted, resourceIdOf(response));
    response.json(presentPullPayment(made, claimLink(gateway, publicUrl, made)));
  });

  router.get(`${path}/:paymentMethodId`, mayRefund, async (request, response) => {
    const invoice = await invoiceOf(gateway, request);
    const paid = requirePaidBy(
      await requirePaid(gateway, invoice),
      String(request.params["paymentMethodId"]),
    );
    const refunds = await gateway.persistence.payouts.refundsOf(invoice.id);
    const over = refundOfOver(invoice, paid, refunds).amount;
    const inCoin = (amount: bigint) => formatFixed(amount, paid.coin.decimals);
    const now = await orWithoutRate(coinsNow(gateway, invoice, paid));
    const { currency, decimals } = invoice.terms;
    response.json({
      paymentAmountThen: inCoin(paid.value),
      paymentAmountNow: now === undefined ? null : inCoin(now),
      invoiceAmount: formatFixed(refundInPrice(invoice).amount, decimals),
      invoiceCurrency: currency,
      invoiceCurrencyDivisibility: decimals,
      paymentCurrency: paid.coin.symbol,
      paymentCurrencyDivisibility: paid.coin.decimals,
      overpaidPaymentAmount: over > 0n ? inCoin(over) : null,
    });
  });
  return router;
}

/** The other variants need no rate of now. */
async function orWithoutRate(asked: Promise<bigint>): Promise<bigint | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GatewayError && error.code === "rate_unavailable") return undefined;
    throw error;
  }
}

/** What was paid by the method of the path; one by which nothing was paid is not found. */
function requirePaidBy(paid: readonly PaidIn[], name: string): PaidIn {
  const methods = paid.map(({ coin }) => ({
    ...coin,
    id: coin.methodId,
    name: "",
    chainName: "",
    explorerUrl: undefined,
  }));
  const found = findMethod(methods, name)?.id;
  const match = paid.find(({ coin }) => coin.methodId === found);
  if (match) return match;
  const known = methods.map(({ id }) => id).join(", ");
  const message = `Expected a method by which this invoice was paid, ${known}; got "${name.slice(0, 64)}".`;
  throw new GatewayError("paymentmethod_not_found", message);
}
