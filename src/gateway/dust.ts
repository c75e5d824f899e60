import { currentOffer, type Invoice, type Terms } from "../invoices/invoice.ts";
import { divCeil } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { GatewayError } from "./errors.ts";
import type { Method } from "./methods.ts";

/** The least that every Bitcoin wallet sends, in sats: the dust threshold of the most demanding common output. */
const BITCOIN_DUST = 546n;

/** What the least amount is worth that the network of a method carries, in settlement units by the method's newest offer. */
export function dustWorth(invoice: Pick<Invoice, "facts">, methodId: string): bigint {
  const offer = currentOffer(invoice, methodId);
  return offer?.chainId === BITCOIN_CHAIN_ID ? divCeil(BITCOIN_DUST * offer.covers, offer.input) : 0n;
}

/** Refuses to price what no wallet sends. Throws GatewayError amount_too_small. */
export function refuseBelowDust(invoice: Invoice, method: Method, { due }: Pick<Terms, "due">): void {
  if (due >= dustWorth(invoice, method.id)) return;
  const message = `What is missing is less than the least amount that ${method.name} carries.`;
  throw new GatewayError("amount_too_small", message, { methodId: method.id });
}
