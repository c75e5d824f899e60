import { worthIn } from "../../domain/books/worthOf.ts";
import { lateValuationLines } from "../../domain/books/lines/lateValuationLines.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { DAY_MS, MINUTE_MS } from "../../../values/time.ts";
import type { Unvalued } from "../../ports/bookLinesPort.ts";
import { eachItem } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import { rateBetween } from "../pricing/rateBetween.ts";
import { valuedCurrencies } from "./bookSettings.ts";

const SOON_MS = 10 * MINUTE_MS;
const LATEST_MS = 30 * DAY_MS;
const AT_ONCE = 500;

type Valuing = Pick<Gateway, "persistence" | "rates" | "clock" | "log">;

/**
 * Values payments in the currencies of their stores, once for each, within ten minutes of when they were first seen. While none
 * of the rates can be had it is tried again; of some that cannot, the others are kept.
 */
export async function valuePayments(gateway: Valuing): Promise<void> {
  const waiting = await gateway.persistence.books.unvalued(gateway.clock() - SOON_MS, AT_ONCE);
  await eachItem(gateway, "value", waiting, (payment) => valueOne(gateway, payment));
}

/**
 * Values payments of the last month for which no rate was known in time, at the rate of now; the valuation has its time. What was
 * booked without a worth is taken back and booked again with it.
 */
export async function valueLatePayments(gateway: Valuing): Promise<void> {
  const now = gateway.clock();
  const waiting = await gateway.persistence.books.unvalued(now - LATEST_MS, AT_ONCE);
  const late = waiting.filter(({ at }) => at < now - SOON_MS);
  await eachItem(gateway, "value late", late, (payment) => valueOne(gateway, payment));
}

async function valueOne(gateway: Valuing, payment: Unvalued): Promise<void> {
  const { persistence, clock } = gateway;
  const invoice = await persistence.invoices.load(payment.invoiceId);
  const deposit = invoice?.facts.deposits.find(
    ({ chainId, outpoint }) => `${chainId}:${outpoint}` === payment.key,
  );
  const worths = invoice && deposit ? await worthsOf(gateway, invoice, deposit) : []; // none where it left its block before this run
  if (!worths) return;
  await persistence.books.keepValuation(payment, worths, clock());
  if (!invoice || !deposit || worths.length === 0) return;
  const kept = await persistence.books.linesOf(invoice.id);
  const lines = lateValuationLines(invoice, deposit, worths, kept);
  if (lines.length === 0) return;
  const at = clock();
  await persistence.books.fillLines(
    lines.map((line) => ({ ...line, at })),
    [],
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
  for (const currency of settings ? valuedCurrencies(settings) : []) {
    if (currency === invoice.terms.currency && !settings?.books.tracked.includes(currency)) continue; // its value is known
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
