import { formatDecimal } from "../../values/amount.ts";
import type { PricedQuote } from "./pricedQuote.ts";
import {
  presentCurrency,
  presentDetails,
  presentSponsorship,
  presentUsd,
  type Surroundings,
} from "./presentQuote.ts";
import { usdValue, type Market } from "./pricing.ts";
import type { RecordedPrice } from "./quoteRecord.ts";
import type { Step, StepItem } from "./steps/step.ts";

const PERMITS_OF_V2_QUOTES = "/execute/permits";
const PERMITS_OF_V3_QUOTES = "/execute/permits/v2";

/**
 * Presents a quote as POST /quote/v3 answers it (service-facts-v3 2.2): the request stands at the top, each item of a step is a
 * step of its own, and the fees have the kinds that GET /requests/v3 lists.
 */
export function presentFlatQuote(
  quote: PricedQuote,
  steps: readonly Step[],
  surroundings: Surroundings,
): Record<string, unknown> {
  const { requestId, terms, price, market } = quote;
  const currency = presentCurrency(terms.destination);
  return {
    requestId,
    steps: steps.flatMap((step) => step.items.map((item) => flatStep(quote, step, item))),
    fees: { quoted: presentCosts(price, market), currency },
    ...(terms.isSponsored && {
      feeSponsorship: { quoted: presentSponsorship(price, market, "platform"), currency },
    }),
    details: presentDetails(quote, surroundings),
  };
}

function flatStep(
  { terms }: PricedQuote,
  { id, action, description, kind, depositAddress: address }: Step,
  { status, data, check }: StepItem,
): Record<string, unknown> {
  const type = terms.strict ? "strict" : "open";
  const { recoveryAddress = null } = terms;
  const depositAddress =
    address === "" ? null : { address, type, depositor: null, depositTxHash: null, recoveryAddress };
  return {
    id,
    action,
    description,
    kind,
    status,
    data: withFlatPost(data),
    depositAddress,
    ...(check && { check }),
  };
}

/** A signature of a v3 quote is handed in where the steps that follow come flat, too. */
function withFlatPost(data: StepItem["data"]): StepItem["data"] {
  const post = data["post"] as Readonly<Record<string, unknown>> | undefined; // written by the steps of this folder
  if (post?.["endpoint"] !== PERMITS_OF_V2_QUOTES) return data;
  return { ...data, post: { ...post, endpoint: PERMITS_OF_V3_QUOTES } };
}

/** Presents what each part of a price costs, in the destination's currency. Dollars of costs are negative. */
export function presentCosts(
  { fees, swap }: RecordedPrice["price"],
  { output }: Pick<Market, "output">,
): Record<string, unknown> {
  const part = (amount: bigint, usd: bigint) => ({
    usd: presentUsd(usd),
    amount: String(amount),
    amountFormatted: formatDecimal(amount, output.decimals),
  });
  const cost = (amount: bigint) => part(amount, -usdValue(amount, output));
  const { relayerGas, relayerService, app, sponsored = 0n } = fees;
  return {
    swap: cost(swap?.impact ?? 0n),
    execution: cost(relayerGas),
    platform: cost(relayerService),
    app: cost(app),
    sponsored: part(sponsored, usdValue(sponsored, output)),
  };
}
