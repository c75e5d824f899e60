import { worthIn } from "../../domain/books/worthOf.ts";
import { lateValuationLines } from "../../domain/books/lines/lateValuationLines.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Unvalued } from "../../ports/bookLinesPort.ts";
import { eachItem } from "../eachItem.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import type { Gateway } from "../gateway.ts";
import { rateBetween } from "../pricing/rateBetween.ts";
import type { StoreSettings } from "../stores/merchantStore.ts";
import { valuedCurrencies } from "./bookSettings.ts";

/** For how long after the first sighting a rate counts as that of the payment. */
const SOON_MS = 10 * MINUTE_MS;
const LATEST_MS = 30 * DAY_MS;
const AT_ONCE = 100;

type Valuing = Pick<Gateway, "persistence" | "rates" | "clock" | "log">;

/**
 * Values payments in the currencies of their stores, once for each, within ten minutes of when they were first seen. While none
 * of the rates can be had it is tried again; of some that cannot, the others are kept.
 */
export async function valuePayments(gateway: Valuing): Promise<void> {
  const now = gateway.clock();
  await valueBetween(gateway, now - SOON_MS, now + 1);
}

/**
 * Values payments of the last month for which no rate was known in time, at the rate of now; the valuation has its time. What was
 * booked without a worth is taken back and booked again with it.
 */
export async function valueLatePayments(gateway: Valuing): Promise<void> {
  const now = gateway.clock();
  await valueBetween(gateway, now - LATEST_MS, now - SOON_MS);
}

async function valueBetween(gateway: Valuing, from: Instant, to: Instant): Promise<void> {
  const rates = readOnce(gateway.rates);
  for (let after: Unvalued | undefined; ;) {
    const page = await gateway.persistence.books.unvalued({ from, to, after, limit: AT_ONCE });
    await eachItem(gateway, "value", page, (payment) => valueOne({ ...gateway, rates }, payment));
    after = page.at(-1);
    if (!after) return;
  }
}

/** Asks for each rate once: a thousand payments must not wait a thousand times for a source that does not answer. */
function readOnce(rates: Valuing["rates"]): Valuing["rates"] {
  const asked = new Map<string, ReturnType<typeof rates.rate>>();
  return {
    rate(base, quote) {
      const pair = `${base} ${quote}`;
      const answer = asked.get(pair) ?? rates.rate(base, quote);
      asked.set(pair, answer);
      return answer;
    },
  };
}

/** Reads again when a step of the invoice was saved meanwhile. */
function valueOne(gateway: Valuing, { key, invoiceId }: Unvalued): Promise<void> {
  const { persistence, clock } = gateway;
  return retryOnConflict(async () => {
    const invoice = await persistence.invoices.load(invoiceId);
    if (!invoice) return;
    const { deposits } = invoice.facts;
    const deposit = deposits.find((one) => depositKey(one) === key);
    if (!deposit) return persistence.books.keepValuation(invoice, { key, worths: [], lines: [] }, clock()); // it left its block before this run
    const worths = await worthsOf(gateway, invoice, deposit);
    if (worths) await storeWorths(gateway, invoice, deposit, worths);
  });
}

/**
 * Stores the worths of a payment beside those in other currencies, and corrects the lines that were booked without them. False
 * where the payment is valued already. Throws ConflictError when the invoice has moved on.
 */
export async function storeWorths(
  { persistence, clock }: Pick<Valuing, "persistence" | "clock">,
  invoice: Invoice,
  deposit: Deposit,
  worths: readonly Worth[],
): Promise<boolean> {
  const before = (await persistence.books.worthsOf(invoice.id)).get(deposit.outpoint);
  const added = worths.filter(({ currency }) => !before?.some((one) => one.currency === currency));
  if (before && added.length === 0) return false;
  const all = [...(before ?? []), ...added];
  const lines =
    added.length > 0
      ? lateValuationLines(invoice, deposit, all, await persistence.books.linesOf(invoice.id))
      : [];
  await persistence.books.keepValuation(
    invoice,
    { key: depositKey(deposit), before, worths: all, lines },
    clock(),
  );
  return true;
}

/** The key of a payment among the valuations. */
export function depositKey({ chainId, outpoint }: Deposit): string {
  return `${chainId}:${outpoint}`;
}

/** The currencies in which payments of an invoice need a rate. Its own needs none, unless the store tracks it. */
export function missingCurrencies(settings: StoreSettings, { terms }: Invoice): readonly string[] {
  return valuedCurrencies(settings).filter(
    (currency) => currency !== terms.currency || settings.books.tracked.includes(currency),
  );
}

/** Undefined while no rate is known. */
async function worthsOf(
  { persistence, rates, log }: Valuing,
  invoice: Invoice,
  deposit: Deposit,
): Promise<readonly Worth[] | undefined> {
  const settings = (await persistence.stores.load(invoice.storeId))?.settings;
  const found: Worth[] = [];
  let missing = 0;
  for (const currency of settings ? missingCurrencies(settings, invoice) : []) {
    try {
      const rate = await rateBetween(rates, invoice.terms.currency, currency);
      const worth = worthIn(invoice, deposit, { currency, ...rate });
      if (worth) found.push(worth);
    } catch (error) {
      missing += 1;
      log.debug("value.no_rate", { invoice: invoice.id, currency, error });
    }
  }
  return found.length === 0 && missing > 0 ? undefined : found;
}
