import { isoTime } from "../../../values/time.ts";
import type { PayoutState } from "../../domain/payouts/payout.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import { isAtOwnAddress } from "../crediting/endUnattributed.ts";
import type { Gateway } from "../gateway.ts";
import type { Claim, Span } from "../../ports/reconcilePort.ts";

/**
 * Why an arrival is not a difference: its invoice, where that is known. `explained` is the sentence for
 * arrivals that are not compared here; undefined where all of it is compared.
 */
export type Explanation = Readonly<{
  invoiceId?: string | undefined;
  storeId?: string | undefined; // the store whose books or inbox have the arrival, if known
  explained?: string | undefined;
}>;

/** What a booking explains, whenever it was booked and in whichever store. */
export function explainedByBooking(
  span: Span,
  { invoiceId, storeId, at }: Omit<Claim, "outpoint">,
): Explanation {
  if (span.storeId !== undefined && storeId !== span.storeId)
    return {
      invoiceId,
      storeId,
      explained: `It is booked for invoice ${invoiceId} of store ${storeId ?? "that is not known any more"}.`,
    };
  if (at >= span.from && at < span.to) return { invoiceId };
  return {
    invoiceId,
    storeId,
    explained: `It is booked outside of this range, at ${isoTime(at)}, for invoice ${invoiceId}.`,
  };
}

/**
 * Describes the state of unattributed funds and of their refund. Undefined if an invoice was credited with them, or if their
 * transaction is in no block.
 */
export async function explainUnattributed(
  { persistence }: Pick<Gateway, "persistence">,
  found: Unattributed,
): Promise<string | undefined> {
  const { state, refundId, chainId, outpoint } = found;
  if (state === "open")
    return `It is among the unattributed funds, ${chainId}:${outpoint}, and in the inbox: npx crosstill assign gives it to an invoice.`;
  if (state === "dismissed") return "A person has decided that it is not a payment.";
  if (state === "explained")
    return isAtOwnAddress(found)
      ? "It is a payment of the intent service."
      : "What the service made of it was unattributed at the settlement address, and was decided upon there.";
  const refund = refundId === undefined ? undefined : await persistence.payouts.load(refundId);
  if (state !== "refunded" || !refund) return undefined;
  return `It is among the unattributed funds, and its refund, payout ${refund.id}, ${REFUND_WORDS[refund.state]}.`;
}

const REFUND_WORDS: Readonly<Record<PayoutState, string>> = {
  AwaitingApproval: "waits for its approval",
  AwaitingPayment: "is approved and not paid yet",
  InProgress: "is being paid",
  Completed: "is paid",
  Cancelled: "is cancelled",
};
