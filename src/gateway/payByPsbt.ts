import { checkBitcoinAddress, scriptOf, type BitcoinAddress } from "../bitcoin/address.ts";
import { selectCoins } from "../bitcoin/coinSelection.ts";
import { BTC_DECIMALS } from "../bitcoin/paymentUri.ts";
import { paymentPsbt, type ForeignCoin } from "../bitcoin/paymentPsbt.ts";
import { coinKind, type Coin } from "../bitcoin/transactionSize.ts";
import { HttpFailure } from "../chain/http.ts";
import type { Invoice, Offer } from "../invoices/invoice.ts";
import { formatDecimal } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { choosePaymentMethod, loadBoth } from "./choosePaymentMethod.ts";
import { GatewayError } from "./errors.ts";
import type { Gateway } from "./ports.ts";

export const MOST_PSBT_ADDRESSES = 5; // each is a question to an explorer
const MOST_COINS = 20; // likewise, for the transactions that made them
const WANTED_TARGET = 2; // blocks
const [LOWEST_RATE, HIGHEST_RATE] = [1, 500]; // sat/vB

/** An unsigned PSBT (base64) that pays an offer from the payer's coins: the network's fee in sats, and where change goes. */
export type PsbtToSign = Readonly<{ offer: Offer; psbtBase64: string; fee: bigint; changeTo: string }>;

/** The invoice's price in bitcoin as it is now, for which something is to be paid. Throws GatewayError where there is none. */
export async function bitcoinOffer(gateway: Gateway, invoiceId: string): Promise<Offer> {
  const { invoice } = await loadBoth(gateway, invoiceId);
  const chosen = offersIn(invoice).at(-1);
  if (!chosen || invoice.terms.topUp) throw refused("Choose Bitcoin on the invoice's page first.");
  const priced = await choosePaymentMethod(gateway, invoiceId, chosen.methodId);
  return offersIn(priced).at(-1) ?? chosen;
}

/**
 * Builds what a payer's signing device signs: exactly what is to be paid, from confirmed coins of these addresses, the rest back
 * to the first of them. Throws GatewayError psbt_refused with what to do, chain_unseen when no explorer answers, and whatever
 * pricing comes to.
 */
export async function preparePsbt(gateway: Gateway, invoiceId: string, addresses: readonly string[]): Promise<PsbtToSign> {
  const owned = addresses.map((text) => readAddress(gateway, text));
  const [changeTo] = owned;
  if (!changeTo || owned.length > MOST_PSBT_ADDRESSES)
    throw refused(`Expected one to ${MOST_PSBT_ADDRESSES} addresses of your wallet, got ${owned.length}.`);
  const offer = await bitcoinOffer(gateway, invoiceId);
  const network = gateway.settings.bitcoinNetwork;
  const purpose = {
    targets: [{ script: scriptOf(network, offer.depositAddress as BitcoinAddress), value: offer.input }], // checked when it was issued
    changeScript: scriptOf(network, changeTo),
    satPerKvb: await asking(() => rateOf(gateway)),
  };
  const coins = await asking(() => confirmedCoins(gateway, owned));
  const plan = selectCoins({ ...purpose, coins });
  if (plan.kind === "insufficient") throw tooPoor(coins, offer, plan.missing);
  if (plan.kind === "below-dust") throw refused(`So little cannot be sent on Bitcoin: nodes relay ${plan.least} sats or more.`);
  if (plan.inputs.length > MOST_COINS)
    throw refused(`This would take more than ${MOST_COINS} of your coins. Give addresses with larger ones, or pay by the address.`);
  const whole = await asking(() => Promise.all(plan.inputs.map((coin) => withOrigin(gateway, coin))));
  const made = paymentPsbt({ ...purpose, coins: whole });
  if (made.kind === "unspendable") throw refused(made.reason);
  if (made.kind !== "psbt") throw refused("Your coins have changed in this moment. Try again.");
  return { offer, changeTo, fee: made.fee, psbtBase64: Buffer.from(made.psbtHex, "hex").toString("base64") };
} // prettier-ignore

/** The offers that a payment on Bitcoin may be for, newest last: payers pay old amounts too. */
export function offersIn({ facts }: Invoice): readonly Offer[] {
  return facts.offers.filter(({ chainId }) => chainId === BITCOIN_CHAIN_ID);
}

/** Says that an explorer did not answer in words for the payer. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause;
    throw new GatewayError("chain_unseen", "The Bitcoin network cannot be seen now. Nothing was sent; try again in a minute.", {}, { cause });
  }
} // prettier-ignore

function readAddress({ settings: { bitcoinNetwork } }: Gateway, text: string): BitcoinAddress {
  const address = checkBitcoinAddress(bitcoinNetwork, text);
  if (!address) throw refused(`"${text.slice(0, 100)}" is no Bitcoin address of this network. Give addresses that hold your coins.`);
  const kind = coinKind(scriptOf(bitcoinNetwork, address));
  if (kind && kind !== "p2sh-p2wpkh") return address;
  throw refused(`Coins of ${address} take more than one plain signature to spend. Pay by the address instead, or with coins of another one.`);
} // prettier-ignore

/** Sats for 1,000 virtual bytes, so that one of the next blocks takes it. */
async function rateOf({ explorer }: Gateway): Promise<bigint> {
  const estimates = Object.entries(await explorer.feeEstimates())
    .map(([target, rate]) => [BigInt(target), rate] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const [, rate] = estimates.find(([target]) => target >= WANTED_TARGET) ?? estimates.at(-1) ?? [0n, LOWEST_RATE];
  return BigInt(Math.ceil(Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, rate)) * 1_000));  
} // prettier-ignore

/** A coin that no block has yet may still vanish, and the payment with it. */
async function confirmedCoins({ explorer, settings }: Gateway, addresses: readonly BitcoinAddress[]): Promise<readonly Coin[]> {
  const found = await Promise.all([...new Set(addresses)].map(async (address) => {
    const script = scriptOf(settings.bitcoinNetwork, address);
    const listed = await explorer.utxos(address);
    return listed.filter(({ status }) => status.confirmed).map(({ txid, vout, value }): Coin => ({ outpoint: `${txid}:${vout}`, value, script }));
  }));
  return found.flat();
} // prettier-ignore

/** Signing devices ask for the transaction that made a coin, so that nobody lies to them about its amount. Taproot needs none. */
async function withOrigin({ explorer }: Gateway, coin: Coin): Promise<ForeignCoin> {
  if (coinKind(coin.script) === "p2tr") return coin;
  const [txid = ""] = coin.outpoint.split(":");
  return { ...coin, rawTx: await explorer.rawTx(txid) };
}

function tooPoor(coins: readonly Coin[], { input }: Offer, missing: bigint): GatewayError {
  const btc = (sats: bigint) => `${formatDecimal(sats, BTC_DECIMALS)} BTC`;
  const held = coins.reduce((total, { value }) => total + value, 0n);
  return refused(`These addresses hold ${btc(held)} in blocks. ${btc(input)} and the network's fee are needed: at least ${btc(missing)} more.`);
} // prettier-ignore

function refused(message: string): GatewayError {
  return new GatewayError("psbt_refused", message);
}
