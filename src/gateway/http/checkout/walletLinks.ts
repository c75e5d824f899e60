import type { Offer } from "../../domain/invoices/invoice.ts";
import { NATIVE_EVM_CURRENCY } from "../../../intents/identifiers.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { paymentUri } from "../api/present/presentMethods.ts";
import type { WalletLink } from "./view.ts";

/** The numbers by which Trust Wallet's links name the networks (registry.json of its wallet-core). */
const TRUST_COINS: Readonly<Record<number, string>> = {
  1: "60",
  10: "10000070",
  137: "966",
  8453: "8453",
  42161: "10042221",
};

/**
 * Links that open a payment in the app of a wallet, for a phone: the wallets' own universal links, which
 * need no account and no script. MetaMask and Trust Wallet open the transfer itself, Coinbase Wallet opens
 * the page (an https address) in its browser, where the page's button pays. None on a network that these
 * wallets do not know. `asked` (smallest units) is undefined where the payer chooses the amount.
 */
export function walletLinks(offer: Offer, asked: bigint | undefined, pageUrl: string): readonly WalletLink[] {
  const trustCoin = TRUST_COINS[offer.chainId];
  if (trustCoin === undefined) return [];
  const transfer = paymentUri(offer, asked).replace(/^ethereum:/, "");
  const token = offer.currency === NATIVE_EVM_CURRENCY ? "" : `_t${offer.currency}`;
  const trust = new URLSearchParams({ asset: `c${trustCoin}${token}`, address: offer.depositAddress });
  if (asked !== undefined) trust.set("amount", formatDecimal(asked, offer.decimals));
  const links = [
    { name: "MetaMask", url: `https://link.metamask.io/send/${transfer}` },
    { name: "Trust Wallet", url: `https://link.trustwallet.com/send?${trust}` },
  ];
  if (!pageUrl.startsWith("https://")) return links;
  return [
    ...links,
    { name: "Coinbase Wallet", url: `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(pageUrl)}` },
  ];
}
