import type { BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { BTC_DECIMALS } from "../../../bitcoin/codec/paymentUri.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { formatDecimal, parseDecimal } from "../../../values/amount.ts";
import type { Cast } from "./scenario.ts";

/** What a payer was asked for: an address, and an amount in smallest units. */
export type Asked = Readonly<{ address: string; amount: bigint; chainId: number; currency: string }>;

/** Chooses the first method with a matching id, as a payer does on the page, and returns what is due. */
export async function choose({ shop, invoiceId }: Cast, wanted = /^BTC-CHAIN$/): Promise<Asked> {
  const find = async () =>
    (await shop.listInvoiceMethods({ invoiceId })).find((one) => wanted.test(one.paymentMethodId));
  const offered = await find();
  if (!offered) throw new Error(`The shop takes nothing like ${wanted.source}.`);
  await shop.activateInvoiceMethod({ invoiceId, methodId: offered.paymentMethodId });
  const { destination = "", due = "0", additionalData } = (await find()) ?? {};
  const { decimals, chainId, tokenAddress } = additionalData as unknown as Readonly<{
    decimals: number;
    chainId: number;
    tokenAddress: string;
  }>; // presentMethods.ts writes them
  return { address: destination, amount: parseDecimal(due, decimals), chainId, currency: tokenAddress };
}

/** Pays bitcoin from the sandbox wallet; gives the transaction and the amount in words. */
export async function payBitcoin(
  { sandbox }: Cast,
  { address }: Asked,
  sats: bigint,
  feeRate?: number,
): Promise<Readonly<{ txid: string; text: string }>> {
  const to = address as BitcoinAddress; // the wallet refuses what is none
  const txid = await sandbox.wallet.bitcoin.pay({ address: to, sats, feeRate });
  return { txid, text: `Paid ${formatDecimal(sats, BTC_DECIMALS)} BTC in ${txid}.` };
}

/** Pays a coin of an EVM chain from the sandbox wallet; gives the transaction. */
export function payEvm({ sandbox }: Cast, asked: Asked): Promise<string> {
  const { chainId, currency, address, amount } = asked;
  return sandbox.wallet.evm.pay({
    chainId,
    amount,
    currency: currency as EvmAddress,
    address: address as EvmAddress, // the service gave them
  });
}
