import type { CheckoutView } from "./view.ts";

type Priced = Pick<CheckoutView, "price" | "currency">;
type Parts = NonNullable<CheckoutView["parts"]>;

/** The title while a part was paid: what no block has taken yet has not arrived. */
export function partTitle({ parts }: Pick<CheckoutView, "parts">): string {
  return parts && !parts.arrived ? "Part of the payment is on its way" : "Part of the payment has arrived";
}

/** "You have paid 8.00 of 25.00 USD."; before it has settled the fees of the conversion are not known. */
export function paidText({ paid, estimated }: Parts, { price, currency }: Priced): string {
  return estimated
    ? `You have paid about ${paid} of ${price} ${currency}, before fees.`
    : `You have paid ${paid} of ${price} ${currency}.`;
}

/** While the rest has no price yet, or can have none. */
export function repricingText(view: CheckoutView): string {
  const { parts, restTooSmall, method, storeName } = view;
  if (!parts) return "What is still to be paid is being worked out. This page updates by itself.";
  const rest = `${paidText(parts, view)} ${missingText(parts, view)} is still missing`;
  if (!restTooSmall || !method)
    return `${rest}; what that is in your coin is being worked out. This page updates by itself.`;
  const ask = `ask ${storeName}, which sees what has arrived and decides whether that is enough or goes back. Do not pay the whole price again.`;
  return restTooSmall === "any"
    ? `${rest}. So small an amount cannot be paid by itself: its conversion would cost more than it brings. Please ${ask}`
    : `${rest}. So small an amount cannot be paid in ${method.currency} on ${method.network} now: its conversion would cost more than it brings. Pay it another way, or ${ask}`;
}

/** "17.00 USD", at the beginning of a sentence. */
export function missingText({ missing, estimated }: Parts, { currency }: Priced): string {
  return `${estimated ? "About " : ""}${missing} ${currency}`;
}
