/** Names fixed by the interface specification (sections 2.1 and 2.5). */

/** The chain id that the service gives to Bitcoin. */
export const BITCOIN_CHAIN_ID = 8253038;

/**
 * The currency identifier of BTC. It looks like an address and is none (its program has 19 bytes):
 * an opaque id, compared as text, never validated as an address and never paid to.
 */
export const BTC_CURRENCY = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";

/** The identifier of every EVM chain's native coin. */
export const NATIVE_EVM_CURRENCY = "0x0000000000000000000000000000000000000000";

/** True when the text is an identifier of a native currency, and therefore never a place to send money to. */
export function isCurrencyIdentifier(text: string): boolean {
  return text.toLowerCase() === BTC_CURRENCY || text.toLowerCase() === NATIVE_EVM_CURRENCY;
}

/** The same currency; identifiers ignore case. */
export function sameCurrency(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
