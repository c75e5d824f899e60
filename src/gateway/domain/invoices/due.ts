import { divFloor } from "../../../values/amount.ts";
import { tooSmallFor } from "./attention.ts";
import { isUnfinished } from "./credit.ts";
import { currentOffer, shownOffer, type Facts, type Invoice, type Offer } from "./invoice.ts";
import { overOf, paidWorth, remainingOf } from "./paid.ts";

/**
 * What a payer is asked for, decided in one place: the API, the page, its QR code, wallets and the PSBT all show this.
 */

/**
 * True while paying exactly the offer pays all that is missing: it was made for that amount, and its address was not paid
 * before. The quote of an address binds the service for the first payment only.
 */
export function isOpen(invoice: Invoice, offer: Offer): boolean {
  const { terms, facts } = invoice;
  if (terms.topUp) return true; // any amount will do, at any time
  const remaining = remainingOf(invoice);
  return remaining > 0n && offer.covers === remaining && !wasPaid(facts, offer);
}

/**
 * True once the offer's address was paid in the offer's coin; another coin leaves its quote unused. Direct
 * offers share the merchant's address: each is paid by its own amount.
 */
export function wasPaid(
  { deposits }: Pick<Facts, "deposits">,
  { depositAddress, direct, input }: Offer,
): boolean {
  return deposits.some(
    ({ address, presence, mismatch, value }) =>
      address === depositAddress && presence !== "gone" && !mismatch && (!direct || value === input),
  );
}

/**
 * True when something was paid, or returned, and the rest has no price in the coin that the payer chose
 * last. Not where nothing is due: a person decides, it is too small, or the amount is not known yet.
 */
export function isUnpriced(invoice: Invoice): boolean {
  const { terms, facts, state } = invoice;
  const shown = shownOffer(facts);
  if (state !== "New" || !shown || facts.deposits.length === 0) return false;
  if (remainingOf(invoice) === 0n || isOpen(invoice, shown)) return false;
  if (terms.policy.underpaid === "hold" && paidWorth(invoice) > 0n) return false;
  if (facts.deposits.some((deposit) => deposit.mismatch && isUnfinished(facts, deposit))) return false;
  return !tooSmallFor(invoice).has(shown.methodId);
}

/**
 * The offer that the method stands for: its newest, unless that would not pay what is missing. Then the rest has to be priced
 * first, and there is nothing to show. A paid invoice keeps showing what was paid.
 */
export function standingOffer(invoice: Invoice, methodId: string): Offer | undefined {
  const offer = currentOffer(invoice, methodId);
  return offer && (isOpen(invoice, offer) || remainingOf(invoice) === 0n) ? offer : undefined;
}

/** What is to be paid by an offer, in smallest units of its coin: all of it or nothing; negative when too much was paid. */
export function dueOf(invoice: Invoice, offer: Offer): bigint {
  if (isOpen(invoice, offer)) return offer.input;
  return -divFloor(offer.input * overOf(invoice), offer.covers);
}
