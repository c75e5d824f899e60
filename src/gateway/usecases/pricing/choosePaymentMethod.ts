import { ConflictError } from "../../../database/driver.ts";
import { paidWorth, remainingOf } from "../../domain/invoices/paid.ts";
import { isOpen } from "../../domain/invoices/due.ts";
import {
  currentOffer,
  isFinal,
  shownOffer,
  type Invoice,
  type Offer,
} from "../../domain/invoices/invoice.ts";
import { journalOffer } from "./journalEntry.ts";
import { loadInvoiceAndStore } from "../invoices/loadInvoiceAndStore.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { appraiseParts } from "./appraiseParts.ts";
import { dustWorth } from "../../domain/invoices/dustWorth.ts";
import { GatewayError } from "../../errors.ts";
import { allowedMethods, methodsOfInvoice, requireMethod } from "./methods.ts";
import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "./pricingContext.ts";
import { requireFollowed } from "./requireFollowed.ts";
import { priceMethod, type Priced } from "./priceMethod.ts";

const ATTEMPTS = 2; // an address that was leased concurrently is asked for once more

/**
 * Prices an invoice in the coin that the payer chose, unless a fresh price is there already. Address, request and lease
 * are on the disk, in the database and in the journal, before the new invoice is given back. Throws GatewayError.
 */
export async function choosePaymentMethod(
  gateway: PricingContext,
  invoiceId: string,
  methodId: string,
): Promise<Invoice> {
  const key = `${invoiceId} ${methodId}`;
  const underWay = gateway.choosing.get(key);
  if (underWay) return underWay; // an impatient payer must not use up a quote and an address with every click
  const choice = choose(gateway, invoiceId, methodId).finally(() => gateway.choosing.delete(key));
  gateway.choosing.set(key, choice);
  return choice;
}

async function choose(gateway: PricingContext, invoiceId: string, methodId: string): Promise<Invoice> {
  const { invoice: known, store } = await loadInvoiceAndStore(gateway, invoiceId);
  const at = gateway.clock();
  if (isFinal(known.state) || at >= known.terms.expiresAt) {
    throw new GatewayError("invoice_closed", "This invoice is closed. Ask the shop for a new one.");
  }
  const methods = await methodsOfInvoice(gateway, store, known.terms);
  const method = requireMethod(methods, methodId);
  if (!allowedMethods(methods, known.terms).includes(method)) {
    throw new GatewayError("method_not_available", `This invoice cannot be paid by ${method.name}.`);
  }
  refuseUnlessOpen(known);
  const invoice = await appraiseParts(gateway, store, known, methods);
  const offer = currentOffer(invoice, method.id);
  if (offer && isCurrent(gateway, invoice, offer)) {
    if (offer === shownOffer(invoice.facts)) return invoice;
    return advanceInvoice(gateway, invoiceId, { kind: "chosen", at, quoteId: offer.quoteId });
  }
  await requireFollowed(gateway, method.chainId);
  for (let attempt = 1; ; attempt++) {
    const priced = await priceMethod(gateway, store, invoice, method).catch(
      noteSmallRest(gateway, invoice, method.id),
    );
    try {
      return await keepOffer(gateway, invoice, priced);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (attempt < ATTEMPTS) continue;
      const message =
        "The address or the amount of this payment method is being used by another invoice. Try again later.";
      throw new GatewayError("address_conflict", message, {}, { cause: error });
    }
  }
}

/**
 * Records a rest that is too small to be paid by the method: a person must see it before the invoice expires. Only a
 * coin that the payer has paid with can make it a rest to write off. Rethrows the error.
 */
function noteSmallRest(
  gateway: PricingContext,
  invoice: Invoice,
  methodId: string,
): (error: unknown) => Promise<never> {
  return async (error) => {
    const isTooSmall = error instanceof GatewayError && error.code === "amount_too_small";
    if (isTooSmall && paidWorth(invoice) > 0n) {
      const rest = remainingOf(invoice);
      const dust = dustWorth(invoice, methodId);
      const at = gateway.clock();
      const isPaidWith = invoice.facts.deposits.some(
        (deposit) => deposit.methodId === methodId && deposit.presence !== "gone",
      );
      const otherCoin = isPaidWith ? {} : { otherCoin: true as const };
      await advanceInvoice(gateway, invoice.id, {
        kind: "restTooSmall",
        at,
        methodId,
        rest,
        dust,
        ...otherCoin,
      });
    }
    throw error;
  };
}

/** Throws invoice_paid, or invoice_held where the policy leaves what is missing to a person. */
function refuseUnlessOpen(invoice: Invoice): void {
  if (remainingOf(invoice) === 0n)
    throw new GatewayError("invoice_paid", "This invoice is paid. Do not pay it again.");
  if (invoice.terms.policy.underpaid === "hold" && paidWorth(invoice) > 0n) {
    const message =
      "Less than the price has arrived. The shop decides what happens next: ask it, do not pay again.";
    throw new GatewayError("invoice_held", message);
  }
}

/**
 * True for a young offer that asks for exactly what is still to be paid, with the refund address that the payer wants. A direct
 * one does not grow old: it is in the coin that the price is due in.
 */
export function isCurrent(
  gateway: Pick<Gateway, "clock" | "settings">,
  invoice: Invoice,
  offer: Offer | undefined,
): boolean {
  if (!offer || !isOpen(invoice, offer)) return false;
  if (offer.direct) return true;
  const wanted = invoice.facts.refundTo[offer.chainId];
  if (wanted !== undefined && wanted !== offer.refundTo) return false;
  return gateway.clock() - offer.from < gateway.settings.offerMaxAgeMs;
}

/** Writes a new offer: first the journal, then the database, then people may see it. */
async function keepOffer(gateway: PricingContext, invoice: Invoice, priced: Priced): Promise<Invoice> {
  await gateway.failover?.requireAgreement();
  const at = gateway.clock();
  const { offer, ...written } = await journalOffer(gateway, invoice, priced, at);
  const after = await advanceInvoice(gateway, invoice.id, { kind: "offer", at, offer }, written);
  const { requestId } = offer;
  if (after.facts.offers.some((one) => one.requestId === requestId))
    gateway.journal.noteAcknowledged({ at, invoiceId: invoice.id, requestId });
  return after;
}
