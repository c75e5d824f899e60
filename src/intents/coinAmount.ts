import { formatDecimal, formatFixed } from "../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "./identifiers.ts";

/**
 * An exact amount (smallest units) as payers read it: bitcoin always with all its decimals, as wallets show it, so that an amount
 * that is renewed keeps its width; other coins without trailing zeros, because most have 18 decimals.
 */
export function coinAmount(amount: bigint, coin: Readonly<{ chainId: number; decimals: number }>): string {
  return coin.chainId === BITCOIN_CHAIN_ID
    ? formatFixed(amount, coin.decimals)
    : formatDecimal(amount, coin.decimals);
}

const BTC_DECIMALS = 8;

/** An amount of satoshis: "0.00031000 BTC". */
export function btcAmount(sats: bigint): string {
  return `${formatFixed(sats, BTC_DECIMALS)} BTC`;
}
