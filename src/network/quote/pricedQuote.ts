import type { Instant } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";
import type { Permit } from "../permits/permit.ts";
import type { Market, Price } from "./pricing.ts";
import type { QuoteTerms } from "./readQuote.ts";
import type { Step } from "./steps/step.ts";

/** A quote with final terms and price. */
export type PricedQuote = Readonly<{
  requestId: string;
  terms: QuoteTerms;
  price: Price;
  market: Market;
  at: Instant; // of its creation; deadlines count from it
  owner: string | undefined; // the hash of the caller's API key
  permit: Permit | undefined; // of the method permit
}>;

/**
 * Writes the steps once the quote is on disk, with the address that was issued for it; makes no outside
 * calls.
 */
export type MakeSteps = (address: string | undefined) => readonly Step[];

/**
 * Asks chains and price sources for everything that the steps of one method need, before an address is given out. Throws Refusal when the quote
 * cannot be carried out, HttpFailure when a chain gave no answer.
 */
export type PrepareSteps = (parts: NetworkParts, quote: PricedQuote) => Promise<MakeSteps>;
