import { storedText } from "../../usecases/notifications/storedTexts.ts";
import { Router, type Request, type Response } from "express";
import type { Payout } from "../../domain/payouts/payout.ts";
import { coinOf } from "../../domain/invoices/depositCoin.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { mayIn } from "../../domain/access/roles.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import { GatewayError } from "../../errors.ts";
import { assignUnattributed } from "../../usecases/crediting/assignUnattributed.ts";
import { resolveLost, type LostInvoice } from "../../usecases/failover/lostInvoices.ts";
import { inbox, type InboxItem } from "../../usecases/invoices/inbox.ts";
import type { InvoiceContext } from "../../usecases/invoices/invoiceContext.ts";
import { loadInvoice, possibleMarks } from "../../usecases/invoices/markInvoice.ts";
import { presentAttention } from "../../usecases/invoices/presentAmounts.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../values/amount.ts";
import type { Explorers } from "../checkout/viewContext.ts";
import { correctableError, messageOf } from "../errors.ts";
import { storeOf } from "../api/storeOf.ts";
import { attentionNames, attentionWords } from "./attentionWords.ts";
import { mayRefund } from "./invoices/invoiceActionsView.ts";
import { stateWords } from "./invoices/stateWords.ts";
import { donePath } from "./doneWords.ts";
import { fieldOf } from "./fields.ts";
import { lostMailLines } from "./mailLines.ts";
import { sendOwnerPage, wordsFor } from "./page.ts";
import { unpaidPayouts } from "../../usecases/payouts/unpaidPayouts.ts";
import { refusedRefunds } from "../../usecases/payouts/refusedRefunds.ts";
import { inboxPath, invoicePath, payoutPath, STORES_PATH, webhookPath } from "./paths.ts";
import { pageZone } from "./pageZone.ts";
import { readableTime } from "./readableTime.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { frameOf, visitorOf } from "./visitor.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST_UNPAID = 100; // further ones appear once these are paid

type Problem = Readonly<{ status: number; message: string }>;

/**
 * Everything of a store that waits for a person, what has waited longest first: exceptions of invoices with their actions,
 * unattributed funds with a form that assigns them, lost invoices, refunds and payouts to be paid, refunds that the shop's money does not cover, e-mails that did not arrive,
 * and webhooks that were disabled.
 */
export function inboxPage(gateway: InvoiceContext, door: SessionGuard, explorers: Explorers): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/inbox`;

  router.get(path, ...door.page(), async (request, response) => {
    await showInbox(gateway, explorers, request, response);
  });

  router.post(`${path}/assign`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const invoiceId = fieldOf(request, "invoiceId")?.trim() ?? "";
    const found = {
      chainId: Number(fieldOf(request, "chainId")),
      outpoint: fieldOf(request, "outpoint") ?? "",
    };
    try {
      await assignOwn(gateway, storeId, found, invoiceId, visitorOf(response).user.name);
    } catch (error) {
      const problem = problemOf(error, wordsFor(response));
      if (!problem) throw error;
      return showInbox(gateway, explorers, request, response, { ...problem, ...found, invoiceId });
    }
    const after = `${found.chainId}:${found.outpoint}`;
    await door.record(response, { action: "unattributed.assigned", storeId, subject: invoiceId, after });
    response.redirect(303, donePath(inboxPath(storeId), "assigned"));
  });

  router.post(`${path}/lost/resolve`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const invoiceId = fieldOf(request, "invoiceId") ?? "";
    try {
      await resolveLost(gateway, storeId, invoiceId, gateway.clock());
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== "nothing_to_resolve") throw error;
      return response.redirect(303, inboxPath(storeId)); // sent twice, or by two people
    }
    await door.record(response, { action: "lost_invoice.resolved", storeId, subject: invoiceId });
    response.redirect(303, donePath(inboxPath(storeId), "resolved"));
  });
  return router;
}

/** Assigns a store's unattributed deposit to an invoice of the same store. */
async function assignOwn(
  gateway: InvoiceContext,
  storeId: string,
  { chainId, outpoint }: Readonly<{ chainId: number; outpoint: string }>,
  invoiceId: string,
  by: string,
): Promise<void> {
  const invoice = await loadInvoice(gateway, invoiceId);
  if (invoice.storeId !== storeId)
    throw new GatewayError(
      "invoice_not_found",
      sentence("There is no invoice {invoice} in this store.", { invoice: invoiceId }),
    );
  const found = Number.isSafeInteger(chainId)
    ? await gateway.persistence.unattributed.load(chainId, outpoint)
    : undefined;
  if (found?.storeId !== storeId)
    throw new GatewayError(
      "deposit_not_found",
      sentence("This store has no such unattributed deposit any more."),
    );
  await assignUnattributed(gateway, found, invoiceId, { by, reason: "assigned in the inbox" });
}

/** A mistyped invoice is shown beside the form, not as a missing page. */
function problemOf(error: unknown, tr: Translate): Problem | undefined {
  const isMissing =
    error instanceof GatewayError && ["invoice_not_found", "deposit_not_found"].includes(error.code);
  return isMissing ? { status: 422, message: messageOf(error, tr) } : correctableError(error, tr);
}

async function showInbox(
  gateway: InvoiceContext,
  explorers: Explorers,
  request: Request,
  response: Response,
  problem?: Problem & Readonly<{ outpoint: string; invoiceId: string }>,
): Promise<void> {
  const { id: storeId } = await storeOf(gateway, request.params["storeId"]);
  const { access } = visitorOf(response);
  const { items, unattributed, webhooks, lost } = await inbox(gateway, storeId);
  const uncovered = await refusedRefunds(gateway, storeId);
  const seesPayouts = mayIn(access, storeId, "canviewpayouts");
  const unpaid = seesPayouts ? await unpaidPayouts(gateway, storeId, MOST_UNPAID) : [];
  const tr = wordsFor(response);
  const zone = pageZone(response, storeId);
  const mails = await lostMailLines(gateway, storeId, tr, zone);
  const view = {
    ...frameOf(gateway, response),
    problem: problem?.message,
    failed: problem,
    path: inboxPath(storeId),
    mayMark: mayIn(access, storeId, "canmarkinvoices"),
    mayModify: mayIn(access, storeId, "canmodifyinvoices"),
    items: items.map((item) => ({ ...itemView(item, tr, zone), mayRefund: mayRefund(access, item.invoice) })),
    unattributed: unattributed.map((found) => unattributedView(found, explorers, tr, zone)),
    mails: mails.lines,
    lost: lost.map((one) => lostView(one, zone)),
    webhooks: webhooks.map((webhook) => webhookView(webhook, tr)),
    mayPay: mayIn(access, storeId, "canmanagepayouts"),
    unpaid: unpaid
      .filter(({ id }) => uncovered.every((one) => one.id !== id))
      .map((payout) => payoutLine(payout, zone)),
    uncovered: uncovered.map((payout) => payoutLine(payout, zone)),
  };
  sendOwnerPage(response, "inbox", view, problem ? { status: problem.status } : {});
}

function payoutLine({ id, pullPaymentId, state, createdAt, ...payout }: Payout, zone: string) {
  return {
    page: payoutPath(id),
    amount: `${formatDecimal(payout.originalAmount, payout.originalDecimals)} ${payout.originalCurrency}`,
    isClaimed: pullPaymentId !== undefined,
    needsApproval: state === "AwaitingApproval",
    since: readableTime(createdAt, zone),
  };
}

function itemView({ invoice, attention }: InboxItem, tr: Translate, zone: string) {
  const { id, terms, state } = invoice;
  const shown = presentAttention(invoice).find(({ key }) => key === attention.key);
  return {
    id,
    state: stateWords(tr).states[state],
    key: attention.key,
    kind: attentionNames(tr)[attention.kind],
    words: attentionWords(tr)[attention.kind],
    since: readableTime(attention.since, zone),
    page: invoicePath(id),
    orderId: metadataText(terms.metadata, "orderId"),
    price: terms.topUp
      ? tr("any amount in {currency}", { currency: terms.currency })
      : `${formatFixed(terms.price, terms.decimals)} ${terms.currency}`,
    atStake: shown?.amountInPrice ? `${shown.amountInPrice} ${terms.currency}` : undefined,
    isMissing: attention.kind === "underpaid",
    mayAccept: possibleMarks(invoice).includes("Settled"),
  };
}

function unattributedView(found: Unattributed, explorers: Explorers, tr: Translate, zone: string) {
  const { chainId, outpoint, value, currency, lastInvoiceId, seenAt } = found;
  const coin = coinOf(found);
  const hash = outpoint.split(":", 1)[0] ?? "";
  return {
    chainId,
    outpoint,
    amount: coin
      ? `${formatDecimal(value, coin.decimals)} ${coin.symbol}`
      : tr("{units} units of {currency}", { units: String(value), currency }),
    seen: readableTime(seenAt, zone),
    tx: { hash, url: explorers.tx(chainId, hash) },
    last: lastInvoiceId === undefined ? undefined : { id: lastInvoiceId, page: invoicePath(lastInvoiceId) },
  };
}

function lostView({ invoiceId, issuedAt, places }: LostInvoice, zone: string) {
  return {
    id: invoiceId,
    issued: readableTime(issuedAt, zone),
    places: places.map(({ address, units, symbol, decimals, isDirect }) => ({
      address,
      amount: decimals === undefined ? undefined : `${formatDecimal(units, decimals)} ${symbol ?? ""}`,
      isDirect,
    })),
  };
}

function webhookView({ id, storeId, url, disabledReason }: Webhook, tr: Translate) {
  return { url, reason: disabledReason && storedText(tr, disabledReason), page: webhookPath(storeId, id) };
}
