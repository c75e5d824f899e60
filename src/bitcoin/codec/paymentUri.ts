import { formatDecimal } from "../../values/amount.ts";
import { isBech32 } from "./address.ts";

export const BTC_DECIMALS = 8;

/** A BIP321 payment URI for links: bitcoin:bc1q…?amount=0.00123. The amount is exact decimal BTC; without one the payer chooses. */
export function bitcoinUri(address: string, sats: bigint | undefined): string {
  return sats === undefined
    ? `bitcoin:${address}`
    : `bitcoin:${address}?amount=${formatDecimal(sats, BTC_DECIMALS)}`;
}

/**
 * The same URI for a QR code. A bech32 address goes in upper case (BIP173), which makes the code smaller;
 * scheme and keys stay lower case, because wallets exist that do not find an upper-case key.
 */
export function bitcoinQrUri(address: string, sats: bigint | undefined): string {
  return bitcoinUri(isBech32(address) ? address.toUpperCase() : address, sats);
}
