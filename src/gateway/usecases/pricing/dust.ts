import { currentOffer, type Invoice, type Terms } from "../../domain/invoices/invoice.ts";
import { divCeil } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { GatewayError } from "../../errors.ts";
import type { Method } from "./methods.ts";

/** The least that every Bitcoin wallet sends, in sats: the dust threshold of the most demanding common output. */
const BITCOIN_DUST = 546n;

/** What the dust limit of a method's network is worth, in settlement units by the method's newest offer; 0 where there is none. */
export function dustWorth(invoice: Pick<Invoice, "facts">, methodId: string): bigint {
  const offer = currentOffer(invoice, methodId);
  return offer?.chainId === BITCOIN_CHAIN_ID ? divCeil(BITCOIN_DUST * offer.covers, offer.input) : 0n;
}

/** Refuses to price what no wallet sends. Throws GatewayError amount_too_small. */
export function refuseBelowDust(invoice: Invoice, method: Method, { due }: Pick<Terms, "due">): void {
  if (due >= dustWorth(invoice, method.id)) return;
  const message = `The remaining amount is below the dust limit of ${method.name}: no wallet can send it.`;
  throw new GatewayError("amount_too_small", message, { methodId: method.id });
}
