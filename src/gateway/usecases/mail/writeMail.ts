import { offerOf } from "../../domain/invoices/credit.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { priceOf } from "../../domain/invoices/paid.ts";
import { languageOf } from "../../../languages/languages.ts";
import { letterOf, type LetterFacts, type Sum } from "../../domain/mail/letter.ts";
import { mayRead } from "../../domain/mail/mail.ts";
import { isStillTrue } from "../../domain/mail/mailKindsOf.ts";
import { letterHtml, letterText } from "../../domain/mail/renderLetter.ts";
import { formatFixed } from "../../../values/amount.ts";
import { claimLink } from "../payouts/claimLink.ts";
import type { ClaimedInvoiceMail, MailMessage } from "../../ports/mailPort.ts";
import { presentAmounts, presentDeposit } from "../invoices/presentAmounts.ts";
import type { Gateway } from "../gateway.ts";
import type { WriteMail } from "./sendMails.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { supportAddress } from "./supportAddress.ts";
import { writeNoticeMail } from "./noticeMail.ts";
import { writeStatementMail } from "./writeStatementMail.ts";

type Tools = Pick<Gateway, "persistence" | "clock" | "secrets" | "signer" | "settings">;

/** A renderer for every message of a gateway whose pages are at `publicUrl`. */
export function mailWriter(gateway: Tools, publicUrl: string): WriteMail {
  return async (mail) => {
    if (mail.kind === "notice") return writeNoticeMail(gateway, publicUrl, mail);
    if (mail.kind === "statement") return writeStatementMail(gateway, publicUrl, mail);
    return writeInvoiceMail(gateway, publicUrl, mail);
  };
}

const OVERTAKEN = "It was overtaken by what happened since.";

/** One about an invoice, as that now is. A refund that was closed meanwhile is not written about. */
async function writeInvoiceMail(
  gateway: Tools,
  publicUrl: string,
  mail: ClaimedInvoiceMail,
): Promise<MailMessage | string> {
  const { id, recipient, kind, role } = mail;
  if (!recipient?.address) return "There is no address to write to any more.";
  if (!mayRead(role, kind)) return "It is for the customer alone, whose address the merchant gives.";
  const invoice = await gateway.persistence.invoices.load(mail.invoiceId);
  const merchant = invoice && (await gateway.persistence.stores.load(invoice.storeId));
  if (!merchant) return "The invoice is gone.";
  if (!isStillTrue(kind, invoice, gateway.clock())) return OVERTAKEN;
  const refund =
    kind === "refund" ? await gateway.persistence.payouts.loadPullPayment(mail.about ?? "") : undefined;
  if (kind === "refund" && (!refund || refund.archived)) return OVERTAKEN;
  const page = `${publicUrl}/i/${invoice.id}`;
  const letter = letterOf({
    ...factsOf(mail, invoice, merchant),
    language: languageOf(recipient.language) ?? "en",
    host: new URL(publicUrl).host,
    url: refund ? claimLink(gateway, publicUrl, refund) : kind === "settled" ? `${page}/receipt` : page,
    refund: refund && { amount: formatFixed(refund.amount, refund.decimals), currency: refund.currency },
    sandbox: gateway.settings.sandbox,
  });
  return {
    id,
    to: recipient.address,
    language: recipient.language,
    fromName: merchant.name,
    replyTo: supportAddress(merchant),
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
  };
}

type Facts = Omit<LetterFacts, "language" | "host" | "url" | "refund" | "sandbox">;

function factsOf(
  { kind, role, about }: ClaimedInvoiceMail,
  invoice: Invoice,
  { name, settings }: MerchantStore,
): Facts {
  const { terms } = invoice;
  const { currency } = terms;
  const price = priceOf(invoice);
  return {
    kind,
    role,
    storeName: name,
    invoiceId: invoice.id,
    heldUntil: terms.expiresAt,
    price: terms.topUp && price === 0n ? undefined : { amount: formatFixed(price, terms.decimals), currency },
    what: metadataText(terms.metadata, "itemDesc"),
    orderId: metadataText(terms.metadata, "orderId"),
    missing: kind === "underpaid" ? { amount: presentAmounts(invoice).remaining, currency } : undefined,
    sentBack: kind === "refunded" ? sentBackOf(invoice, settings, about) : undefined,
    keepDays: settings.mail.keepDays,
  };
}

/** What the service has sent back of a payment, and whether to an address that the payer gave. */
function sentBackOf(
  invoice: Invoice,
  { refunds }: MerchantStore["settings"],
  outpoint: string | undefined,
): Facts["sentBack"] {
  const deposit = invoice.facts.deposits.find((one) => one.outpoint === outpoint);
  if (!deposit) return undefined;
  const { refund, symbol } = presentDeposit(invoice, deposit);
  const offer = offerOf(invoice.facts, deposit);
  const { amount, txHash } = refund ?? {};
  const sum: Sum | undefined = amount && symbol ? { amount, currency: symbol } : undefined;
  const toPayer = offer !== undefined && offer.refundTo !== refunds[deposit.chainId];
  return { sum, txHash: txHash ?? undefined, toPayer };
}
