import { storedText } from "../../usecases/notifications/storedTexts.ts";
import { Router, type Request, type Response } from "express";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PayoutContext } from "../../usecases/payouts/payoutContext.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { mayIn, type Access } from "../../domain/access/roles.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import { GatewayError } from "../../errors.ts";
import { assignUnattributed } from "../../usecases/crediting/assignUnattributed.ts";
import {
  changeIgnored,
  dismissUnattributed,
  refundUnattributed,
  requireUnattributed,
  type UnattributedName,
} from "../../usecases/crediting/endUnattributed.ts";
import { resolveLost, type LostInvoice } from "../../usecases/failover/lostInvoices.ts";
import { inPrice } from "../../domain/invoices/paid.ts";
import {
  inbox,
  keptExcess,
  type InboxItem,
  type KeptExcess,
  type NamedFunds,
} from "../../usecases/invoices/inbox.ts";
import { listLinkExcess, type LinkExcess } from "../../usecases/payment-requests/linkExcess.ts";
import type { InvoiceContext } from "../../usecases/invoices/invoiceContext.ts";
import { possibleMarks } from "../../usecases/invoices/markInvoice.ts";
import { presentEntry } from "../../usecases/invoices/presentAmounts.ts";
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
import { inboxPath, invoicePath, paymentLinkPath, payoutPath, STORES_PATH, webhookPath } from "./paths.ts";
import { pageZone } from "./pageZone.ts";
import { readableTime } from "./readableTime.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { frameOf, requireIn, visitorOf } from "./visitor.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST_UNPAID = 100; // further ones appear once these are paid

type Problem = Readonly<{ status: number; message: string }>;

/**
 * Everything of a store that waits for a person, what has waited longest first: exceptions of invoices with their actions,
 * unattributed funds with a form that assigns them, lost invoices, refunds and payouts to be paid, refunds that the shop's money does not cover, e-mails that did not arrive,
 * and webhooks that were disabled.
 */
export function inboxPage(
  gateway: InvoiceContext & PayoutContext,
  door: SessionGuard,
  explorers: Explorers,
): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/inbox`;

  router.get(path, ...door.page(), async (request, response) => {
    await showInbox(gateway, explorers, request, response);
  });

  router.post(`${path}/assign`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const invoiceId = fieldOf(request, "invoiceId")?.trim() ?? "";
    const found = nameIn(request);
    let invoice: Invoice;
    try {
      invoice = await assignOwn(gateway, storeId, found, invoiceId, visitorOf(response));
    } catch (error) {
      const problem = problemOf(error, wordsFor(response));
      if (!problem) throw error;
      return showInbox(gateway, explorers, request, response, { ...problem, ...found, invoiceId });
    }
    const done = { subject: invoice.id, after: `${found.chainId}:${found.outpoint}` };
    for (const store of new Set([storeId, invoice.storeId]))
      await door.record(response, { action: "unattributed.assigned", storeId: store, ...done });
    response.redirect(303, donePath(inboxPath(storeId), "assigned"));
  });

  router.post(`${path}/refund`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const name = nameIn(request);
    const destination = fieldOf(request, "destination")?.trim() ?? "";
    const person = { by: visitorOf(response).user.name, reason: "refunded in the inbox" };
    try {
      const found = await requireUnattributed(gateway, storeId, name);
      const { id } = await refundUnattributed(gateway, storeId, found, { destination, ...person });
      await door.record(response, {
        action: "unattributed.refunded",
        storeId,
        subject: id,
        after: name.outpoint,
      });
      response.redirect(303, payoutPath(id));
    } catch (error) {
      const problem = problemOf(error, wordsFor(response));
      if (!problem) throw error;
      await showInbox(gateway, explorers, request, response, { ...problem, ...name, destination });
    }
  });

  router.post(`${path}/not-a-payment`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const name = nameIn(request);
    const ignoreSender = fieldOf(request, "ignoreSender") === "on";
    if (ignoreSender) requireIn(response, storeId, "canmodifystoresettings");
    const person = { by: visitorOf(response).user.name, reason: "not a payment" };
    try {
      const found = await requireUnattributed(gateway, storeId, name);
      await dismissUnattributed(gateway, storeId, found, { ...person, ignoreSender });
      const after = { outpoint: name.outpoint, ...(ignoreSender ? { ignoredSender: found.sender } : {}) };
      await door.record(response, { action: "unattributed.dismissed", storeId, after });
    } catch (error) {
      const problem = problemOf(error, wordsFor(response));
      if (!problem) throw error;
      return showInbox(gateway, explorers, request, response, { ...problem, ...name });
    }
    response.redirect(303, donePath(inboxPath(storeId), "resolved"));
  });

  router.post(`${path}/senders/remove`, ...door.form(), async (request, response) => {
    const storeId = String(request.params["storeId"]);
    const sender = fieldOf(request, "sender") ?? "";
    await changeIgnored(gateway, storeId, sender, false);
    await door.record(response, { action: "ignored_sender.removed", storeId, before: sender });
    response.redirect(303, donePath(inboxPath(storeId), "removed"));
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

function nameIn(request: Request): UnattributedName {
  return { chainId: Number(fieldOf(request, "chainId")), outpoint: fieldOf(request, "outpoint") ?? "" };
}

/** Assigns unattributed funds of a store to an invoice of a store in which the visitor may do so too. */
async function assignOwn(
  gateway: InvoiceContext,
  storeId: string,
  name: UnattributedName,
  text: string,
  { access, user }: Pick<SignedIn, "access" | "user">,
): Promise<Invoice> {
  const invoice = await findInvoice(gateway, storeId, text, access);
  const found = await requireUnattributed(gateway, storeId, name);
  return assignUnattributed(gateway, found, invoice.id, { by: user.name, reason: "assigned in the inbox" });
}

/**
 * Finds the invoice of that id in the store, or in another one in which the visitor may mark invoices, or the newest of an order in
 * the store. Throws GatewayError invoice_not_found.
 */
async function findInvoice(
  { persistence }: Pick<InvoiceContext, "persistence">,
  storeId: string,
  text: string,
  access: Access,
): Promise<Invoice> {
  const named = await persistence.invoices.load(text);
  if (named && mayIn(access, named.storeId, "canmarkinvoices")) return named;
  const [ordered] =
    text === ""
      ? []
      : await persistence.invoices.list(storeId, { orderIds: [text], withArchived: true, limit: 1 });
  if (ordered) return ordered;
  throw new GatewayError(
    "invoice_not_found",
    sentence("There is no invoice or order {invoice} in this store.", { invoice: text }),
  );
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
  problem?: Problem & Readonly<{ outpoint: string; invoiceId?: string; destination?: string }>,
): Promise<void> {
  const { id: storeId, settings } = await storeOf(gateway, request.params["storeId"]);
  const { access } = visitorOf(response);
  const { items, unattributed, webhooks, lost } = await inbox(gateway, storeId);
  const uncovered = await refusedRefunds(gateway, storeId);
  const seesPayouts = mayIn(access, storeId, "canviewpayouts");
  const seesLinks = mayIn(access, storeId, "canviewpaymentrequests");
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
    mayRefund: mayIn(access, storeId, "cancreatepullpayments"),
    mayIgnore: mayIn(access, storeId, "canmodifystoresettings"),
    ignored: settings.ignoredSenders ?? [],
    mayModify: mayIn(access, storeId, "canmodifyinvoices"),
    items: items.map((item) => ({ ...itemView(item, tr, zone), mayRefund: mayRefund(access, item.invoice) })),
    unattributed: unattributed.map((found) => unattributedView(found, explorers, tr, zone)),
    excess: (await keptExcess(gateway, storeId)).map((one) => ({
      ...excessView(one, zone),
      mayRefund: mayRefund(access, one.invoice),
    })),
    overpaidLinks: seesLinks
      ? (await listLinkExcess(gateway, storeId)).map((one) => linkExcessView(one, zone))
      : [],
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
    needsCheck: state === "InProgress",
    since: readableTime(createdAt, zone),
  };
}

function itemView({ invoice, attention }: InboxItem, tr: Translate, zone: string) {
  const { id, terms, state } = invoice;
  const shown = presentEntry(invoice, attention);
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
    atStake: shown.amountInPrice ? `${shown.amountInPrice} ${terms.currency}` : undefined,
    isMissing: attention.kind === "underpaid",
    mayAccept: possibleMarks(invoice).includes("Settled"),
  };
}

function excessView({ invoice: { id, terms }, over }: KeptExcess, zone: string) {
  return {
    id,
    page: invoicePath(id),
    orderId: metadataText(terms.metadata, "orderId"),
    amount: `${formatFixed(inPrice(terms, over), terms.decimals)} ${terms.currency}`,
    since: readableTime(terms.createdAt, zone),
  };
}

function linkExcessView({ link: { id, storeId, settings, createdAt }, over }: LinkExcess, zone: string) {
  return {
    page: paymentLinkPath(storeId, id),
    title: settings.title,
    amount: `${formatFixed(over, settings.decimals)} ${settings.currency}`,
    since: readableTime(createdAt, zone),
  };
}

function unattributedView(found: NamedFunds, explorers: Explorers, tr: Translate, zone: string) {
  const { chainId, outpoint, value, currency, lastInvoiceId, seenAt, coin } = found;
  const hash = outpoint.split(":", 1)[0] ?? "";
  return {
    chainId,
    outpoint,
    amount: coin
      ? `${formatDecimal(value, coin.decimals)} ${coin.symbol}`
      : tr("{units} units of {currency}", { units: String(value), currency }),
    seen: readableTime(seenAt, zone),
    sender: found.sender,
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
