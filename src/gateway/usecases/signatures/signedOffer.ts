import { isOpen } from "../../domain/invoices/due.ts";
import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { unixSeconds } from "../../../values/time.ts";
import { offerText } from "./offerText.ts";
import type { Signer } from "../../ports/secretsPort.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/**
 * A signed offer as in the API, events and pages. `publicKey` names the key and proves nothing: the reader
 * must know it from elsewhere.
 */
export type SignedOffer = Readonly<{ version: 1; text: string; signature: string; publicKey: string }>;

/**
 * The gateway's signature of an offer that the invoice still takes; undefined for one that nothing is to be sent for. It
 * is not stored: ed25519 gives the same one whenever it is asked for (decision 28).
 */
export function signOffer(
  signer: Signer,
  store: MerchantStore,
  invoice: Invoice,
  offer: Offer | undefined,
): SignedOffer | undefined {
  return offer && isPayable(invoice, offer) ? signPastOffer(signer, store, invoice, offer) : undefined;
}

/**
 * The same for an offer that may have expired: what the payer received with it, while the key and the
 * shop's domain stay.
 */
export function signPastOffer(
  { publicKey, sign }: Signer,
  store: MerchantStore,
  invoice: Invoice,
  offer: Offer,
): SignedOffer {
  const text = textOf(store, invoice, offer);
  return { version: 1, text, signature: sign(text), publicKey };
}

/** What was promised, signed: the newest offer of each method, whether it is still to be paid, was paid or is over. */
export function signOffers(
  signer: Signer,
  store: MerchantStore,
  invoice: Invoice,
): readonly (SignedOffer & Readonly<{ paymentMethodId: string }>)[] {
  const newest = new Map(invoice.facts.offers.map((offer) => [offer.methodId, offer]));
  return [...newest].map(([paymentMethodId, offer]) => ({
    paymentMethodId,
    ...signPastOffer(signer, store, invoice, offer),
  }));
}

/** True while the invoice waits for exactly this offer's amount, or for any. */
function isPayable(invoice: Invoice, offer: Offer): boolean {
  return invoice.state === "New" && isOpen(invoice, offer);
}

function textOf(store: MerchantStore, { id, storeId, terms }: Invoice, offer: Offer): string {
  return offerText({
    invoice: id,
    store: storeId,
    domain: store.domain ?? "none",
    address: offer.depositAddress,
    units: terms.topUp ? "any" : offer.input.toString(),
    amount: terms.topUp ? "any" : formatDecimal(offer.input, offer.decimals),
    coin: offer.symbol,
    token: offer.currency,
    chain: String(offer.chainId),
    expires: String(unixSeconds(terms.expiresAt)),
  });
}
