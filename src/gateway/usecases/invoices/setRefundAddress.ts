import { remainingOf } from "../../domain/invoices/paid.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Instant } from "../../../values/time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { choosePaymentMethod } from "../pricing/choosePaymentMethod.ts";
import { loadInvoiceAndStore } from "./loadInvoiceAndStore.ts";
import { isOursOrACoins, readDestination } from "../payouts/destinationAddress.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "../pricing/pricingContext.ts";

const MOST_CHANGES = 10;

/**
 * Sets the payer's refund address for a coin of the invoice and renews the price, because the service
 * stores a refund address with each quote. Throws GatewayError: refund_address_refused with the reason,
 * invoice_closed when it is too late, or the errors of pricing (the address is then kept for the next
 * price).
 */
export async function setRefundAddress(
  gateway: PricingContext,
  invoiceId: string,
  methodId: string,
  text: string,
): Promise<Invoice> {
  const { invoice } = await loadInvoiceAndStore(gateway, invoiceId);
  const offer = invoice.facts.offers.findLast((other) => other.methodId === methodId);
  if (!offer) throw refused("Choose first how to pay, then say where a refund goes.");
  const { chainId } = offer;
  refuseUnlessOpen(gateway, invoice);
  const address = readAddress(gateway, chainId, text.trim());
  if (invoice.facts.refundTo[chainId] !== address) {
    refuseIfItStays(invoice, chainId);
    await refuseOurs(gateway, invoice, chainId, address);
    refuseTooMany(invoice, chainId);
  }
  await advanceInvoice(gateway, invoiceId, { kind: "refundTo", at: gateway.clock(), chainId, address });
  return choosePaymentMethod(gateway, invoiceId, methodId);
}

/**
 * True while the payer may set a refund address: while something is due. It applies to the next price; a
 * payment keeps the address that it was made with.
 */
export function takesRefundAddress(invoice: Invoice, at: Instant): boolean {
  return invoice.state === "New" && at < invoice.terms.expiresAt && remainingOf(invoice) > 0n;
}

/**
 * True when the payer's refund address for this chain is final: once a payment was seen. Otherwise anyone
 * with the invoice's link could redirect later refunds (decision 34).
 */
export function refundAddressStays({ facts }: Invoice, chainId: number): boolean {
  return facts.deposits.length > 0 && facts.refundTo[chainId] !== undefined;
}

function refuseIfItStays(invoice: Invoice, chainId: number): void {
  if (!refundAddressStays(invoice, chainId)) return;
  const message =
    "The refund address cannot be changed any more: it was given before a payment was seen, and stays. To use another one, ask the shop for a new invoice.";
  throw new GatewayError("invoice_closed", message);
}

function refuseUnlessOpen({ clock }: Pick<Gateway, "clock">, invoice: Invoice): void {
  if (takesRefundAddress(invoice, clock())) return;
  const message = "The refund address cannot be changed any more: the invoice is paid or closed.";
  throw new GatewayError("invoice_closed", message);
}

function readAddress({ settings }: Pick<Gateway, "settings">, chainId: number, text: string): string {
  const read = readDestination(settings.bitcoinNetwork, chainId, text);
  if ("wrong" in read) throw refused(read.wrong);
  return read.address;
}

/** A refund to one of our own deposit addresses would be taken for a payment, and one to the shop's would not be the payer's. */
async function refuseOurs(
  gateway: Pick<Gateway, "persistence" | "service" | "settings">,
  invoice: Invoice,
  chainId: number,
  address: string,
): Promise<void> {
  if (!(await isOursOrACoins(gateway, chainId, address, invoice.terms.settlement.recipient))) return;
  throw refused("This address is the shop's, the payment's or a coin's own. Give an address of your wallet.");
}

/** Every change costs a quote and a deposit address. */
function refuseTooMany({ facts }: Invoice, chainId: number): void {
  const tried = new Set(
    facts.offers.filter((offer) => offer.chainId === chainId).map(({ refundTo }) => refundTo),
  );
  if (tried.size > MOST_CHANGES)
    throw refused("The refund address was changed too often. Ask the shop for a new invoice.");
}

function refused(message: string): GatewayError {
  return new GatewayError("refund_address_refused", message);
}
