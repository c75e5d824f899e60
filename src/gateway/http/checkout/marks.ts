import { escapeHtml } from "../../../languages/markup.ts";

/** The symbols of views/checkout/marks.eta, by the coins that they stand for. */
const COINS: Readonly<Record<string, string>> = {
  BTC: "btc",
  WBTC: "wbtc",
  CBBTC: "wbtc",
  TBTC: "wbtc",
  ETH: "eth",
  WETH: "weth",
  CBETH: "weth",
  WSTETH: "weth",
  USDC: "usdc",
  USDBC: "usdc",
  "USDC.E": "usdc",
  USDT: "usdt",
  USDT0: "usdt",
  "USDT.E": "usdt",
  LTC: "ltc",
  DAI: "dai",
};

const CHAINS = ["bitcoin", "ethereum", "base", "arbitrum", "optimism", "polygon"] as const;

/** What draws a coin: the id of its symbol, and the letter on the general one. */
export type CoinMark = Readonly<{ id: string; letter?: string }>;

/** The mark of a coin, by its symbol ("USDC"). A coin without one of its own has its first letter. */
export function coinMark(symbol: string): CoinMark {
  const own = COINS[symbol.toUpperCase()];
  return own ? { id: `coin-${own}` } : { id: "coin-any", letter: /[\p{L}\p{N}]/u.exec(symbol)?.[0] ?? "?" };
}

/** A coin's mark as inline SVG for a page that has views/checkout/marks.eta. */
export function coinIcon(symbol: string): string {
  return `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${drawMark(coinMark(symbol))}</svg>`;
}

/** A network's mark in the same way, by its name ("Base", "Sandbox Arbitrum"). */
export function chainIcon(network: string): string {
  const id = CHAINS.find((chain) => network.toLowerCase().includes(chain)) ?? "any";
  return `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><use href="#chain-${id}"/></svg>`;
}

/** The inside of a mark, in a square of 24. */
export function drawMark({ id, letter }: CoinMark): string {
  const text =
    letter && `<text x="12" y="16.5" text-anchor="middle">${escapeHtml(letter.toUpperCase())}</text>`;
  return `<use href="#${id}"/>${text ?? ""}`;
}
