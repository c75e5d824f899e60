import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import type { Priced } from "./priceMethod.ts";

/** What must survive the database: from an address back to its request and invoice. */
function journalEntry(invoice: Invoice, priced: Priced, at: Instant): Readonly<Record<string, unknown>> {
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

/**
 * Writes an offer into the journal, and gives it as the database is to keep it: with the journal's id. Throws
 * storage_unavailable when it cannot be written: what is not there must not be shown.
 */
export async function journalOffer(
  { journal }: Pick<Gateway, "journal">,
  invoice: Invoice,
  priced: Priced,
  at: Instant,
): Promise<Priced> {
  const kept =
    journal.id === undefined ? priced : { ...priced, offer: { ...priced.offer, journal: journal.id } };
  try {
    await journal.append(journalEntry(invoice, kept, at));
  } catch (cause) {
    const message =
      "The journal of addresses cannot be written, so that no address is given out. Try again; with the same Idempotency-Key nothing is done twice.";
    throw new GatewayError("storage_unavailable", message, {}, { cause });
  }
  return kept;
}
