import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { unixSeconds } from "../../../values/time.ts";
import type { Announcement } from "../../ports/payoutPort.ts";
import type { Gateway } from "../gateway.ts";
import { buildDeliveries } from "../webhooks/buildDeliveries.ts";

type Announcing = Pick<Gateway, "clock" | "random" | "persistence">;

/** The webhook events of a payout (merchant API, section b): created, approved, or updated. */
export function announcePayout(
  gateway: Announcing,
  payout: Payout,
  before: Payout | undefined,
): Promise<readonly Announcement[]> {
  const isApproved = before?.state === "AwaitingApproval" && payout.state === "AwaitingPayment";
  const type = before ? (isApproved ? "PayoutApproved" : "PayoutUpdated") : "PayoutCreated";
  const { id: payoutId, pullPaymentId = null, state } = payout;
  return announce(gateway, payout, type, { payoutId, pullPaymentId, payoutState: state });
}

/** InvoiceRefund: an invoice has a refund that its buyer can claim. It goes in order with the invoice's other events. */
export function announceRefund(
  gateway: Announcing,
  { id: invoiceId, terms }: Invoice,
  pullPayment: PullPayment,
): Promise<readonly Announcement[]> {
  const fields = { invoiceId, metadata: terms.metadata ?? {}, pullPaymentId: pullPayment.id };
  const { id, storeId, version } = pullPayment;
  return announce(gateway, { id, storeId, version, queue: invoiceId }, "InvoiceRefund", fields);
}

async function announce(
  gateway: Announcing,
  subject: Announcement["subject"],
  type: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<readonly Announcement[]> {
  const at = gateway.clock();
  const body = { type, timestamp: unixSeconds(at), storeId: subject.storeId, ...fields };
  return [
    { subject, told: await buildDeliveries(gateway, subject.storeId, at, [{ event: { type }, body }]) },
  ];
}
