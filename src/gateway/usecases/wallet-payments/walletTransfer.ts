import { checkEvmAddress, type EvmAddress } from "../../../evm/codec/address.ts";
import { nativeTransfer, tokenTransfer, type EvmCall } from "../../../evm/codec/transfer.ts";
import { currentOffer, type Offer } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../../intents/identifiers.ts";
import { choosePaymentMethod } from "../pricing/choosePaymentMethod.ts";
import { GatewayError } from "../../errors.ts";
import type { WalletPaymentContext } from "./walletPaymentContext.ts";
import { setRefundAddress } from "../invoices/setRefundAddress.ts";

/** The account of a wallet that is about to pay, and whether its owner wants a refund to go there. */
export type WalletPayer = Readonly<{ account: string; takesRefund: boolean }>;

/** What the wallet is asked to send, on the offer's chain: exactly what is still to be paid, to the invoice's own address. */
export type WalletTransfer = Readonly<{ offer: Offer; account: EvmAddress; call: EvmCall }>;

/**
 * The one transaction by which a browser wallet pays an invoice: the plain transfer that the deposit step
 * of the quote describes (interface specification 4.4). The price is renewed first where it is outdated, or
 * needs the payer's refund address. Throws GatewayError: the errors of pricing and setRefundAddress,
 * method_not_available for what no wallet of this kind can pay.
 */
export async function walletTransfer(
  gateway: WalletPaymentContext,
  invoiceId: string,
  methodId: string,
  { account: text, takesRefund }: WalletPayer,
): Promise<WalletTransfer> {
  const account = checkEvmAddress(text);
  if (!account) throw unsuitable(`Expected the account of an EVM wallet, got "${text.slice(0, 64)}".`);
  const invoice = takesRefund
    ? await setRefundAddress(gateway, invoiceId, methodId, account)
    : await choosePaymentMethod(gateway, invoiceId, methodId);
  const offer = currentOffer(invoice, methodId);
  if (!offer || offer.chainId === BITCOIN_CHAIN_ID)
    throw unsuitable("A wallet of this kind pays on EVM chains only.");
  if (invoice.terms.topUp)
    throw unsuitable("How much this payment is, its payer decides: send it to the address.");
  return { offer, account, call: callFor(offer) };
}

function callFor({ currency, depositAddress, input }: Offer): EvmCall {
  return currency === NATIVE_EVM_CURRENCY
    ? nativeTransfer(depositAddress, input)
    : tokenTransfer(currency, depositAddress, input);
}

function unsuitable(message: string): GatewayError {
  return new GatewayError("method_not_available", message);
}
