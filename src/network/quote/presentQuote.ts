import { formatDecimal, formatFixed } from "../../money/amount.ts";
import type { Currency } from "../catalog.ts";
import { usdValue, type Coin, type Market, type Price } from "./pricing.ts";
import type { QuoteTerms } from "./readQuote.ts";
import type { Step } from "./steps/step.ts";

/** A quote before it is written as JSON. The address is where the money comes to; undefined for contracts. */
export type Quote = Readonly<{
  requestId: string;
  terms: QuoteTerms;
  price: Price;
  market: Market;
  address: string | undefined;
  timeEstimate: number; // seconds
}>;

/**
 * The body of a quote response: steps as the contract shows them (interface specification 2.2), and unless `bare`, fees and
 * details in the public shape.
 */
export function presentQuote(
  quote: Quote,
  steps: readonly Step[],
  { bare, gasCurrency }: Readonly<{ bare: boolean; gasCurrency: Currency }>,
): Record<string, unknown> {
  if (bare) return { steps };
  const { price, market, terms } = quote;
  const { origin, destination } = terms;
  const output = (amount: bigint) => presentAmount(destination, amount, amount, market.output);
  const input = presentAmount(origin, price.input, price.input, market.input);
  return {
    steps,
    fees: {
      ...(market.payerCost && {
        gas: presentAmount(
          gasCurrency,
          market.payerCost.amount,
          market.payerCost.amount,
          market.payerCost.coin,
        ),
      }),
      relayer: output(price.fees.relayerGas + price.fees.relayerService),
      relayerGas: output(price.fees.relayerGas),
      relayerService: output(price.fees.relayerService),
      app: output(price.fees.app),
      subsidized: output(0n),
    },
    details: {
      operation: terms.operation === "call" ? "bridge" : terms.operation,
      sender: terms.user,
      recipient: terms.recipient,
      currencyIn: input,
      currencyOut: presentAmount(destination, price.output, price.minimum, market.output),
      refundCurrency: input,
      totalImpact: presentImpact(price, market),
      rate: presentRate(price, origin.decimals, destination.decimals),
      slippageTolerance: { total: String(terms.slippageBps) },
      timeEstimate: quote.timeEstimate,
      isFixedRate: false,
    },
  };
}

/** An amount with its currency; all numbers are strings. */
export function presentAmount(
  currency: Currency,
  amount: bigint,
  minimum: bigint,
  coin: Coin,
): Record<string, unknown> {
  return {
    currency: presentCurrency(currency),
    amount: String(amount),
    amountFormatted: formatDecimal(amount, currency.decimals),
    amountUsd: formatFixed(usdValue(amount, coin) / 100n, 6),
    minimumAmount: String(minimum),
  };
}

/** A currency in the public shape. */
export function presentCurrency(currency: Currency): Record<string, unknown> {
  const { chainId, address, symbol, name, decimals, kind } = currency;
  return {
    ...{ chainId, address, symbol, name, decimals },
    metadata: { logoURI: "", verified: true, isNative: kind !== "token" },
  };
}

/** Whole destination coins for one whole origin coin, as a decimal string. */
export function presentRate(
  price: Readonly<{ input: bigint; output: bigint }>,
  inputDecimals: number,
  outputDecimals: number,
): string {
  if (price.input <= 0n) return "0";
  const scaled = (price.output * 10n ** BigInt(18 + inputDecimals)) / price.input;
  return formatDecimal(scaled, 18 + outputDecimals);
}

/** What the whole costs: the value of what comes out less the value of what goes in. */
function presentImpact(price: Price, market: Market): Record<string, string> {
  const before = usdValue(price.input, market.input);
  const difference = usdValue(price.output, market.output) - before;
  return {
    usd: formatFixed(difference / 100n, 6),
    percent: before === 0n ? "0" : formatFixed((difference * 10_000n) / before, 2),
  };
}
