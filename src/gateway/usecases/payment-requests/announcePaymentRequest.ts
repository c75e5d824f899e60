import type { PaymentRequest, PaymentRequestStatus } from "../../domain/invoices/paymentRequest.ts";
import { unixSeconds } from "../../../values/time.ts";
import type { PaymentRequestEvent } from "../../ports/paymentRequestPort.ts";
import type { Gateway } from "../../ports/ports.ts";
import type { Told } from "../../ports/outboxPort.ts";
import { tell } from "../webhooks/buildDeliveries.ts";

/** What is told when the status of a payment request becomes another; nothing when it stays. */
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
export async function tellOf(
  gateway: Pick<Gateway, "clock" | "random" | "store">,
  request: PaymentRequest,
  types: readonly PaymentRequestEvent[],
): Promise<Told<Readonly<{ type: PaymentRequestEvent }>>> {
  const at = gateway.clock();
  const { id: paymentRequestId, storeId, status } = request;
  const fields = { timestamp: unixSeconds(at), storeId, paymentRequestId, status };
  const events = types.map((type) => ({ event: { type }, body: { type, ...fields } }));
  return tell(gateway, storeId, at, events);
}
