import { z } from "zod";
import { decimalIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { hasFallenBack } from "../../domain/invoices/attention.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import { inLanguage } from "../language.ts";
import { comingBackTo } from "../checkout/evmView.ts";
import { isPaymentSure } from "../../domain/invoices/paymentSure.ts";
import type { CheckoutStage, CheckoutView } from "../checkout/view.ts";
import { counterPath } from "../owner/paths.ts";

const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const sold = z.object({
  items: z.array(z.object({ title: z.string(), count: z.number(), price: decimal, total: decimal })),
  extra: decimal.optional(),
  subtotal: decimal,
  discountPercent: z.number().optional(),
  discount: decimal.optional(),
  tipPercent: z.number().optional(),
  tip: decimal.optional(),
});

/** What was sold, for the receipt; undefined where the merchant has put something else in the metadata's place. */
export function soldOf({ terms }: Invoice, language: Language) {
  const parsed = sold.safeParse(terms.metadata);
  if (!parsed.success) return undefined;
  const show = (text: string) => `${decimalIn(language, text)} ${terms.currency}`;
  const maybe = (text: string | undefined) => (text === undefined ? undefined : show(text));
  const { items, extra, subtotal, discount, discountPercent, tip, tipPercent } = parsed.data;
  return {
    lines: items.map(({ title, count, price, total }) => ({
      title,
      count,
      price: show(price),
      total: show(total),
    })),
    extra: maybe(extra),
    subtotal: discount !== undefined || tip !== undefined ? show(subtotal) : undefined,
    discount: maybe(discount),
    discountPercent: String(discountPercent ?? ""),
    tip: maybe(tip),
    tipPercent: String(tipPercent ?? ""),
  };
}

/** The stages of a payment that went well, which a counter shows large. */
const GOOD: readonly CheckoutStage[] = ["seen", "confirmed", "converting", "settled"];

/** The text about a sale that counted as paid and no longer does. */
function fallenBackKey({ facts }: Invoice): "pos.sentBack" | "pos.dropped" {
  return facts.refunds.length > 0 ? "pos.sentBack" : "pos.dropped";
}

/** What a counter shows of the checkout's view: its forms and news are the sale's own, so that the page stays the counter's. */
export function saleView(
  view: CheckoutView,
  pos: PointOfSale,
  invoice: Invoice,
  asked: Language | undefined,
) {
  const counter = counterPath(pos.id);
  const sale = `${counter}/sales/${encodeURIComponent(invoice.id)}`;
  const chooseUrl = (methodId: string) =>
    inLanguage(`${sale}/methods/${encodeURIComponent(methodId)}`, asked);
  const agreed = view.method?.evm?.confirmed ? `?on=${encodeURIComponent(view.method.id)}` : "";
  const isSure = isPaymentSure(invoice);
  return {
    checkout: {
      ...view,
      methods: view.methods.map((choice) => ({ ...choice, chooseUrl: chooseUrl(choice.id) })),
      statusUrl: inLanguage(`${sale}/status${agreed}`, asked),
      sandboxWalletUrl:
        view.sandboxWalletUrl && comingBackTo(view.sandboxWalletUrl, () => `${sale}${agreed}`),
    },
    agreeUrl: view.method && chooseUrl(view.method.id),
    title: pos.settings.title,
    isGood: GOOD.includes(view.stage),
    newSaleUrl: inLanguage(counter, asked),
    payersUrl: inLanguage(`/i/${encodeURIComponent(invoice.id)}`, asked),
    sold: soldOf(invoice, view.language),
    isSure,
    fallenBack: hasFallenBack(invoice) ? fallenBackKey(invoice) : undefined,
    hasReceipt: isSure,
    receiptText: (pos.settings.receipt ?? "").split("\n").filter((line) => line.trim() !== ""),
  };
}
