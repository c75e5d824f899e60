import type { Invoice } from "../invoices/invoice.ts";
import { metadataText } from "../invoices/metadataText.ts";
import { priceOf } from "../invoices/paid.ts";
import { languageOf } from "../languages/languages.ts";
import { readEmailAddress } from "../mail/emailAddress.ts";
import { letterOf, type LetterFacts, type Sum } from "../mail/letter.ts";
import { letterHtml, letterText } from "../mail/renderLetter.ts";
import { formatFixed } from "../money/amount.ts";
import type { ClaimedMail } from "./mailPort.ts";
import { presentAmounts, presentDeposit } from "./presentAmounts.ts";
import type { Gateway } from "./ports.ts";
import type { WriteMail } from "./sendMails.ts";
import type { MerchantStore } from "./storePort.ts";

/** Writes messages about invoices whose pages are at `publicUrl`. A refund that was closed meanwhile is not written about. */
export function mailWriter(gateway: Pick<Gateway, "store" | "settings">, publicUrl: string): WriteMail {
  return async (mail, { invoice, store, recipient }) => {
    const refund = mail.kind === "refund" ? await gateway.store.loadPullPayment(mail.about ?? "") : undefined;
    if (mail.kind === "refund" && (!refund || refund.archived)) return undefined;
    const page = `${publicUrl}/i/${invoice.id}`;
    const letter = letterOf({
      ...factsOf(mail, invoice, store),
      language: languageOf(recipient.language) ?? "en",
      host: new URL(publicUrl).host,
      url: refund ? `${publicUrl}/pull-payments/${refund.id}` : mail.kind === "settled" ? `${page}/receipt` : page,
      refund: refund && { amount: formatFixed(refund.amount, refund.decimals), currency: refund.currency },
      sandbox: gateway.settings.sandbox,
    });
    return {
      fromName: store.name,
      replyTo: supportAddress(store),
      ...{ subject: letter.subject, text: letterText(letter), html: letterHtml(letter) },
    };
  };
} // prettier-ignore

type Facts = Omit<LetterFacts, "language" | "host" | "url" | "refund" | "sandbox">;

function factsOf({ kind, role, about }: ClaimedMail, invoice: Invoice, { name, settings }: MerchantStore): Facts {
  const { terms } = invoice;
  const { currency } = terms;
  const price = priceOf(invoice);
  return {
    ...{ kind, role, storeName: name, invoiceId: invoice.id, heldUntil: terms.expiresAt },
    price: terms.topUp && price === 0n ? undefined : { amount: formatFixed(price, terms.decimals), currency },
    what: metadataText(terms.metadata, "itemDesc"),
    orderId: metadataText(terms.metadata, "orderId"),
    missing: kind === "underpaid" ? { amount: presentAmounts(invoice).remaining, currency } : undefined,
    sentBack: kind === "refunded" ? sentBackOf(invoice, settings, about) : undefined,
    keepDays: settings.mail.keepDays,
  };
} // prettier-ignore

/** What the service has sent back of a payment, and whether to an address that the payer gave. */
function sentBackOf(
  invoice: Invoice,
  { refunds }: MerchantStore["settings"],
  outpoint: string | undefined,
): Facts["sentBack"] {
  const deposit = invoice.facts.deposits.find((one) => one.outpoint === outpoint);
  if (!deposit) return undefined;
  const { refund, symbol } = presentDeposit(invoice, deposit);
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === deposit.address);
  const { amount, txHash } = refund ?? {};
  const sum: Sum | undefined = amount && symbol ? { amount, currency: symbol } : undefined;
  const toPayer = offer !== undefined && offer.refundTo !== refunds[deposit.chainId];
  return { sum, txHash: txHash ?? undefined, toPayer };
}

/** Answers go to the store's support, where that is an e-mail address. */
function supportAddress({ settings }: MerchantStore): string | undefined {
  const { supportUrl = "" } = settings.profile;
  if (!/^mailto:/i.test(supportUrl)) return undefined;
  const [address = ""] = supportUrl.slice("mailto:".length).split("?");
  return readEmailAddress(address);
}
