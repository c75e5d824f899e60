import type { PaymentRequest, PaymentRequestStatus } from "../../domain/invoices/paymentRequest.ts";
import { unixSeconds } from "../../../values/time.ts";
import type { PaymentRequestEvent } from "../../ports/paymentRequestPort.ts";
import type { Gateway } from "../gateway.ts";
import type { OutboxEntry } from "../../ports/outboxPort.ts";
import { buildDeliveries } from "../webhooks/buildDeliveries.ts";

/** The events of a payment request whose status changes; empty when it stays. */
export function eventsOfMove(
  before: PaymentRequestStatus,
  after: PaymentRequestStatus,
): readonly PaymentRequestEvent[] {
  if (after === before) return [];
  return [
    "PaymentRequestStatusChanged",
    ...(after === "Completed" ? (["PaymentRequestCompleted"] as const) : []),
  ];
}

/**
 * The events of a change of a payment request (merchant API, section b), and one delivery for each webhook that wants it: to be
 * written in the same commit as the change.
 */
export async function announcePaymentRequest(
  gateway: Pick<Gateway, "clock" | "random" | "persistence">,
  request: PaymentRequest,
  types: readonly PaymentRequestEvent[],
): Promise<OutboxEntry<Readonly<{ type: PaymentRequestEvent }>>> {
  const at = gateway.clock();
  const { id: paymentRequestId, storeId, status } = request;
  const fields = { timestamp: unixSeconds(at), storeId, paymentRequestId, status };
  const events = types.map((type) => ({ event: { type }, body: { type, ...fields } }));
  return buildDeliveries(gateway, storeId, at, events);
}
