import { setImmediate } from "node:timers/promises";
import type { PaymentLine } from "../../domain/books/lines/line.ts";
import { paymentWorth } from "../../domain/books/lines/paymentWorth.ts";
import { standingLine } from "../../domain/books/lines/standingLine.ts";
import { worthIn } from "../../domain/books/worthOf.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { rateFromDecimal } from "../../../values/rate.ts";
import { DAY_MS } from "../../../values/time.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Unvalued, UnvaluedRange } from "../../ports/bookLinesPort.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import type { MerchantStore, StoreSettings } from "../stores/merchantStore.ts";
import { accountingCurrency, BY_HAND } from "./bookSettings.ts";
import { depositKey, missingCurrencies, storeWorths } from "./valuePayments.ts";

const AT_ONCE = 100;
const WEEK_MS = 7 * DAY_MS;

/** A payment without a value in the currency of the books, and the currencies in which it has none. */
export type UnvaluedPayment = Readonly<{ invoice: Invoice; deposit: Deposit; currencies: readonly string[] }>;

/**
 * Lists booked payments that have no value in the currency of the store's books, the oldest first: those that statements and the
 * overview count as not valued. Reads week by week; others are served in between.
 */
export async function listUnvalued(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  { id: storeId, settings, createdAt }: Pick<MerchantStore, "id" | "settings" | "createdAt">,
  limit: number,
): Promise<readonly UnvaluedPayment[]> {
  const currency = accountingCurrency(settings);
  const listed: UnvaluedPayment[] = [];
  const read = (span: Pick<UnvaluedRange, "from" | "to">) => (after: Unvalued | undefined) =>
    persistence.books.unvalued({ storeId, currency, ...span, after, limit: AT_ONCE });
  for (let from = 0, to = createdAt + WEEK_MS; from <= clock(); from = to, to += WEEK_MS) {
    for await (const candidate of eachUnvalued(read({ from, to }))) {
      const payment = await unvaluedPayment(persistence, settings, candidate);
      if (payment) listed.push(payment);
      if (listed.length === limit) return listed;
    }
    await setImmediate();
  }
  return listed;
}

async function* eachUnvalued(
  read: (after: Unvalued | undefined) => Promise<readonly Unvalued[]>,
): AsyncGenerator<Unvalued> {
  for (let after: Unvalued | undefined; ;) {
    const page = await read(after);
    yield* page;
    after = page.at(-1);
    if (!after) return;
  }
}

/** Undefined for a payment that is not booked yet, or has a value in the currency of the books. */
async function unvaluedPayment(
  { invoices, books }: Pick<Gateway["persistence"], "invoices" | "books">,
  settings: StoreSettings,
  { key, invoiceId }: Unvalued,
): Promise<UnvaluedPayment | undefined> {
  const line = standingLine(await books.linesOf(invoiceId), "payments", key) as PaymentLine | undefined; // of this file
  if (!line || paymentWorth(line, accountingCurrency(settings)) !== undefined) return undefined;
  const invoice = await invoices.load(invoiceId);
  const deposit = invoice?.facts.deposits.find((one) => depositKey(one) === key);
  if (!invoice || !deposit) return undefined;
  const valued = new Set(
    (await books.worthsOf(invoiceId)).get(deposit.outpoint)?.map(({ currency }) => currency),
  );
  const currencies = missingCurrencies(settings, invoice).filter((currency) => !valued.has(currency));
  return { invoice, deposit, currencies };
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
    const known = (await gateway.persistence.books.worthsOf(invoiceId)).get(outpoint) ?? [];
    const isKnown = (currency: string) => known.some((worth) => worth.currency === currency);
    for (const currency of missingCurrencies(settings, invoice).filter((one) => !isKnown(one))) {
      const rate = rateFromDecimal(rates.get(currency) ?? "", 0, 0);
      const worth = worthIn(invoice, deposit, { currency, rate, source: BY_HAND, at: gateway.clock() });
      if (worth) worths.push(worth);
    }
    return storeWorths(gateway, invoice, deposit, worths);
  });
}
