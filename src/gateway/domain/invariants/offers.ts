import { isCanonicalBitcoin, type BitcoinNetwork } from "../../../bitcoin/codec/address.ts";
import type { Offer } from "../invoices/invoice.ts";
import { differencesOf } from "../invoices/replay.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { when, type InvoiceRecord, type Rule } from "./record.ts";

/** I-1: every address that was shown is leased to the invoice, journaled, and stored with its quote. */
export const offersAreKept: Rule = (record) =>
  record.invoice.facts.offers.flatMap((offer) => {
    if (offer.direct) return directIsKept(record, offer);
    const { depositAddress, chainId, requestId, quoteId } = offer;
    const lease = record.leases.find((one) => one.address === depositAddress && one.chainId === chainId);
    return [
      ...when(!lease, `the address ${depositAddress} was shown, and no lease gives it to the invoice`),
      ...when(
        lease !== undefined && lease.requestId !== requestId,
        `the lease of ${depositAddress} is for request ${lease?.requestId}, its offer for ${requestId}`,
      ),
      ...when(lease?.isRemembered === false, `${depositAddress} is not among the issued addresses`),
      ...when(
        !isRecovered(record, offer) && !record.quotes.some(({ id }) => id === quoteId),
        `the offer of ${depositAddress} has no quote ${quoteId}`,
      ),
    ];
  });

/** A direct offer has an amount of its own instead of an address. */
function directIsKept(record: InvoiceRecord, offer: Offer): readonly string[] {
  const { depositAddress, chainId, requestId, quoteId, input } = offer;
  const isLeased = record.amounts.some(
    (one) =>
      one.address === depositAddress &&
      one.chainId === chainId &&
      one.amount === input &&
      one.requestId === requestId,
  );
  const isQuoted = isRecovered(record, offer) || record.quotes.some(({ id }) => id === quoteId);
  return [
    ...when(
      !isLeased,
      `${input} at ${depositAddress} was asked for, and no lease gives that amount to the invoice`,
    ),
    ...when(!isQuoted, `the offer of ${input} at ${depositAddress} has no quote ${quoteId}`),
  ];
}

/** An offer that was found in the journal after a restored backup has no quote: that was in the database that was lost. */
function isRecovered({ decided }: InvoiceRecord, { quoteId }: Offer): boolean {
  return decided.some(
    ({ source, seen }) => source === "journal" && seen.kind === "offer" && seen.offer.quoteId === quoteId,
  );
}

/** I-3: an offer never changes and equals its quote. A change is a new offer. */
export const offersStay: Rule = ({ invoice, decided, quotes, isOlder }) => {
  const made = decided.flatMap(({ seen }) => (seen.kind === "offer" ? [seen.offer] : []));
  const changed = isOlder ? [] : differencesOf(invoice.facts.offers, made, "offers");
  const misquoted = invoice.facts.offers.flatMap(({ quoteId, methodId, input, requestId }) => {
    const quote = quotes.find(({ id }) => id === quoteId);
    const isOther =
      quote !== undefined &&
      (quote.methodId !== methodId ||
        quote.input !== input ||
        (quote.kind === "deposit" && quote.requestId !== requestId));
    return when(isOther, `the offer of quote ${quoteId} does not say what the quote says`);
  });
  return [...changed, ...misquoted];
};

/** I-36: addresses that were shown are of the network that this gateway runs on. */
export function offersOnNetwork({ invoice }: InvoiceRecord, network: BitcoinNetwork): readonly string[] {
  return invoice.facts.offers.flatMap(({ chainId, depositAddress }) =>
    when(
      chainId === BITCOIN_CHAIN_ID && !isCanonicalBitcoin(network, depositAddress),
      `${depositAddress} is no address of ${network}`,
    ),
  );
}
