import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import type { Priced } from "./priceMethod.ts";

/** What must survive the database: from an address back to its request and invoice. */
export function journalEntry(
  invoice: Invoice,
  priced: Priced,
  at: Instant,
): Readonly<Record<string, unknown>> {
  const { offer } = priced;
  return {
    at: isoTime(at),
    invoiceId: invoice.id,
    storeId: invoice.storeId,
    methodId: offer.methodId,
    chainId: offer.chainId,
    depositAddress: offer.depositAddress,
    requestId: offer.requestId,
    refundTo: offer.refundTo,
    input: offer.input.toString(),
    offer: plain(offer),
    spare: priced.addresses
      .filter(({ spare }) => spare)
      .map(({ address, requestId }) => ({ address, requestId })),
  };
}

/** An offer as JSON has it: amounts are digits. */
function plain(offer: Offer): unknown {
  return JSON.parse(
    JSON.stringify(offer, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)),
  );
}
