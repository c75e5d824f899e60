import { sentencesIn } from "../../../languages/formats.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { CheckoutView } from "./view.ts";

type Priced = Pick<CheckoutView, "price" | "currency" | "language">;
type Parts = NonNullable<CheckoutView["parts"]>;

/** Returns the title while a part is paid. A part without a block has not arrived, and one that was sent back is not paid. */
export function partTitle({ parts, language }: Pick<CheckoutView, "parts" | "language">): string {
  if (!parts) return wordsOf(language)("stage.awaiting");
  return wordsOf(language)(parts.arrived ? "part.arrived" : "part.onItsWay");
}

/** "You have paid 8.00 of 25.00 USD."; before it has settled the fees of the conversion are not known. */
export function paidText({ paid, estimated }: Parts, { price, currency, language }: Priced): string {
  const values = { paid, price: `${price} ${currency}` };
  return wordsOf(language)(estimated ? "part.paidAbout" : "part.paid", values);
}

/** While the rest has no price yet, or can have none. */
export function repricingText(view: CheckoutView): string {
  const { parts, restTooSmall, method, storeName: store, language } = view;
  const t = wordsOf(language);
  if (!parts) return t("part.workingOutAll");
  const missing = missingText(parts, view);
  const paid = paidText(parts, view);
  if (!restTooSmall || !method) return sentencesIn(language, [paid, t("part.workingOut", { missing })]);
  const tooSmall =
    restTooSmall === "any"
      ? t("part.tooSmall", { missing, store })
      : t("part.tooSmallIn", { missing, store, coin: method.currency, network: method.network });
  return sentencesIn(language, [paid, tooSmall, t("part.notWhole")]);
}

/** "17.00 USD" or "About 17.00 USD", for the sentences about what is missing. */
export function missingText({ missing, estimated }: Parts, { currency, language }: Priced): string {
  const amount = `${missing} ${currency}`;
  return estimated ? wordsOf(language)("part.about", { amount }) : amount;
}
