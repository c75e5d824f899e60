import { bitcoinQrUri } from "../../../bitcoin/codec/paymentUri.ts";
import type { Method } from "../../usecases/pricing/methods.ts";
import { refundAddressStays, takesRefundAddress } from "../../usecases/invoices/setRefundAddress.ts";
import { tooSmallFor } from "../../domain/invoices/attention.ts";
import { dueOf } from "../../domain/invoices/due.ts";
import { shownOffer, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import { offerRate } from "../../domain/invoices/offerRate.ts";
import { decimalIn } from "../../../languages/formats.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { coinAmount } from "../../../intents/coinAmount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { paymentUri } from "../api/present/presentMethods.ts";
import { evmPlace } from "./evmView.ts";
import { coinMark } from "./marks.ts";
import { qrSvg } from "./qr.ts";
import { methodName, refusalText, tooSmallText } from "./refusalWords.ts";
import { signatureView } from "./signatureView.ts";
import { splitOf } from "./splitView.ts";
import type { CheckoutMethod, RefundForm } from "./view.ts";
import { KEY_REFUSED, type ViewContext } from "./viewContext.ts";

/** The method that is shown, with its address and amount. */
export function methodView(invoice: Invoice, offer: Offer, context: ViewContext): CheckoutMethod {
  const t = wordsOf(context.language);
  const method = context.methods.find(({ id }) => id === offer.methodId);
  const open = dueOf(invoice, offer);
  const due = open > 0n ? open : 0n;
  const asked = invoice.terms.topUp ? undefined : due; // the payer chooses how much
  const show = (amount: bigint) => coinAmount(amount, offer);
  const isBitcoin = offer.chainId === BITCOIN_CHAIN_ID;
  return {
    id: offer.methodId,
    name: method ? methodName(method, context) : offer.symbol,
    currency: offer.symbol,
    network: networkOf(offer, context),
    amount: show(offer.input),
    due: show(due),
    address: offer.depositAddress,
    uri: paymentUri(offer, asked),
    qrSvg: isBitcoin
      ? qrSvg(bitcoinQrUri(offer.depositAddress, asked), t("pay.qrLink"), coinMark(offer.symbol))
      : qrSvg(offer.depositAddress, t("pay.qrAddress"), coinMark(offer.symbol)), // many wallets ignore the rest of a link, or apply it on another chain
    evm: evmPlace(invoice, offer, asked, { label: t("pay.qrAll"), publicUrl: context.publicUrl }),
    split: offer.direct ? undefined : splitOf(invoice, offer),
    rate: offer.direct
      ? t("pay.direct", { store: context.store.name })
      : t("pay.rate", { rate: rateText(invoice, offer, context) }),
    quoteValidUntilMs: offer.direct ? undefined : offer.from + context.offerMaxAgeMs,
    refundAddress: offer.refundTo,
    refundOwner: isPayers(invoice, offer, context) ? "the payer" : "the merchant",
    direct: offer.direct === true,
    testNetwork: context.testNetwork,
    genuine: signatureView(invoice, offer, context),
  };
}

/** True when the offer sends a refund to where the payer wants it, or wanted it when the offer was made. */
export function isPayers({ facts }: Invoice, { chainId, refundTo }: Offer, { store }: ViewContext): boolean {
  const wanted = facts.refundTo[chainId];
  return wanted === refundTo || (wanted !== undefined && refundTo !== store.settings.refunds[chainId]);
}

/** The form for the payer's own refund address, while it can still be given. */
export function refundForm(invoice: Invoice, offer: Offer, context: ViewContext): RefundForm | undefined {
  if (offer.direct || !takesRefundAddress(invoice, context.now) || refundAddressStays(invoice, offer.chainId))
    return undefined;
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

function networkOf({ chainId, methodId }: Offer, { methods, language }: ViewContext): string {
  if (chainId === BITCOIN_CHAIN_ID) return "Bitcoin";
  const chain = methods.find(({ id }) => id === methodId)?.chainName;
  return chain ?? wordsOf(language)("common.chain", { id: String(chainId) });
}

/** "1 BTC = 81,234.10 USD". */
function rateText(invoice: Invoice, offer: Offer, { language }: ViewContext): string {
  const rate = decimalIn(language, shortRate(offerRate(invoice, offer)));
  return `1 ${offer.symbol} = ${rate} ${invoice.terms.currency}`;
}

/** A rate for reading, cut off: two decimals of a large one, of a small one six digits that count. The API has the exact one. */
function shortRate(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  if (whole.length > 3) return `${whole}.${fraction.padEnd(2, "0").slice(0, 2)}`;
  const [units = "0", digits = ""] = (/^[0.]*[\d.]{0,6}/.exec(rate)?.[0] ?? rate).split(".");
  return `${units}.${digits.padEnd(2, "0")}`;
}

/**
 * True while a price is missing because a network is unavailable: a temporary condition, unrelated to the
 * price.
 */
export function isChainUnseen({ facts }: Invoice, { refusals }: ViewContext): boolean {
  return facts.offers.length === 0 && [...refusals.values()].some(({ code }) => code === "chain_unseen");
}

const PASSING: ReadonlySet<string> = new Set(["service_unavailable", "chain_unseen"]);

/** Why there is no price, where that is known and does not pass by itself. */
export function unpricedReason(invoice: Invoice, context: ViewContext): string | undefined {
  if (invoice.facts.offers.length > 0) return undefined;
  return context.methods.map(reasonFor(invoice, context)).find((reason) => reason !== undefined);
}

/** True when every method has a permanent reason: a retry is refused again. */
export function isNoWay(invoice: Invoice, context: ViewContext): boolean {
  const reason = reasonFor(invoice, context);
  const { methods, refusals } = context;
  return (
    invoice.facts.offers.length === 0 &&
    methods.length > 0 &&
    methods.every((one) => reason(one) !== undefined && refusals.get(one.id)?.code !== KEY_REFUSED)
  );
}

function reasonFor({ terms }: Invoice, { unavailable, refusals, language }: ViewContext) {
  const around = { language, currency: terms.currency };
  return (method: Method): string | undefined => {
    const tooSmall = unavailable.get(method.id);
    if (tooSmall) return tooSmallText(method, tooSmall, around);
    const refusal = refusals.get(method.id);
    return refusal && !PASSING.has(refusal.code) ? refusalText(method, refusal, around) : undefined;
  };
}

/** Whether what is missing is too small for the method that is shown, or for every method that there is. */
export function restTooSmall(invoice: Invoice, { methods }: ViewContext): "chosen" | "any" | undefined {
  const refused = tooSmallFor(invoice);
  if (!refused.has(shownOffer(invoice.facts)?.methodId ?? "")) return undefined;
  return methods.every(({ id }) => refused.has(id)) ? "any" : "chosen";
}
