import { formatDecimal, formatFixed, parseDecimal } from "../../../values/amount.ts";
import type { QuoteVersion } from "../../../intents/quoteVersion.ts";
import { GatewayError } from "../../errors.ts";
import type { Quote, QuoteAsk } from "../../ports/servicePort.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { checkDepositAddress, routeAsk } from "./askQuotes.ts";
import { findMethod, methodsOf, requireMethod, type Method } from "./methods.ts";

/** Shows an operator the answers to one quote by both versions of the service's API. */
export type Comparison = Readonly<{
  title: string;
  rows: readonly Readonly<{ name: string; v2: string; v3: string }>[];
  verdict: string; // for the operator, in one sentence
  isGood: boolean; // a payment can be priced by either version
}>;

export type ComparisonAsk = Readonly<{
  amount: string; // a decimal, in the store's settlement coin
  methodId?: string | undefined; // the store's default method, else its first one, where it is not named
  /** Asks for a deposit address by each version as well. The service makes two; they are neither shown nor stored. */
  withAddress: boolean;
}>;

type Context = Pick<Gateway, "service" | "settings">;
type Side = Readonly<{ quote?: Quote; error?: string }>;
type Sides = Readonly<Record<QuoteVersion, Side>>;

const USD_DECIMALS = 6;

/**
 * Asks the service for the same quote by v2 and by v3. The quotes are indicative: nothing is stored, and no address is lent for
 * them. Throws GatewayError method_not_available when the store has no coin that the service converts, and AmountError.
 */
export async function compareQuotes(
  gateway: Context,
  store: MerchantStore,
  { amount, methodId, withAddress }: ComparisonAsk,
): Promise<Comparison> {
  const { settlement, strictAddresses, refunds } = store.settings;
  const method = await methodToCompare(gateway, store, methodId);
  const refundTo = refunds[String(method.chainId)] ?? "";
  const route = { ...routeAsk(gateway, settlement, method, refundTo), canWait: true };
  const units = parseDecimal(amount, settlement.decimals);
  const priced = await askBoth(gateway, {
    ...{ ...route, amount: units, tradeType: "EXACT_OUTPUT", depositAddress: undefined },
  });
  const input = priced.v2.quote?.input ?? priced.v3.quote?.input;
  const sides =
    withAddress && input !== undefined
      ? await askBoth(
          gateway,
          {
            ...route,
            amount: input,
            tradeType: "EXACT_INPUT",
            depositAddress: { refundTo, strict: strictAddresses },
          },
          (quote) => checkDepositAddress(gateway, method, quote),
        )
      : priced;
  return {
    title: `${amount} ${settlement.symbol} on ${settlement.chainName} for ${store.name}, paid as ${method.name}`,
    rows: rowsOf(sides, { method, store, withAddress }),
    ...verdictOn(sides, store),
  };
}

async function methodToCompare(
  gateway: Context,
  store: MerchantStore,
  methodId: string | undefined,
): Promise<Method> {
  const methods = (await methodsOf(gateway, store)).filter(({ direct, isOff }) => !direct && !isOff);
  if (methodId !== undefined) return requireMethod(methods, methodId);
  const { defaultMethod } = store.settings;
  const found = (defaultMethod ? findMethod(methods, defaultMethod) : undefined) ?? methods[0];
  if (found) return found;
  const said = `${store.name} has no coin that the intent service converts: name a refund address for one.`;
  throw new GatewayError("method_not_available", said);
}

async function askBoth(
  { service }: Context,
  ask: QuoteAsk,
  check: (quote: Quote) => void = () => {},
): Promise<Sides> {
  const side = async (version: QuoteVersion): Promise<Side> => {
    try {
      const quote = await service.quoteBy(version, ask);
      check(quote);
      return { quote };
    } catch (error) {
      if (error instanceof GatewayError) return { error: error.message };
      throw error;
    }
  };
  return { v2: await side("v2"), v3: await side("v3") };
}

type Around = Readonly<{ method: Method; store: MerchantStore; withAddress: boolean }>;

function rowsOf(sides: Sides, { method, store, withAddress }: Around): Comparison["rows"] {
  const { settlement } = store.settings;
  const row = (name: string, show: (quote: Quote) => string) => ({
    name,
    v2: sides.v2.quote ? show(sides.v2.quote) : "–",
    v3: sides.v3.quote ? show(sides.v3.quote) : "–",
  });
  const received = (units: bigint | undefined) =>
    units === undefined ? "not stated" : `${formatDecimal(units, settlement.decimals)} ${settlement.symbol}`;
  const kinds = new Set([sides.v2, sides.v3].flatMap(({ quote }) => Object.keys(quote?.feesByKindUsd ?? {})));
  return [
    { name: "Answer", v2: sides.v2.error ?? "a quote", v3: sides.v3.error ?? "a quote" },
    row("The payer sends", ({ input }) => `${formatDecimal(input, method.decimals)} ${method.symbol}`),
    row("Expected to arrive", ({ output }) => received(output)),
    row("Arrives at least", ({ minimum }) => received(minimum)),
    row("Deposit address", ({ depositAddress, addressType }) =>
      withAddress ? addressWords(depositAddress, addressType) : "not asked for",
    ),
    row("Fees in all", ({ feesUsd, feesByKindUsd }) => {
      const isWithoutGas = feesUsd !== undefined && kinds.has("gas") && feesByKindUsd["gas"] === undefined;
      return isWithoutGas ? `${dollars(feesUsd)} and gas` : dollars(feesUsd);
    }),
    ...[...kinds].map((kind) => row(`Fee ${kind}`, ({ feesByKindUsd }) => dollars(feesByKindUsd[kind]))),
    row("Expected time", ({ seconds }) => (seconds === undefined ? "not stated" : `${seconds} s`)),
  ];
}

function addressWords(address: string | undefined, type: string | undefined): string {
  if (address === undefined) return "none";
  return type === undefined ? "valid, of no stated type" : `valid, ${type}`;
}

function dollars(usd: bigint | undefined): string {
  return usd === undefined ? "not stated" : `${formatFixed(usd, USD_DECIMALS)} USD`;
}

function verdictOn({ v2, v3 }: Sides, { settings }: MerchantStore): Pick<Comparison, "verdict" | "isGood"> {
  const isUsable = ({ quote }: Side) =>
    quote !== undefined && (quote.minimum !== undefined || settings.marginBps !== undefined);
  const isGood = isUsable(v2) && isUsable(v3);
  if (isGood)
    return {
      isGood,
      verdict: "Both versions can price payments. Compare the amounts before you set INTENTS_QUOTE_VERSION.",
    };
  if (isUsable(v3)) return { isGood, verdict: "Only version 3 can price payments." };
  if (isUsable(v2))
    return { isGood, verdict: "Only version 2 can price payments: do not set INTENTS_QUOTE_VERSION=v3." };
  return { isGood, verdict: "Neither version can price payments now." };
}
