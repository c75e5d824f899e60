import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { refundedPart, type RefundedPart } from "../../domain/payouts/refundable.ts";
import type { Gateway } from "../gateway.ts";

const MOST_CLAIMS = 100; // of one refund

/** Reads how much of an invoice its refunds have paid back. */
export async function readRefundedPart(
  { persistence }: Pick<Gateway, "persistence">,
  invoice: Invoice,
  refunds: readonly PullPayment[],
): Promise<RefundedPart | undefined> {
  const payouts = await Promise.all(
    refunds.map(({ id, storeId }) =>
      persistence.payouts.list({ storeId, pullPaymentId: id, states: ["Completed"], limit: MOST_CLAIMS }),
    ),
  );
  return refundedPart(invoice, payouts.flat());
}
