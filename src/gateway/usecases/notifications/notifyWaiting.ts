import { formatDecimal, formatFixed } from "../../../values/amount.ts";
import { DAY_MS, type Instant } from "../../../values/time.ts";
import type { Notice } from "../../domain/access/notification.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { isLost } from "../../domain/mail/mail.ts";
import { readProgress, violationsOf } from "../audit/auditProgress.ts";
import type { Gateway } from "../gateway.ts";
import type { LostInvoice } from "../failover/lostInvoices.ts";
import { inbox } from "../invoices/inbox.ts";
import type { NoticeTools } from "../mail/noticeMail.ts";
import { refusedRefunds } from "../payouts/refusedRefunds.ts";
import { unpaidPayouts } from "../payouts/unpaidPayouts.ts";
import { notify } from "./notify.ts";

const NEWS_MS = DAY_MS; // what waits longer was told of, or lies in the inbox from before this began
const KEPT_MS = 90 * DAY_MS;
const MOST = 100; // of each kind in a run; the next run tells of further ones

type Waiting = NoticeTools & Pick<Gateway, "log">;

/**
 * Notifies users of what waits for a person since a day at most: in each store, and of the server. What waits no longer is marked
 * as seen. Deletes old notifications.
 */
export async function notifyWaiting(gateway: Waiting): Promise<void> {
  const { persistence, clock } = gateway;
  const since = clock() - NEWS_MS;
  for (const { id } of await persistence.stores.list()) {
    const waiting = await waitingIn(gateway, id, since);
    for (const { notice, isNew } of waiting) if (isNew) await notify(gateway, notice);
    await seeEnded(gateway, id, waiting);
  }
  for (const { id, subject, message } of violationsOf(await readProgress(persistence, clock())).slice(
    0,
    MOST,
  ))
    await notify(gateway, {
      kind: "audit_violation",
      storeId: undefined,
      subject: `${id}:${subject}`,
      body: `The audit has found that ${id} is violated: ${message}`,
      link: "/owner",
    });
  await persistence.notifications.forget(clock() - KEPT_MS);
}

/** Something that waits; what began to wait long ago is not news. */
type Wait = Readonly<{ notice: Notice; isNew: boolean }>;

/** Kinds of which all that waits is listed, as far as a list has fewer than it may have. */
const LISTS = [["exception"], ["unattributed"], ["payout_waiting", "payout_unpaid"]] as const;

async function seeEnded(
  { persistence, clock }: Waiting,
  storeId: string,
  waiting: readonly Wait[],
): Promise<void> {
  for (const kinds of LISTS) {
    const open = waiting.map(({ notice }) => notice).filter(({ kind }) => kinds.some((one) => one === kind));
    if (open.length >= MOST) continue; // a longer list may lack some
    const keys = open.map(({ kind, subject }) => `${kind}.${subject}`);
    await persistence.notifications.seeEnded(storeId, kinds, keys, clock());
  }
}

async function waitingIn(gateway: Waiting, storeId: string, since: Instant): Promise<readonly Wait[]> {
  const page = `/owner/stores/${encodeURIComponent(storeId)}/inbox`;
  const { items, unattributed, webhooks, lost } = await inbox(gateway, storeId);
  const mails = await gateway.persistence.mails.lost(storeId, since, MOST);
  const about = (kind: Notice["kind"], subject: string, body: string, link = page): Notice => ({
    kind,
    storeId,
    subject,
    body,
    link,
  });
  const wait = (notice: Notice, from: Instant): Wait => ({ notice, isNew: from >= since });
  const always = (notice: Notice): Wait => ({ notice, isNew: true });
  return [
    ...items.map(({ invoice, attention }) =>
      wait(
        about("exception", `${invoice.id}.${attention.key}`, needsDecision(invoice, attention.kind)),
        attention.since,
      ),
    ),
    ...unattributed.map(({ chainId, outpoint, seenAt }) =>
      wait(
        about(
          "unattributed",
          `${chainId}:${outpoint}`,
          "Money has reached an address that no invoice holds.",
        ),
        seenAt,
      ),
    ),
    ...lost.map((one) => wait(about("invoice_lost", one.invoiceId, lostText(one)), one.foundAt)),
    ...webhooks.map(({ id, url, disabledReason }) =>
      always(
        about("webhook_disabled", `${id}.${disabledReason ?? ""}`, `The webhook to ${url} was disabled.`),
      ),
    ),
    ...mails
      .filter(isLost)
      .map(({ id, kind }) => always(about("mail_failed", id, `An e-mail did not arrive: ${kind}.`))),
    ...(await waitingPayouts(gateway, storeId, about)).map(always),
  ];
}

/** Names the order, by which the merchant knows the sale; the price where the invoice has none. */
function needsDecision({ terms }: Invoice, kind: string): string {
  const orderId = metadataText(terms.metadata, "orderId");
  return orderId === undefined
    ? `The payment of an invoice of ${formatFixed(terms.price, terms.decimals)} ${terms.currency} needs a decision: ${kind}.`
    : `The payment of order ${orderId} needs a decision: ${kind}.`;
}

/** The order of a lost invoice is lost too: its amount is what the merchant may recognize. */
function lostText({ places }: LostInvoice): string {
  const [known] = places.flatMap(({ units, symbol, decimals }) =>
    symbol === undefined || decimals === undefined ? [] : [`${formatDecimal(units, decimals)} ${symbol}`],
  );
  return known === undefined
    ? "An invoice was lost with the database."
    : `An invoice of ${known} was lost with the database.`;
}

/** Returns notices of payouts that wait for an approval, a payment or a check, and of refunds that their invoice no longer covers. */
async function waitingPayouts(
  gateway: Waiting,
  storeId: string,
  about: (kind: Notice["kind"], subject: string, body: string, link: string) => Notice,
): Promise<readonly Notice[]> {
  const payouts = await unpaidPayouts(gateway, storeId, MOST);
  const notices: Notice[] = [];
  const uncovered = new Set((await refusedRefunds(gateway, storeId)).map(({ id }) => id));
  for (const payout of payouts) {
    const { id, state } = payout;
    const link = `/owner/payouts/${encodeURIComponent(id)}`;
    const what = await namePayout(gateway, payout);
    if (state === "AwaitingApproval")
      notices.push(about("payout_waiting", id, `${what} waits for an approval.`, link));
    else if (state === "AwaitingPayment")
      notices.push(about("payout_unpaid", id, `${what} is to be paid.`, link));
    else notices.push(about("payout_unpaid", `${id}:check`, toCheck(payout), link));
    if (uncovered.has(id))
      notices.push(about("refund_uncovered", id, `${what} is more than the shop has of its invoice.`, link));
  }
  return notices;
}

function toCheck(payout: Payout): string {
  return `Check the payment of the payout of ${amountIn(payout)}. The payout does not complete by itself.`;
}

function amountIn({ originalAmount, originalDecimals, originalCurrency }: Payout): string {
  return `${formatFixed(originalAmount, originalDecimals)} ${originalCurrency}`;
}

/** Names a payout by its amount and, for a refund, by its order. */
async function namePayout({ persistence }: Pick<Gateway, "persistence">, payout: Payout): Promise<string> {
  const { pullPaymentId } = payout;
  const amount = amountIn(payout);
  const refund =
    pullPaymentId === undefined
      ? undefined
      : (await persistence.payouts.loadPullPayment(pullPaymentId))?.refund;
  const invoice = refund && (await persistence.invoices.load(refund.invoiceId));
  const orderId = invoice && metadataText(invoice.terms.metadata, "orderId");
  if (orderId !== undefined) return `The refund of ${amount} for order ${orderId}`;
  return refund ? `The refund of ${amount}` : `The payout of ${amount}`;
}
