import { formatDecimal, formatFixed } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { BITCOIN, type Currency } from "./catalog.ts";
import { usdValue, type Market, type Price } from "./pricing.ts";
import type { UsdPrice } from "./priceWalk.ts";
import type { QuoteTerms } from "./quoteTerms.ts";

/** A quote before it is written as JSON. The deposit address is "" for an indicative quote, as public services write it. */
export type Quote = Readonly<{
  requestId: string;
  terms: QuoteTerms;
  price: Price;
  market: Market;
  depositAddress: string;
  timeEstimate: number; // seconds
}>;

/** The body of a quote response: steps as the contract shows them (2.2), fees and details in the public shape. */
export function presentQuote(quote: Quote): Record<string, unknown> {
  const { price, market, terms } = quote;
  const input = (amount: bigint) => presentAmount(BITCOIN, amount, amount, market.inputUsd);
  const output = (amount: bigint) => presentAmount(terms.token, amount, amount, market.outputUsd);
  return {
    steps: [presentStep(quote)],
    fees: {
      gas: input(price.fees.payerGasSats),
      relayer: output(price.fees.relayerGas + price.fees.relayerService),
      relayerGas: output(price.fees.relayerGas),
      relayerService: output(price.fees.relayerService),
      app: output(0n),
    },
    details: {
      operation: "bridge",
      sender: terms.user,
      recipient: terms.recipient,
      currencyIn: input(price.input),
      currencyOut: presentAmount(terms.token, price.output, price.minimum, market.outputUsd),
      refundCurrency: input(price.input),
      rate: presentRate(price, terms.token.decimals),
      slippageTolerance: { total: String(terms.slippageBps) },
      timeEstimate: quote.timeEstimate,
    },
  };
}

/** An amount with its currency; all numbers are strings. */
export function presentAmount(
  currency: Currency,
  amount: bigint,
  minimum: bigint,
  price: UsdPrice,
): Record<string, unknown> {
  return {
    currency: {
      chainId: currency.chainId,
      address: currency.address,
      symbol: currency.symbol,
      name: currency.name,
      decimals: currency.decimals,
      metadata: { logoURI: "", verified: true, isNative: currency.chainId === BITCOIN_CHAIN_ID },
    },
    amount: String(amount),
    amountFormatted: formatDecimal(amount, currency.decimals),
    amountUsd: formatFixed(usdValue(amount, currency.decimals, price) / 100n, 6),
    minimumAmount: String(minimum),
  };
}

/** Destination tokens for one bitcoin, as a decimal string. */
export function presentRate(price: Readonly<{ input: bigint; output: bigint }>, decimals: number): string {
  if (price.input <= 0n) return "0";
  return formatDecimal((price.output * 10n ** 18n) / price.input, 10 + decimals);
}

function presentStep(quote: Quote): Record<string, unknown> {
  const { requestId, terms, price, depositAddress } = quote;
  return {
    id: "deposit",
    action: "Send bitcoin to the deposit address",
    description: `Any Bitcoin wallet can pay. ${terms.token.symbol} is sent to ${terms.recipient} after the payment is confirmed.`,
    kind: "transaction",
    requestId,
    depositAddress,
    items: [
      {
        status: "incomplete",
        data: {
          from: terms.user,
          to: depositAddress,
          data: "0x",
          value: String(price.input),
          chainId: BITCOIN_CHAIN_ID,
        },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: "GET" },
      },
    ],
  };
}
