import { bpsFloor, divCeil, divFloor, formatFixed } from "../../../values/amount.ts";
import type { Terms } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import type { Method } from "./methods.ts";
import type { Gateway } from "../gateway.ts";
import type { Quote } from "../../ports/servicePort.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { dueFor } from "./priceTerms.ts";
import type { RouteMemory } from "./feeCurveCache.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

type KnownMinimum = Pick<RouteMemory, "minimumDue" | "at">;

const LARGEST_FEE_SHARE_BPS = 500n; // a route that eats more than 5 % of a payment is not offered
const MEMORY_MS = MINUTE_MS; // fees fall as fast as they rise, and a refused payer asks for no price that would show it
const USD_DECIMALS = 6;

/**
 * How much of the price an input pays. When the payer bears the fees it is the least that can arrive; when the merchant
 * does, it is what the input is worth before them. Throws quote_without_minimum unless the store has set a margin.
 */
export async function yieldOf(
  gateway: Pick<Gateway, "rates">,
  store: MerchantStore,
  terms: Terms,
  method: Method,
  input: bigint,
  quote: Quote,
): Promise<bigint> {
  const { feeBearer, marginBps } = store.settings;
  if (quote.minimum === undefined && marginBps === undefined) {
    throw new GatewayError(
      "quote_without_minimum",
      "The intent service states no minimum output. Set a margin in percent for the store to accept that.",
    );
  }
  if (feeBearer === "merchant") return grossValue(terms, quote);
  if (quote.minimum !== undefined) return quote.minimum;
  const { symbol: currency, decimals } = method;
  const output =
    quote.output ?? (await dueFor(gateway.rates, { amount: input, currency, decimals }, terms.settlement));
  return output - bpsFloor(output, marginBps ?? 0);
}

/** The input's worth before fees, from the service's own dollar figures. */
function grossValue(terms: Terms, quote: Quote): bigint {
  if (quote.inputUsd !== undefined) {
    return divFloor(quote.inputUsd * 10n ** BigInt(terms.settlement.decimals), 10n ** BigInt(USD_DECIMALS));
  }
  throw new GatewayError(
    "quote_unusable",
    "A merchant can bear the fees only with a service that states dollar amounts. Let the payer bear them.",
  );
}

/**
 * The smallest price (in settlement units) at which the fees of this route stay within their share, or undefined when the
 * service states no fees. The flat part of the fees is what rules small payments out.
 */
export function feeFloor(quote: Quote, terms: Terms): bigint | undefined {
  const { feesUsd, flatFeesUsd, inputUsd } = quote;
  if (feesUsd === undefined || flatFeesUsd === undefined || !inputUsd) return undefined;
  const growing = feesUsd > flatFeesUsd ? feesUsd - flatFeesUsd : 0n;
  const growingBps = divCeil(growing * 10_000n, inputUsd);
  if (growingBps >= LARGEST_FEE_SHARE_BPS) return terms.due + 1n; // no amount is large enough: the message is about this one
  const smallestUsd = divCeil(flatFeesUsd * 10_000n, LARGEST_FEE_SHARE_BPS - growingBps);
  return divCeil(terms.due * smallestUsd, inputUsd);
}

/** Refuses a price below the route's floor, with the number that would do. Throws GatewayError amount_too_small. */
export function refuseTooSmall(
  gateway: Pick<Gateway, "clock">,
  memory: KnownMinimum,
  terms: Terms,
  method: Method,
): void {
  const minimum = recommendedMinimum(gateway, memory, terms);
  if (minimum === undefined) return;
  throw new GatewayError("amount_too_small", tooSmallFor(method, minimum, terms), {
    recommendedMinimum: minimum,
    currency: terms.currency,
    methodId: method.id,
  });
}

/** The price (decimal, in the invoice's currency) from which on a route makes sense, when this one is below it. What is older than `maxAgeMs` is not held against anyone. */
export function recommendedMinimum(
  gateway: Pick<Gateway, "clock">,
  memory: KnownMinimum,
  terms: Terms,
  maxAgeMs = MEMORY_MS,
): string | undefined {
  const { minimumDue, at } = memory;
  if (terms.topUp || terms.due === 0n) return undefined; // the amount is unknown, or nothing is due
  if (minimumDue === undefined || gateway.clock() - at > maxAgeMs || terms.due >= minimumDue)
    return undefined;
  return formatFixed(divCeil(terms.price * minimumDue, terms.due), terms.decimals);
}

/** The sentence of GatewayError amount_too_small, for a merchant. */
export function tooSmallFor(method: Method, minimum: string, terms: Terms): Sentence {
  return sentence("{method} makes sense from {amount} on: below that, more than 5 % would go in fees.", {
    method: method.name,
    amount: `${minimum} ${terms.currency}`,
  });
}
