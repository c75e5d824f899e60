import { isoTime } from "../../../values/time.ts";
import type { Claim, Span } from "../../ports/reconcilePort.ts";

/**
 * Why money that arrived is no difference: the invoice that it is of, where that is known. `explained` is the sentence for what is
 * not compared here; it is undefined where all of it is compared, so that nothing has to be told.
 */
export type Explanation = Readonly<{ invoiceId?: string | undefined; explained?: string | undefined }>;

/** What a booking explains, whenever it was booked and in whichever store. */
export function explainedByBooking(span: Span, { invoiceId, storeId, at }: Omit<Claim, "outpoint">): Explanation {
  if (span.storeId !== undefined && storeId !== span.storeId)
    return { invoiceId, explained: `It is booked for invoice ${invoiceId} of store ${storeId ?? "that is not known any more"}.` };
  if (at >= span.from && at < span.to) return { invoiceId };
  return { invoiceId, explained: `It is booked outside of this range, at ${isoTime(at)}, for invoice ${invoiceId}.` };
} // prettier-ignore
