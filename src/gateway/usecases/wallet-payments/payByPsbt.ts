import { checkBitcoinAddress, scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { selectCoins } from "../../../bitcoin/codec/coinSelection.ts";
import { paymentPsbt } from "../../../bitcoin/codec/paymentPsbt.ts";
import { coinKind, type Coin } from "../../../bitcoin/codec/transactionSize.ts";
import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { btcAmount } from "../../../intents/coinAmount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { askExplorer } from "../tracking/askExplorer.ts";
import { choosePaymentMethod } from "../pricing/choosePaymentMethod.ts";
import { loadInvoiceAndStore } from "../invoices/loadInvoiceAndStore.ts";
import { withOrigins } from "./coinOrigins.ts";
import type { Gateway } from "../gateway.ts";
import type { WalletPaymentContext } from "./walletPaymentContext.ts";
import { PsbtRefusal } from "./psbtRefusal.ts";

export const MOST_PSBT_ADDRESSES = 5; // each is a question to an explorer
const MOST_COINS = 20; // also for the transactions that created them
const WANTED_TARGET = 2; // blocks
const [LOWEST_RATE, HIGHEST_RATE] = [1, 500]; // sat/vB

/** An unsigned PSBT (base64) that pays an offer from the payer's coins: the network's fee in sats, and where change goes. */
export type PsbtToSign = Readonly<{ offer: Offer; psbtBase64: string; fee: bigint; changeTo: string }>;

/** The invoice's present price in bitcoin. Throws GatewayError where nothing is due. */
export async function bitcoinOffer(gateway: WalletPaymentContext, invoiceId: string): Promise<Offer> {
  const { invoice } = await loadInvoiceAndStore(gateway, invoiceId);
  const chosen = offersIn(invoice).at(-1);
  if (!chosen || invoice.terms.topUp) throw new PsbtRefusal((t) => t("psbt.unchosen"));
  const priced = await choosePaymentMethod(gateway, invoiceId, chosen.methodId);
  return offersIn(priced).at(-1) ?? chosen;
}

/**
 * Builds what a payer's signing device signs: exactly what is due, from confirmed coins of these addresses,
 * the change back to the first of them. Throws PsbtRefusal with a remedy, GatewayError chain_busy and
 * chain_unseen when the explorers cannot be asked, and the errors of pricing.
 */
export async function preparePsbt(
  gateway: WalletPaymentContext,
  invoiceId: string,
  addresses: readonly string[],
): Promise<PsbtToSign> {
  const owned = addresses.map((text) => readAddress(gateway, text));
  const [changeTo] = owned;
  if (!changeTo || owned.length > MOST_PSBT_ADDRESSES)
    throw new PsbtRefusal((t) =>
      t("psbt.addressesWanted", { most: MOST_PSBT_ADDRESSES, given: owned.length }),
    );
  const offer = await bitcoinOffer(gateway, invoiceId);
  const network = gateway.settings.bitcoinNetwork;
  const purpose = {
    targets: [{ script: scriptOf(network, offer.depositAddress as BitcoinAddress), value: offer.input }], // checked when it was issued
    changeScript: scriptOf(network, changeTo),
    satPerKvb: await rateOf(gateway),
  };
  const coins = await confirmedCoins(gateway, owned);
  const plan = selectCoins({ ...purpose, coins });
  if (plan.kind === "insufficient") throw tooPoor(coins, offer, plan.missing);
  if (plan.kind === "below-dust") throw new PsbtRefusal((t) => t("psbt.dust", { least: String(plan.least) }));
  if (plan.inputs.length > MOST_COINS)
    throw new PsbtRefusal((t) => t("psbt.manyCoins", { most: MOST_COINS }));
  const made = paymentPsbt({ ...purpose, coins: await withOrigins(gateway, plan.inputs) });
  if (made.kind !== "psbt") throw new PsbtRefusal((t) => t("psbt.coinsChanged"));
  return { offer, changeTo, fee: made.fee, psbtBase64: Buffer.from(made.psbtHex, "hex").toString("base64") };
}

/** The offers that a payment on Bitcoin may be for, newest last: payers pay old amounts too. */
export function offersIn({ facts }: Invoice): readonly Offer[] {
  return facts.offers.filter(({ chainId }) => chainId === BITCOIN_CHAIN_ID);
}

function readAddress(
  { settings: { bitcoinNetwork } }: Pick<Gateway, "settings">,
  text: string,
): BitcoinAddress {
  const address = checkBitcoinAddress(bitcoinNetwork, text);
  if (!address) throw new PsbtRefusal((t) => t("psbt.noAddress", { text: text.slice(0, 100) }));
  const kind = coinKind(scriptOf(bitcoinNetwork, address));
  if (kind && kind !== "p2sh-p2wpkh") return address;
  throw new PsbtRefusal((t) => t("psbt.hardToSign", { address }));
}

/** Sats for 1,000 virtual bytes, so that one of the next blocks takes it. */
async function rateOf(gateway: Pick<Gateway, "explorer" | "budgets">): Promise<bigint> {
  const estimates = Object.entries(await askExplorer(gateway, (explorer) => explorer.feeEstimates()))
    .map(([target, rate]) => [BigInt(target), rate] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const [, rate] = estimates.find(([target]) => target >= WANTED_TARGET) ??
    estimates.at(-1) ?? [0n, LOWEST_RATE];
  return BigInt(Math.ceil(Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, rate)) * 1_000));
}

/** A coin that no block has yet may still vanish, and the payment with it. */
async function confirmedCoins(
  gateway: Pick<Gateway, "explorer" | "budgets" | "settings">,
  addresses: readonly BitcoinAddress[],
): Promise<readonly Coin[]> {
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const script = scriptOf(gateway.settings.bitcoinNetwork, address);
      const listed = await askExplorer(gateway, (explorer) => explorer.utxos(address));
      return listed
        .filter(({ status }) => status.confirmed)
        .map(({ txid, vout, value }): Coin => ({ outpoint: `${txid}:${vout}`, value, script }));
    }),
  );
  return found.flat();
}

function tooPoor(coins: readonly Coin[], { input }: Offer, missing: bigint): PsbtRefusal {
  const held = coins.reduce((total, { value }) => total + value, 0n);
  return new PsbtRefusal((t) =>
    t("psbt.poor", { held: btcAmount(held), needed: btcAmount(input), missing: btcAmount(missing) }),
  );
}
