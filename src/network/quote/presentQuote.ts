import { formatDecimal, formatFixed } from "../../values/amount.ts";
import { requireCurrency, type Catalog, type Currency } from "../catalog.ts";
import { OWN_SOURCE, POOL_SOURCE } from "../pools/poolContracts.ts";
import type { PricedQuote } from "./pricedQuote.ts";
import { usdValue, type Coin, type Market, type Price } from "./pricing.ts";
import type { RecordedPrice } from "./quoteRecord.ts";
import type { QuoteTerms } from "./readQuote.ts";

/** The currency in which the user's own transaction is paid, and how many seconds everything takes, about. */
export type Surroundings = Readonly<{ catalog: Catalog; gasCurrency: Currency; timeEstimate: number }>;

/** What a quote response says beside its steps (interface specification 2.2): fees and details in the public shape. */
export function presentPrice(quote: PricedQuote, surroundings: Surroundings): Record<string, unknown> {
  const { terms, price, market } = quote;
  const output = (amount: bigint) => presentAmount(terms.destination, amount, amount, market.output);
  const { amount: gas, coin: gasCoin } = market.payerCost;
  const { relayerGas, relayerService, app, sponsored = 0n } = price.fees;
  return {
    fees: {
      gas: presentAmount(surroundings.gasCurrency, gas, gas, gasCoin),
      relayer: output(relayerGas + relayerService),
      relayerGas: output(relayerGas),
      relayerService: output(relayerService),
      app: output(app),
      subsidized: output(sponsored),
    },
    ...(terms.isSponsored && { feeSponsorship: { quoted: presentSponsorship(price, market, "relay") } }),
    details: { ...presentDetails(quote, surroundings), expandedPriceImpact: presentParts(price, market) },
  };
}

/** Presents the amounts, the route and the time of a quote, which both versions have. */
export function presentDetails(
  { terms, price, market }: PricedQuote,
  { catalog, timeEstimate }: Surroundings,
): Record<string, unknown> {
  const { origin, destination, operation, user: sender, recipient } = terms;
  const input = presentAmount(origin, price.input, price.input, market.input);
  return {
    operation: operation === "call" ? "bridge" : operation, // public services have no word for calls
    sender,
    recipient,
    currencyIn: input,
    currencyOut: presentAmount(destination, price.output, price.minimum, market.output), // below the minimum the deposit is refunded
    refundCurrency: input,
    ...presentImpacts(price, market),
    rate: presentRate(price, origin.decimals, destination.decimals),
    slippageTolerance: presentSlippage(terms, price, market),
    timeEstimate,
    isFixedRate: false,
    route: presentRoute(terms, price, catalog),
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
    amountUsd: presentUsd(usdValue(amount, coin)),
    minimumAmount: String(minimum),
  };
}

/** A currency in the public shape. */
export function presentCurrency(currency: Currency): Record<string, unknown> {
  const { chainId, address, symbol, name, decimals, kind } = currency;
  return {
    chainId,
    address,
    symbol,
    name,
    decimals,
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

/** Presents what the whole costs: the value of the output less that of the input. Costs are negative. */
function presentImpacts({ input, output, swap }: Price, market: Market): Record<string, unknown> {
  const before = usdValue(input, market.input);
  const total = usdValue(output, market.output) - before;
  const impact = swap?.impact ?? 0n; // what the service pays from its own coins it swaps at the mid prices
  return {
    totalImpact: presentShare(total, before),
    swapImpact: presentShare(usdValue(-impact, market.output), before),
  };
}

/** Presents what each part of a v2 quote costs, in dollars. Costs are negative. */
function presentParts({ fees, swap }: Price, { output }: Market): Record<string, unknown> {
  const cost = (amount: bigint) => ({ usd: presentUsd(-usdValue(amount, output)) });
  return {
    swap: cost(swap?.impact ?? 0n),
    execution: cost(fees.relayerGas),
    relay: cost(fees.relayerService),
    app: cost(fees.app),
    sponsored: { usd: presentUsd(usdValue(fees.sponsored ?? 0n, output)) },
  };
}

/**
 * Presents the fees that the application pays, in dollars: gas (execution) and the service's own fee, which v2 calls "relay" and
 * v3 "platform". The user pays the others.
 */
export function presentSponsorship(
  { fees, swap }: RecordedPrice["price"],
  { output }: Pick<Market, "output">,
  ownFee: "relay" | "platform",
): Record<string, unknown> {
  const dollars = (amount: bigint) => presentUsd(usdValue(amount, output));
  const of = (total: bigint, selected: boolean) => ({
    selected,
    total: dollars(total),
    sponsored: dollars(selected ? total : 0n),
    userPays: dollars(selected ? 0n : total),
  });
  return {
    selectedComponents: ["execution", ownFee],
    components: {
      execution: of(fees.relayerGas, true),
      swap: of(swap?.impact ?? 0n, false),
      [ownFee]: of(fees.relayerService, true),
      app: of(fees.app, false),
    },
    sponsoredTotal: dollars(fees.sponsored ?? 0n),
    userPaysTotal: dollars(fees.app + (swap?.impact ?? 0n)),
  };
}

/**
 * What may be lost on the way to the minimum, on the destination, where the solver swaps; of an exact output what it may cost
 * more, on the origin.
 */
function presentSlippage(
  { slippageBps, tradeType, method }: QuoteTerms,
  { input, output, minimum }: Price,
  market: Market,
): Record<string, unknown> {
  const at = (lost: bigint, bps: number, coin: Coin) => ({
    usd: presentUsd(usdValue(lost, coin)),
    value: String(lost),
    percent: formatFixed(BigInt(bps), 2),
  });
  const isExact = tradeType === "EXACT_OUTPUT";
  const roomBps = isExact && method !== "desk" ? slippageBps : 0;
  const room = input - (input * 10_000n) / BigInt(10_000 + roomBps);
  return {
    total: String(slippageBps),
    origin: at(room, roomBps, market.input),
    destination: at(output - minimum, isExact ? 0 : slippageBps, market.output),
  };
}

/** On the destination a coin of the service may be changed into the one that is asked for. */
function presentRoute(
  { origin, destination }: QuoteTerms,
  { swap, output }: Price,
  catalog: Catalog,
): Record<string, unknown> {
  const side = (inputCurrency: Currency, outputCurrency: Currency, sources: readonly string[] = []) => ({
    inputCurrency: presentCurrency(inputCurrency),
    outputCurrency: presentCurrency(outputCurrency),
    router: sources[0] ?? OWN_SOURCE,
    ...(sources.length > 0 && { includedSwapSources: sources }),
  });
  if (!swap) return { origin: side(origin, origin), destination: side(origin, destination) };
  const sources = [POOL_SOURCE, ...(swap.brings < output ? [OWN_SOURCE] : [])];
  return {
    origin: side(origin, origin),
    destination: side(requireCurrency(catalog, swap.from), destination, sources),
  };
}

function presentShare(difference: bigint, whole: bigint): Record<string, string> {
  return {
    usd: presentUsd(difference),
    percent: whole === 0n ? "0.00" : formatFixed((difference * 10_000n) / whole, 2),
  };
}

/** 10^-8 dollars as dollars with six decimals. */
export function presentUsd(value: bigint): string {
  return formatFixed(value / 100n, 6);
}
