import type { Response } from "express";
import { mayIn } from "../../domain/access/roles.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { leftOf, receivedBy, statusOf, type PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { findLinkExcess } from "../../usecases/payment-requests/linkExcess.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { formatFixed } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import { linkOf } from "../api/paymentRequestBody.ts";
import { qrSvg } from "../checkout/qr.ts";
import { invoicePath, paymentLinkPath, paymentLinksPath } from "../owner/paths.ts";
import { pageZone } from "../owner/pageZone.ts";
import { wordsFor } from "../owner/page.ts";
import { readableTime } from "../owner/readableTime.ts";
import { visitorOf } from "../owner/visitor.ts";
import { paragraphsOf } from "../paymentRequestView.ts";

type Deps = Pick<Gateway, "persistence" | "clock" | "mailer">;

/** A payment link as a line of the list; `invoices` are of all links of the list. */
export function linkLine(link: PaymentRequest, invoices: readonly Invoice[], now: Instant, zone: string) {
  const own = invoices.filter(({ terms }) => terms.paymentRequestId === link.id);
  const { settings } = link;
  return {
    page: paymentLinkPath(link.storeId, link.id),
    title: settings.title,
    amount: `${formatFixed(settings.amount, settings.decimals)} ${settings.currency}`,
    state: stateOf(link, own, now),
    created: readableTime(link.createdAt, zone),
  };
}

/** The state for the merchant: an archived link cannot be paid any more, whatever its time. */
function stateOf(link: PaymentRequest, invoices: readonly Invoice[], now: Instant): string {
  const status = statusOf(link, invoices, now);
  return link.archivedAt !== undefined && status === "Pending" ? "Archived" : status;
}

/** Everything that the page of a payment link shows, beside its form. */
export async function linkView(
  { persistence, clock, mailer }: Deps,
  publicUrl: string,
  response: Response,
  link: PaymentRequest,
) {
  const { id, storeId, settings } = link;
  const invoices = await persistence.paymentRequests.invoicesOf([id]);
  const [excess] = await findLinkExcess({ persistence }, [link]);
  const plain = (amount: bigint) => `${formatFixed(amount, settings.decimals)} ${settings.currency}`;
  const { settled, moving } = receivedBy(invoices);
  const url = linkOf(publicUrl, id);
  const tr = wordsFor(response);
  const { access } = visitorOf(response);
  const zone = pageZone(response, storeId);
  return {
    id,
    page: paymentLinkPath(storeId, id),
    list: paymentLinksPath(storeId),
    url,
    qr: qrSvg(url, tr("QR code with the payment link")),
    title: settings.title,
    amount: plain(settings.amount),
    settled: plain(settled),
    moving: moving > 0n ? plain(moving) : undefined,
    left: plain(leftOf(link, invoices)),
    over: excess && excess.over > 0n ? plain(excess.over) : undefined,
    state: stateOf(link, invoices, clock()),
    isArchived: link.archivedAt !== undefined,
    created: readableTime(link.createdAt, zone),
    expires: settings.expiresAt === undefined ? undefined : readableTime(settings.expiresAt, zone),
    isLocked: invoices.length > 0,
    mayModify: mayIn(access, storeId, "canmodifypaymentrequests"),
    seesInvoices: mayIn(access, storeId, "canviewinvoices"),
    hasMailer: mailer !== undefined,
    invoices: invoices.map(({ id: invoiceId, terms, state, additional }) => ({
      id: invoiceId,
      page: invoicePath(invoiceId),
      amount: `${formatFixed(terms.price, terms.decimals)} ${terms.currency}`,
      created: readableTime(terms.createdAt, zone),
      state,
      additional,
    })),
  };
}

/** What is printed of a payment link: shop, title, price, and a QR code that fills a hand. */
export async function printView(
  { persistence }: Pick<Gateway, "persistence">,
  publicUrl: string,
  { id, storeId, settings }: PaymentRequest,
  tr: Translate,
) {
  const url = linkOf(publicUrl, id);
  return {
    storeName: (await persistence.stores.load(storeId))?.name ?? "",
    title: settings.title,
    paragraphs: paragraphsOf(settings.description ?? ""),
    amount: `${formatFixed(settings.amount, settings.decimals)} ${settings.currency}`,
    url,
    back: paymentLinkPath(storeId, id),
    qr: qrSvg(url, tr("QR code with the payment link")),
  };
}
