import { worthIn } from "../../domain/books/worthOf.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { rateFromDecimal } from "../../../values/rate.ts";
import { DAY_MS } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { depositKey, missingCurrencies, SOON_MS, storeWorths } from "./valuePayments.ts";

const BY_HAND = "by hand"; // the source of such a rate, in exports
const LISTED_MS = 366 * DAY_MS;

/** A payment that no source of rates could value, and the currencies in which it has no value. */
export type UnvaluedPayment = Readonly<{ invoice: Invoice; deposit: Deposit; currencies: readonly string[] }>;

/** Lists payments of the last year that no source of rates could value within ten minutes, the oldest first. */
export async function listUnvalued(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  { id: storeId, settings }: Pick<MerchantStore, "id" | "settings">,
  limit: number,
): Promise<readonly UnvaluedPayment[]> {
  const [from, to] = [clock() - LISTED_MS, clock() - SOON_MS];
  const listed: UnvaluedPayment[] = [];
  for (const { key, invoiceId } of await persistence.books.unvalued({
    storeId,
    from,
    to,
    after: undefined,
    limit,
  })) {
    const invoice = await persistence.invoices.load(invoiceId);
    const deposit = invoice?.facts.deposits.find((one) => depositKey(one) === key);
    if (invoice && deposit)
      listed.push({ invoice, deposit, currencies: missingCurrencies(settings, invoice) });
  }
  return listed;
}

/**
 * Values a payment by the rates that a person names (whole units of each currency for one of the invoice's). What was booked without
 * a value is booked again with it. False where there is no such payment without a value. Throws AmountError for a wrong rate.
 */
export async function valueByHand(
  gateway: Pick<Gateway, "persistence" | "clock">,
  { id: storeId, settings }: Pick<MerchantStore, "id" | "settings">,
  { invoiceId, outpoint }: Readonly<{ invoiceId: string; outpoint: string }>,
  rates: ReadonlyMap<string, string>,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    const deposit = invoice?.facts.deposits.find((one) => one.outpoint === outpoint);
    if (!invoice || !deposit || invoice.storeId !== storeId) return false;
    const worths: Worth[] = [];
    for (const currency of missingCurrencies(settings, invoice)) {
      const rate = rateFromDecimal(rates.get(currency) ?? "", 0, 0);
      const worth = worthIn(invoice, deposit, { currency, rate, source: BY_HAND, at: gateway.clock() });
      if (worth) worths.push(worth);
    }
    return storeWorths(gateway, invoice, deposit, worths);
  });
}
