import { HttpFailure } from "../../chain/http.ts";
import { formatDecimal } from "../../money/amount.ts";
import { Refusal } from "../api/refusals.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import { PriceUnavailable } from "../prices/priceSource.ts";
import { followFirst } from "../deposits/followFirst.ts";
import { createIssuer } from "./issue.ts";
import { presentQuote, type Quote } from "./presentQuote.ts";
import { priceInput, priceOutput, type Market, type Price } from "./pricing.ts";
import { prepareExecution } from "./execution.ts";
import { hasAddress, readQuoteTerms, type QuoteTerms } from "./readQuote.ts";

export type Quoter = (body: unknown) => Promise<Record<string, unknown>>;

const BITCOIN_BLOCK_SECONDS = 600; // on average
const FILL_SECONDS = 10;

/**
 * Answers quote requests (interface specification 4.1). A quote is on disk, with its new address where it has one, before
 * the answer is given. The quoter throws Refusal.
 */
export function createQuoter(parts: NetworkParts): Quoter {
  const issue = createIssuer(parts);
  const following = followFirst(parts);
  return async (body) => {
    const terms = readQuoteTerms(body, parts.catalog, parts.bitcoin.network);
    const requestId = newRequestId(parts.random);
    const prepared = await worldAnswers(() => prepareExecution(parts, terms));
    const { price, market } = await worldAnswers(() => checkedPrice(parts, terms, prepared.callsGas));
    if (hasAddress(terms)) await worldAnswers(() => following(terms.origin.chainId));
    const issued = await issue({ requestId, terms, price, market });
    const quote: Quote = {
      requestId,
      terms,
      price,
      market,
      ...issued,
      timeEstimate: secondsOf(parts, terms),
    };
    const steps = await worldAnswers(() => prepared.steps(quote));
    const [gasCurrency = terms.origin] = parts.catalog.currencies(terms.origin.chainId);
    return presentQuote(quote, steps, { bare: parts.settings.bare, gasCurrency });
  };
}

function secondsOf({ settings }: NetworkParts, { origin, destination, method }: QuoteTerms): number {
  if (method === "desk" || method === "direct") return FILL_SECONDS;
  const deposit = origin.kind === "bitcoin" ? settings.confirmations * BITCOIN_BLOCK_SECONDS : 0;
  const fill = destination.kind === "bitcoin" ? BITCOIN_BLOCK_SECONDS : FILL_SECONDS;
  return deposit + fill;
}

async function checkedPrice(
  parts: NetworkParts,
  terms: QuoteTerms,
  callsGas: bigint | undefined,
): Promise<Readonly<{ price: Price; market: Market }>> {
  const { origin, destination, method, amount } = terms;
  const market = await parts.market.market({
    origin,
    destination,
    method,
    ...(callsGas !== undefined && { callsGas }),
  });
  const price = priceOf(terms, market);
  if (price.output <= 0n) throw tooLow(terms, market);
  if (method !== "direct") await requireCapacity(parts, terms, price.output);
  if (method === "deposit-address" && origin.chainId === BITCOIN_CHAIN_ID)
    await requireFunds(parts, terms.user, terms.tradeType === "EXACT_INPUT" ? amount : price.input);
  return { price, market };
}

function priceOf(terms: QuoteTerms, market: Market): Price {
  const { amount, tradeType, method } = terms;
  if (method === "direct") return asItIs(amount, market); // nothing is bridged, so nothing is charged
  if (tradeType === "EXACT_INPUT") return priceInput(amount, market, terms);
  const price = priceOutput(amount, market, terms);
  // An exact output is delivered exactly or not at all: it is its own minimum.
  return tradeType === "EXACT_OUTPUT" ? { ...price, output: amount, minimum: amount } : price;
}

function asItIs(amount: bigint, { payerCost }: Market): Price {
  const fees = { relayerGas: 0n, relayerService: 0n, app: 0n, payerGas: payerCost?.amount ?? 0n };
  return { input: amount, output: amount, minimum: amount, fees };
}

function tooLow(terms: QuoteTerms, market: Market): Refusal {
  const least = priceOutput(1n, market, terms).input;
  const { decimals, symbol } = terms.origin;
  return new Refusal(
    "AMOUNT_TOO_LOW",
    `The amount does not cover fees and gas. At least ${formatDecimal(least, decimals)} ${symbol} are needed now.`,
  );
}

async function requireCapacity(
  parts: NetworkParts,
  { destination }: QuoteTerms,
  output: bigint,
): Promise<void> {
  if (output <= (await parts.market.capacity(destination, ["pending", "filling"]))) return;
  throw new Refusal(
    "INSUFFICIENT_LIQUIDITY",
    `The solver does not hold enough ${destination.symbol} for this amount. Ask for less, or later.`,
  );
}

/** Interface specification 4.5: the balance must exceed the amount; the deposit itself may come from anybody. */
async function requireFunds(parts: NetworkParts, user: string, amount: bigint): Promise<void> {
  const balance = await parts.bitcoin.balance(user);
  if (balance > amount) return;
  throw new Refusal(
    "INSUFFICIENT_FUNDS",
    `user ${user} has ${balance} sats, and the quote needs more than ${amount}. For an indicative quote name an address with a higher balance.`,
  );
}

async function worldAnswers<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof HttpFailure) {
      throw new Refusal(
        "SERVICE_UNAVAILABLE",
        "A chain could not be asked just now. Try again in a moment.",
        { cause },
      );
    }
    if (cause instanceof PriceUnavailable) throw new Refusal("PRICE_FETCH_FAILED", cause.message, { cause });
    throw cause;
  }
}
