import { soldOf } from "../../selling/saleView.ts";
import type { Language } from "../../../../languages/languages.ts";
import { refundedPart } from "../../../domain/payouts/refundable.ts";
import { paymentTime } from "../../../domain/invoices/credit.ts";
import { Router, type Request, type Response } from "express";
import { loadInvoiceAndStore } from "../../../usecases/invoices/loadInvoiceAndStore.ts";
import { tooSmallForAll } from "../../../usecases/pricing/methodAvailability.ts";
import { resendMail } from "../../../usecases/mail/resendMail.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import type { PayoutContext } from "../../../usecases/payouts/payoutContext.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import {
  presentAmounts,
  presentAttention,
  presentDeposit,
  presentExceptions,
} from "../../../usecases/invoices/presentAmounts.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { shownOffer, type Deposit, type Invoice, type Offer } from "../../../domain/invoices/invoice.ts";
import { english, type Translate } from "../../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";
import { qrSvg } from "../../checkout/qr.ts";
import { groupsOfFour } from "../../checkout/render.ts";
import type { Explorers } from "../../checkout/viewContext.ts";
import { correctableError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { actionsView, payoutsOfRefunds, refundLines } from "./invoiceActionsView.ts";
import { invoiceActions } from "./invoiceActions.ts";
import { frameOf, visitorOf } from "../visitor.ts";
import type { SessionGuard, StoreFinder } from "../sessionGuard.ts";
import { mailLinesOf } from "../mailLines.ts";
import { stateWords } from "./stateWords.ts";
import { timeLineOf } from "./timeLine.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { invoicePath, INVOICES_PATH, proofPath } from "../paths.ts";
import { attentionNames, attentionWords } from "../attentionWords.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime, relativeTime } from "../readableTime.ts";

/**
 * The owner's page of an invoice, and the link to it that shop plugins make of a checkout link by putting /invoices/ in the
 * place of /i/ (merchant API (c)).
 */
export function invoicePage(
  gateway: InvoiceContext & PayoutContext & Pick<Gateway, "secrets">,
  door: SessionGuard,
  { explorers, publicUrl }: Readonly<{ explorers: Explorers; publicUrl: string }>,
): Router {
  const router = Router();
  const show: Show = (response, invoiceId, problem) =>
    showInvoice({ gateway, explorers, publicUrl }, response, invoiceId, problem);
  router.use(invoiceActions(gateway, door, show));
  router.get("/invoices/:invoiceId", (request, response) => {
    response.redirect(302, invoicePath(request.params.invoiceId)); // which asks to sign in, and comes back
  });
  const path = `${INVOICES_PATH}/:invoiceId`;
  const store: StoreFinder = async ({ params }) =>
    (await gateway.persistence.invoices.load(String(params["invoiceId"])))?.storeId;
  const seeing = door.page({ store });
  router.get(path, ...seeing, async (request: Request<{ invoiceId: string }>, response) => {
    await show(response, request.params.invoiceId);
  });

  const mailing = door.form({ store });
  router.post(`${path}/mail`, ...mailing, async (request: Request<{ invoiceId: string }>, response) => {
    const { invoiceId } = request.params;
    try {
      await resendMail(gateway, invoiceId, fieldOf(request, "mail") ?? "");
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      return show(response, invoiceId, problem);
    }
    response.redirect(303, `${invoicePath(invoiceId)}#mail`);
  });
  return router;
}

/** What is wrong with a form: which one, and what was typed there. */
type Problem = Readonly<{ status: number; message: string; at?: string; typed?: unknown }>;
type Show = (response: Response, invoiceId: string, problem?: Problem) => Promise<void>;
type Showing = Readonly<{
  gateway: Pick<Gateway, "clock" | "random" | "persistence" | "service" | "mailer" | "settings" | "secrets">;
  explorers: Explorers;
  publicUrl: string;
}>;

async function showInvoice(
  { gateway, explorers, publicUrl }: Showing,
  response: Response,
  invoiceId: string,
  problem?: Problem,
): Promise<void> {
  const { invoice, store } = await loadInvoiceAndStore(gateway, invoiceId);
  const { access } = visitorOf(response);
  const [language, tr] = [languageOfVisitor(response), wordsFor(response)];
  const zone = pageZone(response, store.id);
  const refunds = await gateway.persistence.payouts.refundsOf(invoiceId);
  const payouts = await payoutsOfRefunds(gateway, refunds);
  const events = await eventsOf(gateway.persistence, invoice, tr);
  const mails = await mailLinesOf(gateway, invoice, tr, zone);
  const link = new URL(`/i/${encodeURIComponent(invoiceId)}`, publicUrl).href;
  const now = gateway.clock();
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    ...invoiceView(invoice, refunds, explorers, { tr, language, zone }),
    ...actionsView(gateway, access, invoice, refunds),
    refunded: refundedPart(invoice, [...payouts.values()].flat()),
    words: stateWords(tr),
    link,
    qr: invoice.state === "New" ? qrSvg(link, tr("QR code with the payment link")) : undefined, // for a customer who stands there
    timeLine: timeLineOf(invoice, { events, mails, refunds, payouts }, tr).map((one) => {
      return { ...one, at: relativeTime(one.at, now, language, zone) };
    }),
    refundId: timeOrderedId(now, gateway.random),
    refunds: refundLines({ gateway, publicUrl, explorers, zone }, access, invoice, refunds, payouts),
    madeRefundId: response.req.query["refund"], // by the form that led here
    refundsTo: refundsToOf(invoice, store, zone),
    events: events.toReversed().map((event) => ({ ...event, at: readableTime(event.at, zone) })),
    mails,
    tooSmall:
      invoice.state === "New"
        ? await tooSmallForAll(gateway, store, invoice).catch(() => undefined)
        : undefined, // a silent service is no news here
    problem: problem?.message,
    problemAt: problem?.at,
    typed: problem?.typed ?? {},
  };
  sendOwnerPage(response, "invoice", view, problem ? { status: problem.status } : {});
}

/** What views/owner/invoice.eta shows: all amounts with their currencies, times as people read them. */
function invoiceView(
  invoice: Invoice,
  refunds: readonly PullPayment[],
  explorers: Explorers,
  { tr, language, zone }: Readonly<{ tr: Translate; language: Language; zone: string }>,
): Readonly<Record<string, unknown>> {
  const { id, terms, facts, state, additional } = invoice;
  const amounts = presentAmounts(invoice);
  const offer = shownOffer(facts);
  const words = attentionWords(tr);
  const names: Readonly<Record<string, string>> = attentionNames(tr);
  return {
    id,
    state,
    additional,
    amounts,
    topUp: terms.topUp,
    checkout: `/i/${encodeURIComponent(id)}`,
    page: invoicePath(id),
    proof: proofPath(id),
    price: `${formatFixed(terms.price, terms.decimals)} ${terms.currency}`,
    settlesIn: tr("{coin} on {network}", {
      coin: terms.settlement.symbol,
      network: terms.settlement.chainName,
    }),
    recipient: groupsOfFour(terms.settlement.recipient),
    orderId: metadataText(terms.metadata, "orderId"),
    tip: tipOf(invoice, language),
    description: metadataText(terms.metadata, "itemDesc"),
    created: readableTime(terms.createdAt, zone),
    expires: readableTime(terms.expiresAt, zone),
    asked: offer && `${formatDecimal(offer.input, offer.decimals)} ${offer.symbol}`,
    attention: presentAttention(invoice, refunds).map((one) => ({ ...one, words: words[one.kind] })),
    oddities: [
      ...new Set(presentExceptions(invoice).map(({ kind, detail }) => detail ?? names[kind] ?? kind)),
    ], // an exception by its own name
    payments: facts.deposits.map((deposit) => paymentOf(invoice, deposit, explorers, zone)),
    requests: facts.requests.map(({ requestId, word, reason }) => ({ requestId, word, reason })),
    offers: facts.offers.toReversed().map((made) => ({
      price: `${formatDecimal(made.input, made.decimals)} ${made.symbol}`,
      address: groupsOfFour(made.depositAddress),
      requestId: made.requestId,
      at: readableTime(made.from, zone),
    })),
  };
}

/** The tip of a sale at a counter, which is part of the price. */
function tipOf(invoice: Invoice, language: Language): string | undefined {
  const sold = soldOf(invoice, language);
  if (sold?.tip === undefined) return undefined;
  return sold.tipPercent === "" ? sold.tip : `${sold.tip} (${sold.tipPercent} %)`;
}

/**
 * The refund addresses that the service was given, each with the first price that contained it: any holder
 * of the invoice's link may set one.
 */
function refundsToOf({ facts }: Invoice, { settings }: MerchantStore, zone: string) {
  const isNew = ({ chainId, refundTo }: Offer, index: number, all: readonly Offer[]) =>
    all.slice(0, index).findLast((other) => other.chainId === chainId)?.refundTo !== refundTo;
  const converted = facts.offers.filter(({ direct }) => !direct);
  return converted.filter(isNew).map(({ chainId, symbol, refundTo, from }) => ({
    address: groupsOfFour(refundTo),
    coin: symbol,
    since: readableTime(from, zone),
    isPayers: facts.refundTo[chainId] !== undefined && refundTo !== settings.refunds[chainId],
  }));
}

const MOST_EVENTS = 100;
const DELIVERED: Readonly<Record<string, string>> = {
  delivered: english("delivered to {webhook}"),
  exhausted: english("given up for {webhook}"),
};

/** What was announced, the newest last, each with what has become of its deliveries. */
async function eventsOf(persistence: Gateway["persistence"], { id, storeId }: Invoice, tr: Translate) {
  const [row, webhooks] = await Promise.all([persistence.audit.record(id), persistence.webhooks.of(storeId)]);
  if (!row || !("record" in row)) return [];
  const { events, deliveries } = row.record;
  const placeOf = (webhookId: string) =>
    webhooks.find((webhook) => webhook.id === webhookId)?.url ?? tr("a webhook that was deleted");
  return events.slice(-MOST_EVENTS).map(({ id: eventId, type, at }) => ({
    type,
    at,
    deliveries: deliveries
      .filter((delivery) => delivery.eventId === eventId)
      .map(({ webhookId, state, attempts }) => {
        const what = tr(DELIVERED[state] ?? english("waits for {webhook}"), { webhook: placeOf(webhookId) });
        return attempts > 1 ? tr("{what}, attempt {count}", { what, count: attempts }) : what;
      }),
  }));
}

function paymentOf(invoice: Invoice, deposit: Deposit, explorers: Explorers, zone: string) {
  const shown = presentDeposit(invoice, deposit);
  const link = (chainId: number, hash: string | null | undefined) =>
    hash ? { hash, url: explorers.tx(chainId, hash) } : undefined;
  const { currency, settlement } = invoice.terms;
  return {
    ...shown,
    seen: readableTime(paymentTime(deposit), zone),
    countsFor: `${shown.countsFor} ${currency}`,
    what:
      shown.amount === null
        ? `${shown.units} units of ${shown.currency}`
        : `${shown.amount} ${shown.symbol ?? ""}`,
    tx: link(deposit.chainId, deposit.outpoint.split(":")[0]),
    settledBy: link(settlement.chainId, shown.settlement?.txHash),
    refundedBy: link(deposit.chainId, shown.refund?.txHash),
  };
}
