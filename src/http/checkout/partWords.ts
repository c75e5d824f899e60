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

/** "17.00 USD", at the beginning of a sentence. */
export function missingText({ missing, estimated }: Parts, { currency }: Priced): string {
  return `${estimated ? "About " : ""}${missing} ${currency}`;
}
