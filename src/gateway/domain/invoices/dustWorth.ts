import { divCeil } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { currentOffer, type Invoice } from "./invoice.ts";

/** The least that every Bitcoin wallet sends, in sats: the dust threshold of the most demanding common output. */
const BITCOIN_DUST = 546n;

/** Gives what the dust limit of a method's network is worth, in settlement units by the method's newest offer; 0 where there is none. */
export function dustWorth(invoice: Pick<Invoice, "facts">, methodId: string): bigint {
  const offer = currentOffer(invoice, methodId);
  return offer?.chainId === BITCOIN_CHAIN_ID ? divCeil(BITCOIN_DUST * offer.covers, offer.input) : 0n;
}
