import { timeOrderedId } from "../ids.ts";
import type { Invoice } from "../invoices/invoice.ts";
import type { Payout } from "../payouts/payout.ts";
import type { PullPayment } from "../payouts/pullPayment.ts";
import { unixSeconds } from "../time.ts";
import type { Announcement } from "./payoutPort.ts";
import type { Gateway } from "./ports.ts";
import type { Webhook } from "./storePort.ts";

type Announcing = Pick<Gateway, "clock" | "random" | "store">;
type News = Pick<Announcement, "subjectId" | "storeId" | "type" | "version"> &
  Readonly<{ fields: Readonly<Record<string, unknown>> }>;

/** What webhooks are told of a payout (merchant API, section b): made, approved, or anything else that changed. */
export function announcePayout(
  gateway: Announcing,
  payout: Payout,
  before: Payout | undefined,
): Promise<readonly Announcement[]> {
  const isApproved = before?.state === "AwaitingApproval" && payout.state === "AwaitingPayment";
  const type = before ? (isApproved ? "PayoutApproved" : "PayoutUpdated") : "PayoutCreated";
  const { id: subjectId, storeId, version, pullPaymentId = null, state } = payout;
  const fields = { payoutId: subjectId, pullPaymentId, payoutState: state };
  return announce(gateway, { subjectId, storeId, version, type, fields });
}

/** InvoiceRefund: an invoice has a refund that its buyer can claim. */
export function announceRefund(
  gateway: Announcing,
  { id: invoiceId, storeId, terms }: Invoice,
  { id: pullPaymentId, version }: PullPayment,
): Promise<readonly Announcement[]> {
  const fields = { invoiceId, metadata: terms.metadata ?? {}, pullPaymentId };
  return announce(gateway, { subjectId: pullPaymentId, storeId, version, type: "InvoiceRefund", fields });
}

async function announce(gateway: Announcing, news: News): Promise<readonly Announcement[]> {
  const { fields, ...rest } = news;
  const { storeId, type, subjectId, version } = rest;
  const at = gateway.clock();
  const body = { type, timestamp: unixSeconds(at), storeId, ...fields };
  const webhooks = await gateway.store.webhooksOf(storeId);
  const deliveries = webhooks
    .filter((webhook) => wants(webhook, type))
    .map(({ id: webhookId }) => {
      const id = timeOrderedId(at, gateway.random);
      const envelope = { deliveryId: id, webhookId, originalDeliveryId: id, isRedelivery: false };
      return { id, webhookId, body: JSON.stringify({ ...envelope, ...body }) };
    });
  return [{ ...rest, eventId: `${subjectId}-${version}-0`, body, at, deliveries }];
}

function wants({ enabled, everything, specificEvents }: Webhook, type: string): boolean {
  return enabled && (everything || specificEvents.includes(type));
}
