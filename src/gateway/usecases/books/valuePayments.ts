import { worthIn } from "../../domain/books/worthOf.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import type { Unvalued } from "../../ports/bookLinesPort.ts";
import { eachItem } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import { rateBetween } from "../pricing/rateBetween.ts";

const LATEST_MS = 10 * MINUTE_MS; // an older rate is not what it was worth when it was seen
const AT_ONCE = 500;

type Valuing = Pick<Gateway, "persistence" | "rates" | "clock" | "log">;

/**
 * Writes down what payments are worth in the currencies that their stores track, once for each, within ten minutes of when it was
 * first seen. While none of the rates can be had it is tried again; of some that cannot, the others are kept.
 */
export async function valuePayments(gateway: Valuing): Promise<void> {
  const waiting = await gateway.persistence.books.unvalued(gateway.clock() - LATEST_MS, AT_ONCE);
  await eachItem(gateway, "value", waiting, (payment) => valueOne(gateway, payment));
}

async function valueOne(gateway: Valuing, payment: Unvalued): Promise<void> {
  const { persistence, clock } = gateway;
  const invoice = await persistence.invoices.load(payment.invoiceId);
  const tracked = invoice
    ? ((await persistence.stores.load(invoice.storeId))?.settings.books.tracked ?? [])
    : [];
  const worths = invoice ? await worthsOf(gateway, invoice, payment.key, tracked) : [];
  if (worths) await persistence.books.keepValuation(payment, worths, clock());
}

/** Undefined while no rate is known. */
async function worthsOf(
  { rates, log }: Valuing,
  invoice: Invoice,
  key: string,
  tracked: readonly string[],
): Promise<readonly Worth[] | undefined> {
  const deposit = invoice.facts.deposits.find(({ chainId, outpoint }) => `${chainId}:${outpoint}` === key);
  if (!deposit) return []; // it left its block before this run
  const found: Worth[] = [];
  let missing = 0;
  for (const currency of tracked) {
    try {
      const worth = worthIn(invoice, deposit, {
        currency,
        ...(await rateBetween(rates, invoice.terms.currency, currency)),
      });
      if (worth) found.push(worth);
    } catch (error) {
      missing += 1;
      log.debug("value.no_rate", { invoice: invoice.id, currency, error });
    }
  }
  return found.length === 0 && missing > 0 ? undefined : found;
}
