import { isoTime } from "../../../values/time.ts";
import type { Claim, Span } from "../../ports/reconcilePort.ts";

/**
 * Why an arrival is not a difference: its invoice, where that is known. `explained` is the sentence for
 * arrivals that are not compared here; undefined where all of it is compared.
 */
export type Explanation = Readonly<{ invoiceId?: string | undefined; explained?: string | undefined }>;

/** What a booking explains, whenever it was booked and in whichever store. */
export function explainedByBooking(
  span: Span,
  { invoiceId, storeId, at }: Omit<Claim, "outpoint">,
): Explanation {
  if (span.storeId !== undefined && storeId !== span.storeId)
    return {
      invoiceId,
      explained: `It is booked for invoice ${invoiceId} of store ${storeId ?? "that is not known any more"}.`,
    };
  if (at >= span.from && at < span.to) return { invoiceId };
  return {
    invoiceId,
    explained: `It is booked outside of this range, at ${isoTime(at)}, for invoice ${invoiceId}.`,
  };
}
