import { paidInPrice } from "../invoices/paid.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { leftOf, receivedBy, statusOf, type PaymentRequest } from "../invoices/paymentRequest.ts";
import type { MerchantStore } from "../gateway/storePort.ts";
import { formatFixed } from "../money/amount.ts";
import { lookOf, type StoreLook } from "./branding/storeLook.ts";
import { safeLink } from "./checkout/render.ts";
import { isoTime, type Instant } from "../time.ts";

/** What the page of a payment request shows: final display text, amounts as exact decimals of its currency. */
export type PaymentRequestView = Readonly<{
  id: string;
  storeName: string;
  initial: string;
  look: StoreLook;
  title: string;
  description: readonly string[]; // paragraphs
  referenceId: string | undefined;
  amount: string;
  currency: string;
  left: string;
  heading: string;
  text: string;
  tone: "waiting" | "busy" | "good" | "over";
  payUrl: string | undefined; // where nothing can be paid any more there is none
  allowCustomAmounts: boolean;
  payments: readonly Readonly<{ amount: string; state: string; at: string; url: string }>[];
  expires: string | undefined;
  supportUrl: string | undefined;
  sandbox: boolean;
  /** After a refusal: what was typed, and why it was refused. */
  typed?: string;
  error?: string;
}>;

type Around = Readonly<{ store: MerchantStore; now: Instant; sandbox: boolean }>;

/** A payment request as whoever has its link sees it. */
export function paymentRequestView(
  request: PaymentRequest,
  invoices: readonly Invoice[],
  { store, now, sandbox }: Around,
): PaymentRequestView {
  const { id, settings } = request;
  const show = (amount: bigint) => formatFixed(amount, settings.decimals);
  const said = saidOf(request, invoices, store.name, now);
  const isOpen = said.tone === "waiting";
  return {
    ...{ id, title: settings.title, referenceId: settings.referenceId, sandbox, ...said },
    ...{
      storeName: store.name,
      initial: [...store.name.trim()][0]?.toUpperCase() ?? "•",
      look: lookOf(store),
    },
    description: paragraphsOf(settings.description ?? ""),
    ...{ amount: show(settings.amount), currency: settings.currency, left: show(leftOf(request, invoices)) },
    payUrl: isOpen ? `/payment-requests/${id}/pay` : undefined,
    allowCustomAmounts: settings.allowCustomAmounts,
    payments: invoices
      .filter((invoice) => paidInPrice(invoice) > 0n)
      .map((invoice) => ({
        amount: show(paidInPrice(invoice)),
        state: receivedBy([invoice]).moving > 0n ? "On its way" : "Paid",
        at: readable(invoice.terms.createdAt),
        url: `/i/${invoice.id}`,
      })),
    expires: isOpen && settings.expiresAt !== undefined ? readable(settings.expiresAt) : undefined,
    supportUrl: safeLink(store.settings.profile.supportUrl),
  };
}

type Said = Pick<PaymentRequestView, "heading" | "text" | "tone">;

function saidOf(request: PaymentRequest, invoices: readonly Invoice[], shop: string, now: Instant): Said {
  const { settings } = request;
  const show = (amount: bigint) => `${formatFixed(amount, settings.decimals)} ${settings.currency}`;
  const { settled, moving } = receivedBy(invoices);
  switch (statusOf(request, invoices, now)) {
    case "Completed":
      return { heading: "Paid", text: `Thank you. ${shop} has received ${show(settled)}.`, tone: "good" };
    case "Processing":
      return {
        heading: "Payment on its way",
        text: "Everything was paid, and is being turned into the currency that the shop is paid in. There is nothing left to do.",
        tone: "busy",
      };
    case "Expired":
      return { heading: "This request has expired", text: `Ask ${shop} for a new one.`, tone: "over" };
    case "Pending": {
      if (request.archivedAt !== undefined)
        return { heading: "This request was withdrawn", text: `Ask ${shop} for a new one.`, tone: "over" };
      const left = show(leftOf(request, invoices));
      const text = "You choose the coin next. The price in it is worked out when you pay.";
      const isPart = settled + moving > 0n;
      return { heading: isPart ? `${left} still to be paid` : "Ready to be paid", text, tone: "waiting" };
    }
  }
}

/** A description that may have been written as markup, as plain paragraphs: the page shows nobody's markup. */
export function paragraphsOf(description: string): readonly string[] {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return description
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, "")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(p|div|h[1-6]|li|ul|ol|tr)>/gi, "\n\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
} // prettier-ignore

function readable(at: Instant): string {
  return `${isoTime(at).replace("T", " ").slice(0, 16)} UTC`;
}
