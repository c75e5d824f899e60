import type { Invoice } from "./invoice.ts";
import { forgivable, required } from "./policy.ts";
import { smallRestsOf } from "./smallRests.ts";

/**
 * The least that counts as paid, in settlement units: what the policy requires, less an unpayable rest that
 * it forgives.
 */
export function leastThatPays(invoice: Pick<Invoice, "terms" | "facts">): bigint {
  const { terms } = invoice;
  const forgiven = smallRestsOf(invoice)
    .filter(({ otherCoin }) => !otherCoin) // a payer's click on another coin decides nothing
    .filter(({ rest, dust }) => rest < terms.due && rest <= forgivable(terms, dust)) // nothing is no payment
    .map(({ rest }) => terms.due - rest);
  return [required(terms), ...forgiven].reduce((least, one) => (one < least ? one : least));
}
