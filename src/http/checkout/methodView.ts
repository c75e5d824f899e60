import { bitcoinQrUri } from "../../bitcoin/paymentUri.ts";
import type { Method } from "../../gateway/methods.ts";
import { takesRefundAddress } from "../../gateway/setRefundAddress.ts";
import { tooSmallFor } from "../../invoices/attention.ts";
import { shownOffer, type Invoice, type Offer } from "../../invoices/invoice.ts";
import { formatDecimal } from "../../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { dueOf, paymentUri, rateOf } from "../api/presentMethods.ts";
import { evmPlace } from "./evmView.ts";
import { qrSvg } from "./qr.ts";
import { signatureView } from "./signatureView.ts";
import { splitOf } from "./splitView.ts";
import type { CheckoutMethod, RefundForm } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** The method that is shown, with its address and amount. */
export function methodView(invoice: Invoice, offer: Offer, context: ViewContext): CheckoutMethod {
  const method = context.methods.find(({ id }) => id === offer.methodId);
  const open = dueOf(invoice, offer);
  const due = open > 0n ? open : 0n;
  const asked = invoice.terms.topUp ? undefined : due; // the payer chooses how much
  const show = (amount: bigint) => formatDecimal(amount, offer.decimals);
  const earlier = invoice.facts.offers.findLast(
    (other) => other !== offer && other.methodId === offer.methodId,
  );
  const isRenewed = earlier && earlier.covers === offer.covers && earlier.input !== offer.input;
  const isBitcoin = offer.chainId === BITCOIN_CHAIN_ID;
  return {
    id: offer.methodId,
    name: method?.name ?? offer.symbol,
    currency: offer.symbol,
    network: networkOf(offer, context),
    amount: show(offer.input),
    due: show(due),
    address: offer.depositAddress,
    uri: paymentUri(offer, asked),
    qrSvg: isBitcoin
      ? qrSvg(bitcoinQrUri(offer.depositAddress, asked))
      : qrSvg(offer.depositAddress, "QR code with the address"), // many wallets ignore what else a link says, or do as it says on another chain
    evm: evmPlace(invoice, offer, asked),
    split: splitOf(invoice, offer),
    rate: `1 ${offer.symbol} = ${shortRate(rateOf(invoice, offer))} ${invoice.terms.currency}, fees included`,
    quoteValidUntilMs: offer.from + context.offerMaxAgeMs,
    refundAddress: offer.refundTo,
    refundOwner: isPayers(invoice, offer, context) ? "the payer" : "the merchant",
    testNetwork: context.testNetwork,
    genuine: signatureView(invoice, offer, context),
    changed:
      isRenewed && !invoice.terms.topUp ? { from: show(earlier.input), to: show(offer.input) } : undefined,
  };
}

/** True when the offer sends a refund to where the payer wants it, or wanted it when the offer was made. */
export function isPayers({ facts }: Invoice, { chainId, refundTo }: Offer, { store }: ViewContext): boolean {
  const wanted = facts.refundTo[chainId];
  return wanted === refundTo || (wanted !== undefined && refundTo !== store.settings.refunds[chainId]);
}

/** The form for the payer's own refund address, while it can still be given. */
export function refundForm(invoice: Invoice, offer: Offer, context: ViewContext): RefundForm | undefined {
  if (!takesRefundAddress(invoice, context.now)) return undefined;
  const address = invoice.facts.refundTo[offer.chainId];
  return {
    methodId: offer.methodId,
    currency: offer.symbol,
    network: networkOf(offer, context),
    actionUrl: `/i/${invoice.id}/refund-address`,
    stillUrl: `/i/${invoice.id}?refund`,
    address,
    pending: address !== undefined && address !== offer.refundTo,
  };
}

function networkOf({ chainId, methodId }: Offer, { methods }: ViewContext): string {
  if (chainId === BITCOIN_CHAIN_ID) return "Bitcoin";
  return methods.find(({ id }) => id === methodId)?.chainName ?? `chain ${chainId}`;
}

/** A rate for reading, cut off: two decimals of a large one, of a small one six digits that count. The API has the exact one. */
function shortRate(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  if (whole.length > 3) return `${whole}.${fraction.padEnd(2, "0").slice(0, 2)}`;
  const [units = "0", digits = ""] = (/^[0.]*[\d.]{0,6}/.exec(rate)?.[0] ?? rate).split(".");
  return `${units}.${digits.padEnd(2, "0")}`;
}

/** True while a price is missing because a network cannot be looked at: it passes, and says nothing of the price. */
export function isChainUnseen({ facts }: Invoice, { refusals }: ViewContext): boolean {
  return facts.offers.length === 0 && [...refusals.values()].some(({ code }) => code === "chain_unseen");
}

const PASSING: ReadonlySet<string> = new Set(["service_unavailable", "chain_unseen"]);

/** Why there is no price, where that is known and does not pass by itself. */
export function unpricedReason(
  invoice: Invoice,
  { methods, unavailable, refusals }: ViewContext,
): string | undefined {
  if (invoice.facts.offers.length > 0) return undefined;
  return methods.map(reasonOf({ unavailable, refusals })).find((reason) => reason !== undefined);
}

/** True when every method has a reason that does not pass by itself: who tries again is refused again. */
export function isNoWay({ facts }: Invoice, { methods, unavailable, refusals }: ViewContext): boolean {
  const reason = reasonOf({ unavailable, refusals });
  return facts.offers.length === 0 && methods.length > 0 && methods.every((one) => reason(one) !== undefined);
}

function reasonOf({ unavailable, refusals }: Pick<ViewContext, "unavailable" | "refusals">) {
  return ({ id }: Method): string | undefined => {
    const refusal = refusals.get(id);
    return (
      unavailable.get(id)?.reason ?? (refusal && !PASSING.has(refusal.code) ? refusal.message : undefined)
    );
  };
}

/** Whether what is missing is too small for the method that is shown, or for every method that there is. */
export function restTooSmall(invoice: Invoice, { methods }: ViewContext): "chosen" | "any" | undefined {
  const refused = tooSmallFor(invoice);
  if (!refused.has(shownOffer(invoice.facts)?.methodId ?? "")) return undefined;
  return methods.every(({ id }) => refused.has(id)) ? "any" : "chosen";
}
