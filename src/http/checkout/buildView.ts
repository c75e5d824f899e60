import { fateOf } from "../../invoices/credit.ts";
import { paidInPrice, paidWorth, remainingOf } from "../../invoices/paid.ts";
import type { Invoice, Offer } from "../../invoices/invoice.ts";
import { odditiesOf } from "../../invoices/oddities.ts";
import { divCeil, formatDecimal, formatFixed } from "../../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { isoTime } from "../../time.ts";
import { metadataText } from "../api/paymentRows.ts";
import { dueOf } from "../api/presentMethods.ts";
import { choices, methodView, refundForm, unpricedReason } from "./methodView.ts";
import { paymentView, refundNotice, refundViews, settlementView } from "./moneyViews.ts";
import { stageOf } from "./stage.ts";
import type { CheckoutView } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** An invoice as the checkout shows it. */
export function checkoutView(invoice: Invoice, context: ViewContext): CheckoutView {
  const { terms, facts } = invoice;
  const offer = facts.offers.at(-1);
  const url = `/i/${invoice.id}`;
  const settled = facts.settlements.findLast(({ proven }) => proven);
  return {
    invoiceId: invoice.id,
    storeName: context.store.name,
    price: formatFixed(terms.price, terms.decimals),
    currency: terms.currency,
    description: metadataText(terms.metadata, "itemDesc"),
    orderId: metadataText(terms.metadata, "orderId"),
    paidAt: settled && isoTime(settled.at).replace("T", " ").slice(0, 16) + " UTC",
    state: invoice.state,
    additional: invoice.additional,
    stage: stageOf(invoice),
    odd: oddOf(invoice),
    parts: partsOf(invoice),
    chainUncertain: context.chainUncertain,
    confirmations: confirmationsOf(invoice, context),
    expiresAtMs: terms.expiresAt,
    nowMs: context.now,
    method: offer && methodView(invoice, offer, context),
    methods: choices(invoice, offer, context),
    payments: facts.deposits.map((deposit) => paymentView(invoice, deposit, context)),
    settlement: settlementView(invoice, context),
    refunds: refundViews(invoice, context),
    refundForm: offer && refundForm(invoice, offer, context),
    redirectUrl: fillRedirect(invoice),
    unpricedReason: unpricedReason(invoice, context),
    notice: refundNotice(invoice, context),
    sandbox: context.sandbox,
    sandboxWalletUrl: walletUrl(invoice, offer, context),
    version: invoice.version,
    statusUrl: `${url}/status`,
    eventsUrl: `${url}/events`,
  };
}

function oddOf(invoice: Invoice): CheckoutView["odd"] {
  const { facts } = invoice;
  const kinds = new Set(odditiesOf(invoice).map(({ kind }) => kind));
  return {
    delayed: kinds.has("delayed"),
    late: kinds.has("late"),
    wrongAsset: kinds.has("wrongAsset"),
    wrongChain: kinds.has("wrongChain"),
    belowMinimum: kinds.has("belowMinimum"),
    failed: facts.deposits.some((deposit) => fateOf(facts, deposit) === "failed"),
    claimed: kinds.has("claimed"),
  };
}

/** What of the price has arrived (rounded down) and what is missing (rounded up), once there is something of each. */
function partsOf(invoice: Invoice): CheckoutView["parts"] {
  const { terms } = invoice;
  const missing = remainingOf(invoice);
  if (paidWorth(invoice) === 0n || missing === 0n) return undefined;
  return {
    paid: formatFixed(paidInPrice(invoice), terms.decimals),
    missing: formatFixed(divCeil(missing * terms.price, terms.due), terms.decimals),
  };
}

function confirmationsOf(
  invoice: Invoice,
  { bitcoinConfirmations: need }: ViewContext,
): CheckoutView["confirmations"] {
  const kept = invoice.facts.deposits.filter((deposit) => fateOf(invoice.facts, deposit) !== "gone");
  if (kept.length === 0 || ["awaiting", "repricing", "held"].includes(stageOf(invoice))) return undefined;
  return { need, have: Math.min(need, ...kept.map(({ confirmations }) => confirmations)) };
}

/** The shop's own page, with its placeholders filled, also those that its URL builder has encoded. */
function fillRedirect(invoice: Invoice): string | undefined {
  const values: Readonly<Record<string, string>> = {
    invoiceid: invoice.id,
    orderid: metadataText(invoice.terms.metadata, "orderId") ?? "",
    status: invoice.state,
  };
  return invoice.terms.checkout.redirectUrl?.replace(
    /(?:\{|%7B)(InvoiceId|OrderId|Status)(?:\}|%7D)/gi,
    (_, name: string) => encodeURIComponent(values[name.toLowerCase()] ?? ""),
  );
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
