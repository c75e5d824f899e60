import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import type { JournalEntry } from "../journal.ts";
import { toObservation } from "../invoices/invoiceRows.ts";

const BITCOIN = { currency: BTC_CURRENCY, decimals: 8, symbol: "BTC" };

/**
 * The offer of a journal entry. Entries of older versions do not contain all of it: their coin is that of
 * the method's other offers, and the least that has to arrive is the whole price, which is on the
 * merchant's side. Undefined when the coin is unknown. Throws when the offer in an entry is invalid.
 */
export function recoveredOffer({ terms, facts }: Invoice, entry: JournalEntry): Offer | undefined {
  if (entry.offer !== undefined) {
    const seen = toObservation({ kind: "offer", at: entry.at, offer: entry.offer }, "entry in the journal");
    return seen.kind === "offer" ? seen.offer : undefined;
  }
  const { chainId, methodId, depositAddress, requestId, refundTo, input, at } = entry;
  const coin =
    facts.offers.find((offer) => offer.methodId === methodId) ??
    (chainId === BITCOIN_CHAIN_ID ? BITCOIN : undefined);
  if (!coin) return undefined;
  const { currency, decimals, symbol } = coin;
  return {
    quoteId: `journal:${requestId}:${input}`,
    methodId,
    chainId,
    currency,
    decimals,
    symbol,
    requestId,
    depositAddress,
    refundTo,
    input,
    covers: terms.due,
    floor: terms.due,
    cost: undefined,
    from: at,
  };
}
