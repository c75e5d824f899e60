import { isUnpriced } from "../../domain/invoices/due.ts";
import { shownOffer } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import { choosePaymentMethod } from "./choosePaymentMethod.ts";
import { eachItem, pages } from "../eachItem.ts";
import { GatewayError } from "../../errors.ts";
import type { PricingContext } from "./pricingContext.ts";

/** Rests that could not be priced: how often that was tried in vain, and when it is tried again. By invoice, in memory. */
export type RestRetries = Map<string, Readonly<{ failures: number; at: Instant }>>;

const FIRST_RETRY_MS = 2 * SECOND_MS;
const SLOWEST_RETRY_MS = MINUTE_MS;

/**
 * Prices the rest of every invoice that was paid in part, or whose payment was returned, also while its
 * page is closed: no amount is shown before. A rest below the minimum is recorded as such. Failures are
 * retried with backoff, which bounds the calls to a service that refuses.
 */
export async function priceRests(gateway: PricingContext, retries: RestRetries): Promise<void> {
  for (const [id, { at }] of retries) if (at + SLOWEST_RETRY_MS < gateway.clock()) retries.delete(id);
  for await (const page of pages(gateway.persistence.invoices.unpriced)) {
    await eachItem(gateway, "price rest", page, async ({ id }) => {
      const { failures = 0, at = 0 } = retries.get(id) ?? {};
      if (gateway.clock() < at) return;
      const wait = Math.min(SLOWEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      retries.set(id, { failures: failures + 1, at: gateway.clock() + wait }); // until it has succeeded
      await priceRest(gateway, id);
      retries.delete(id);
    });
  }
}

async function priceRest(gateway: PricingContext, id: string): Promise<void> {
  const invoice = await gateway.persistence.invoices.load(id); // the payer may have chosen another coin meanwhile
  const shown = invoice && shownOffer(invoice.facts);
  if (!shown || !isUnpriced(invoice) || gateway.clock() >= invoice.terms.expiresAt) return;
  await choosePaymentMethod(gateway, id, shown.methodId).catch(unlessTooSmall);
}

function unlessTooSmall(error: unknown): void {
  const isTooSmall = error instanceof GatewayError && error.code === "amount_too_small"; // which is in the facts now
  if (!isTooSmall) throw error;
}
