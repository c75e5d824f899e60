import { addressOfScript, checkBitcoinAddress, scriptOf, type BitcoinNetwork } from "../bitcoin/address.ts";
import { checkEvmAddress, displayEvmAddress, type EvmAddress } from "../evm/address.ts";
import { remainingOf } from "../invoices/paid.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier, sameCurrency } from "../protocol/identifiers.ts";
import type { Instant } from "../time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { choosePaymentMethod, loadBoth } from "./choosePaymentMethod.ts";
import { GatewayError } from "./errors.ts";
import { everHandedOut } from "./evmHolders.ts";
import type { Gateway } from "./ports.ts";

const MOST_CHANGES = 10;

/**
 * Takes the payer's word where money goes that cannot be converted, for a coin of the invoice's; the price that is shown is
 * renewed with it, because the service keeps a refund address with each quote. Throws GatewayError: refund_address_refused
 * with what is wrong, invoice_closed, or whatever pricing comes to (the address is kept then, for the next price).
 */
export async function setRefundAddress(
  gateway: Gateway,
  invoiceId: string,
  methodId: string,
  text: string,
): Promise<Invoice> {
  const { invoice } = await loadBoth(gateway, invoiceId);
  const offer = invoice.facts.offers.findLast((other) => other.methodId === methodId);
  if (!offer) throw refused("Choose first how to pay, then say where a refund goes.");
  const { chainId } = offer;
  refuseUnlessOpen(gateway, invoice);
  const address = readAddress(gateway, chainId, text.trim());
  if (invoice.facts.refundTo[chainId] !== address) {
    await refuseOurs(gateway, invoice, chainId, address);
    refuseTooMany(invoice, chainId);
  }
  await advanceInvoice(gateway, invoiceId, { kind: "refundTo", at: gateway.clock(), chainId, address });
  return choosePaymentMethod(gateway, invoiceId, methodId);
}

/**
 * Whether the payer may (still) say where a refund goes: while something is to be paid. It counts for the next price; a payment
 * keeps the address that it was made with.
 */
export function takesRefundAddress(invoice: Invoice, at: Instant): boolean {
  return invoice.state === "New" && at < invoice.terms.expiresAt && remainingOf(invoice) > 0n;
}

function refuseUnlessOpen({ clock }: Gateway, invoice: Invoice): void {
  if (takesRefundAddress(invoice, clock())) return;
  const message = "The refund address cannot be changed any more: the invoice is paid or closed.";
  throw new GatewayError("invoice_closed", message);
}

/** The address in the chain's own form. A token's address or the zero address would swallow the money. */
function readAddress({ settings }: Gateway, chainId: number, text: string): string {
  const isBitcoin = chainId === BITCOIN_CHAIN_ID;
  const { bitcoinNetwork } = settings;
  const address = isBitcoin ? canonicalBitcoin(bitcoinNetwork, text) : checkEvmAddress(text);
  if (!address) throw refused(whatIsWrong(isBitcoin, bitcoinNetwork, text));
  if (isCurrencyIdentifier(address)) {
    throw refused(
      "This is the address of a coin, not of a wallet: money sent there is lost. Give your own address.",
    );
  }
  return isBitcoin ? address : displayEvmAddress(address);
}

function canonicalBitcoin(network: BitcoinNetwork, text: string): string | undefined {
  const address = checkBitcoinAddress(network, text);
  return address && addressOfScript(network, scriptOf(network, address)); // in capitals it is the same address
}

function whatIsWrong(isBitcoin: boolean, network: string, text: string): string {
  if (text === "") return "Expected an address, got nothing.";
  const said = `"${text.slice(0, 100)}"`;
  if (!isBitcoin) {
    return /^0x[0-9a-fA-F]{40}$/.test(text)
      ? `The checksum of ${said} is wrong, so a character may be too. Copy the address again.`
      : `Expected an address that begins with 0x and has 40 more characters (0-9, a-f); got ${said}.`;
  }
  const where = network === "mainnet" ? "a Bitcoin address" : `a Bitcoin address of the ${network} network`;
  return /^0x/i.test(text)
    ? `${said} is no Bitcoin address: you pay in Bitcoin, and a refund comes in Bitcoin.`
    : `${said} is not ${where}, or a character of it is wrong. Copy the address again.`;
}

/** A refund to one of our own deposit addresses would be taken for a payment, and one to the shop's would not be the payer's. */
async function refuseOurs(
  gateway: Gateway,
  invoice: Invoice,
  chainId: number,
  address: string,
): Promise<void> {
  const chains = await gateway.service.chains();
  const coins = chains.flatMap(({ solverCurrencies }) => solverCurrencies.map((coin) => coin.address));
  const { recipient } = invoice.terms.settlement;
  const isCoin = coins.some((coin) => sameCurrency(coin, address));
  const handedOut =
    chainId === BITCOIN_CHAIN_ID
      ? await gateway.store.formerHolders(chainId, [address])
      : await everHandedOut(gateway, chainId, [address.toLowerCase() as EvmAddress]); // readAddress has checked it
  if (handedOut.size > 0 || isCoin || sameCurrency(recipient, address)) {
    throw refused(
      "This address is the shop's, the payment's or a coin's own. Give an address of your wallet.",
    );
  }
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
