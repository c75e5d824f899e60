import { depositStatusOf, isUnfinished } from "../../domain/invoices/credit.ts";
import { shownOffer, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import { dueOf } from "../../domain/invoices/due.ts";
import { priceOf } from "../../domain/invoices/paid.ts";
import { exceptionsOf } from "../../domain/invoices/exceptions.ts";
import { decimalIn } from "../../../languages/formats.ts";
import { formatDecimal, formatFixed } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { metadataText, shownText } from "../../domain/invoices/metadataText.ts";
import { readHost, isOnOwnHost } from "../../usecases/stores/ownHosts.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
import { choices } from "./choiceView.ts";
import {
  isChainUnseen,
  isNoWay,
  methodView,
  refundForm,
  restTooSmall,
  unpricedReason,
} from "./methodView.ts";
import { paymentView, refundNotice, refundViews, wrongNetwork } from "./moneyViews.ts";
import {
  isLateAccepted,
  showOverpaid,
  paidAt,
  partsOf,
  receivedOf,
  showRefundArranged,
} from "./priceParts.ts";
import { stageOf } from "./stage.ts";
import type { CheckoutStage, CheckoutView } from "./view.ts";
import { soon } from "./words.ts";
import type { ViewContext } from "./viewContext.ts";

/** An invoice as the checkout shows it. */
export function checkoutView(invoice: Invoice, context: ViewContext): CheckoutView {
  const { terms, facts } = invoice;
  const { language } = context;
  const offer = shownOffer(facts);
  const url = `/i/${invoice.id}`;
  const stage = stageOf(invoice);
  return {
    invoiceId: invoice.id,
    language,
    storeName: context.store.name,
    look: appearanceOf(context.store),
    price: decimalIn(language, formatFixed(priceOf(invoice), terms.decimals)),
    topUp: terms.topUp,
    currency: terms.currency,
    description: shownText(terms.metadata, "itemDesc"),
    orderId: shownText(terms.metadata, "orderId"),
    paidAt: stage === "settled" ? paidAt(invoice, language) : undefined,
    received: stage === "settled" ? receivedOf(invoice, language) : undefined,
    state: invoice.state,
    additional: invoice.additional,
    stage,
    odd: oddOf(invoice),
    wrongNetwork: wrongNetwork(invoice, context),
    lateAccepted: isLateAccepted(invoice),
    parts: partsOf(invoice, language),
    restTooSmall: restTooSmall(invoice, context),
    overpaid: showOverpaid(invoice, context.refunds, language),
    refundArranged: showRefundArranged(invoice, context.refunds, language),
    refunded: context.refunded,
    chainUncertain: context.chainUncertain,
    chainUnseen: isChainUnseen(invoice, context),
    confirmations: confirmationsOf(invoice, context),
    settling: stage === "converting" || stage === "confirmed" ? settlingOf(context) : undefined,
    expiresAtMs: terms.expiresAt,
    nowMs: context.now,
    method: offer && methodView(invoice, offer, context),
    methods: choices(invoice, offer, context),
    payments: facts.deposits.map((deposit) => paymentView(invoice, deposit, context)),
    refunds: refundViews(invoice, context),
    refundForm: offer && ASKING.has(stage) ? refundForm(invoice, offer, context) : undefined,
    psbtUrl: offer?.chainId === BITCOIN_CHAIN_ID && !terms.topUp ? `${url}/psbt` : undefined,
    methodsUrl: `${url}?methods`,
    redirectUrl: filled(invoice, terms.checkout.redirectUrl),
    returnTo: returnTo(invoice, context),
    returnsByItself: terms.checkout.redirectAutomatically,
    supportUrl: filled(invoice, context.store.settings.profile.supportUrl),
    unpricedReason: unpricedReason(invoice, context),
    noWay: isNoWay(invoice, context),
    notice: refundNotice(invoice, context),
    sandbox: context.sandbox,
    sandboxWalletUrl: walletUrl(invoice, offer, context),
    version: invoice.version,
    statusUrl: `${url}/status`,
    eventsUrl: `${url}/events`,
  };
}

/** The store, but for an address that a visitor has named on another host than the store's website: then this host. */
function returnTo({ terms }: Invoice, { store }: ViewContext): string {
  const { byVisitor, checkout } = terms;
  const { redirectUrl } = checkout;
  if (!byVisitor || redirectUrl === undefined || isOnOwnHost(store, redirectUrl)) return store.name;
  return readHost(redirectUrl) ?? store.name;
}

/** The stages in which the page asks for a payment, or is about to. */
const ASKING: ReadonlySet<CheckoutStage> = new Set(["awaiting", "repricing"]);

function oddOf(invoice: Invoice): CheckoutView["odd"] {
  const { facts } = invoice;
  const odd = exceptionsOf(invoice);
  const kinds = new Set(odd.map(({ kind }) => kind));
  const tooSmall = new Set(odd.filter(({ kind }) => kind === "belowMinimum").map(({ outpoint }) => outpoint));
  // A finished payment is described in its own row.
  const unfinished = facts.deposits.filter((deposit) => isUnfinished(facts, deposit));
  return {
    delayed: kinds.has("delayed"),
    late: kinds.has("late"),
    wrongAsset: unfinished.some(({ mismatch }) => mismatch === "asset"),
    wrongChain: unfinished.some(({ mismatch }) => mismatch === "chain"),
    belowMinimum: unfinished.some(({ outpoint }) => tooSmall.has(outpoint)),
    failed: unfinished.some(
      (deposit) => depositStatusOf(facts, deposit) === "failed" && !tooSmall.has(deposit.outpoint),
    ),
    claimed: kinds.has("claimed"),
  };
}

function confirmationsOf(
  invoice: Invoice,
  { bitcoinConfirmations: need }: ViewContext,
): CheckoutView["confirmations"] {
  const kept = invoice.facts.deposits.filter((deposit) => depositStatusOf(invoice.facts, deposit) !== "gone");
  if (kept.length === 0 || ["awaiting", "repricing", "held"].includes(stageOf(invoice))) return undefined;
  return { need, have: Math.min(need, ...kept.map(({ confirmations }) => confirmations)) };
}

function settlingOf({ settling, now, language }: ViewContext): CheckoutView["settling"] {
  const { finalAt } = settling ?? {};
  return settling && { final: finalAt === undefined ? undefined : soon(language, finalAt - now) };
}

const PLACES = /(?:\{|%7B)(InvoiceId|OrderId|Status)(?:\}|%7D)/gi;
const LONGEST_LINK = 4_000; // more than its shop's server would take

/** A page of the shop's, with its placeholders filled, also those that its URL builder has encoded; undefined where it would be too long. */
function filled(invoice: Invoice, url = ""): string | undefined {
  const orderId = encodeURIComponent(metadataText(invoice.terms.metadata, "orderId") ?? "");
  const places = url.match(PLACES)?.length ?? 0;
  if (url === "" || url.length + places * orderId.length > LONGEST_LINK) return undefined;
  const values: Readonly<Record<string, string>> = {
    invoiceid: invoice.id,
    orderid: orderId,
    status: invoice.state,
  };
  return url.replace(PLACES, (_, name: string) => values[name.toLowerCase()] ?? "");
}

function walletUrl(invoice: Invoice, offer: Offer | undefined, context: ViewContext): string | undefined {
  if (!context.sandbox || !offer) return undefined;
  const due = dueOf(invoice, offer);
  if (due <= 0n) return undefined;
  const chain = offer.chainId === BITCOIN_CHAIN_ID ? "bitcoin" : offer.chainId;
  const query = new URLSearchParams({
    asset: `${chain}/${offer.symbol}`,
    to: offer.depositAddress,
    amount: formatDecimal(due, offer.decimals),
    back: `/i/${invoice.id}`,
  });
  return `${context.publicUrl}/sandbox/wallet?${query}`;
}
