import { ALL_FEES, type Conditions } from "./pricing.ts";
import type { QuoteTerms } from "./readQuote.ts";

/** What is asked of the price. An application pays all of the fees at the quote, and what it may cost more is held (quoteFees.ts). */
export function conditionsOf({ slippageBps, appFees, isSponsored }: QuoteTerms): Conditions {
  return { slippageBps, appFees, ...(isSponsored && { sponsoredUsd: ALL_FEES }) };
}
