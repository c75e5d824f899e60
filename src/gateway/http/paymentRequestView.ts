import { paidInPrice } from "../domain/invoices/paid.ts";
import type { Invoice } from "../domain/invoices/invoice.ts";
import { leftOf, receivedBy, statusOf, type PaymentRequest } from "../domain/invoices/paymentRequest.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import { formatFixed } from "../../values/amount.ts";
import { appearanceOf, type StoreAppearance } from "./branding/storeAppearance.ts";
import { safeLink } from "./checkout/render.ts";
import { decimalIn, pageMoment, type PageMoment } from "../../languages/formats.ts";
import type { Language } from "../../languages/languages.ts";
import { wordsOf } from "../../languages/translate.ts";
import type { Instant } from "../../values/time.ts";
import type { LanguageLink } from "./language.ts";

/** What the page of a payment request shows: final display text in the reader's language. */
export type PaymentRequestView = Readonly<{
  language: Language;
  languages?: readonly LanguageLink[];
  id: string;
  storeName: string;
  initial: string;
  look: StoreAppearance;
  title: string;
  description: readonly string[]; // paragraphs
  referenceId: string | undefined;
  amount: string;
  currency: string;
  left: string;
  /** The same as a plain decimal, for a field. */
  leftPlain: string;
  heading: string;
  text: string;
  tone: "waiting" | "busy" | "good" | "over";
  payUrl: string | undefined; // where nothing can be paid any more there is none
  allowCustomAmounts: boolean;
  payments: readonly Readonly<{ amount: string; state: string; at: PageMoment; url: string | undefined }>[]; // with a way to those of the same browser
  expires: PageMoment | undefined;
  supportUrl: string | undefined;
  sandbox: boolean;
  /** Names the invoice that the form makes. */
  token?: string;
  /** After a refusal: what was typed, and why it was refused. */
  typed?: string;
  error?: string;
}>;

type Around = Readonly<{
  store: MerchantStore;
  now: Instant;
  sandbox: boolean;
  language: Language;
  own: readonly string[]; // the invoices that this browser was led to
}>;

/** A payment request for the holder of its link. */
export function paymentRequestView(
  request: PaymentRequest,
  invoices: readonly Invoice[],
  { store, now, sandbox, language, own }: Around,
): PaymentRequestView {
  const { id, settings } = request;
  const t = wordsOf(language);
  const plain = (amount: bigint) => formatFixed(amount, settings.decimals);
  const show = (amount: bigint) => decimalIn(language, plain(amount));
  const left = leftOf(request, invoices);
  const said = saidOf(request, invoices, { shop: store.name, now, language });
  const isOpen = said.tone === "waiting";
  return {
    language,
    id,
    title: settings.title,
    referenceId: settings.referenceId,
    sandbox,
    ...said,
    storeName: store.name,
    initial: [...store.name.trim()][0]?.toUpperCase() ?? "•",
    look: appearanceOf(store),
    description: paragraphsOf(settings.description ?? ""),
    amount: show(settings.amount),
    currency: settings.currency,
    left: show(left),
    leftPlain: plain(left),
    payUrl: isOpen ? `/payment-requests/${id}/pay` : undefined,
    allowCustomAmounts: settings.allowCustomAmounts,
    payments: invoices
      .filter((invoice) => paidInPrice(invoice) > 0n)
      .map((invoice) => ({
        amount: show(paidInPrice(invoice)),
        state: receivedBy([invoice]).moving > 0n ? t("request.onItsWay") : t("request.paid"),
        at: pageMoment(language, invoice.terms.createdAt),
        url: own.includes(invoice.id) ? `/i/${invoice.id}` : undefined,
      })),
    expires:
      isOpen && settings.expiresAt !== undefined ? pageMoment(language, settings.expiresAt) : undefined,
    supportUrl: safeLink(store.settings.profile.supportUrl),
  };
}

type Said = Pick<PaymentRequestView, "heading" | "text" | "tone">;

type Teller = Readonly<{ shop: string; now: Instant; language: Language }>;

function saidOf(
  request: PaymentRequest,
  invoices: readonly Invoice[],
  { shop, now, language }: Teller,
): Said {
  const { settings } = request;
  const t = wordsOf(language);
  const show = (amount: bigint) =>
    `${decimalIn(language, formatFixed(amount, settings.decimals))} ${settings.currency}`;
  const { settled, moving } = receivedBy(invoices);
  const askNew = t("request.askNew", { store: shop });
  switch (statusOf(request, invoices, now)) {
    case "Completed": {
      const text = t("request.doneText", { store: shop, amount: show(settled) });
      return { heading: t("request.paid"), text, tone: "good" };
    }
    case "Processing":
      return { heading: t("request.moving"), text: t("request.movingText"), tone: "busy" };
    case "Expired":
      return { heading: t("request.expired"), text: askNew, tone: "over" };
    case "Pending": {
      if (request.archivedAt !== undefined)
        return { heading: t("request.withdrawn"), text: askNew, tone: "over" };
      const isPart = settled + moving > 0n;
      const left = show(leftOf(request, invoices));
      const heading = isPart ? t("request.left", { amount: left }) : t("request.ready");
      return { heading, text: t("request.next"), tone: "waiting" };
    }
  }
}

/** A description that may contain markup, as plain paragraphs: foreign markup is never rendered. */
export function paragraphsOf(description: string): readonly string[] {
  const entities: Readonly<Record<string, string>> = {
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    nbsp: " ",
  };
  return description
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, "")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(p|div|h[1-6]|li|ul|ol|tr)>/gi, "\n\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
