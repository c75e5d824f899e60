import { finalityRule } from "../../evm/reader/finalityRules.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { divCeil, formatDecimal } from "../../values/amount.ts";
import { Refusal } from "../api/refusals.ts";
import { blocksFor } from "../confirmations.ts";
import { isLarge } from "../deposits/largeDeposit.ts";
import { smallestOutput } from "../fillRules.ts";
import { followFirst } from "../deposits/followFirst.ts";
import { choosePermit } from "../permits/choosePermit.ts";
import type { Permit } from "../permits/permit.ts";
import { newRequestId, requireChain, type NetworkParts } from "../parts.ts";
import { PriceUnavailable } from "../prices/priceSource.ts";
import { requireCapacity, requireWithinLimit } from "./capacity.ts";
import { measureFill, prepareSteps, requirePayable } from "./execution.ts";
import { conditionsOf } from "./conditions.ts";
import { createIssuer } from "./issue.ts";
import { presentFlatQuote } from "./flatQuote.ts";
import { presentPrice, type Surroundings } from "./presentQuote.ts";
import type { PricedQuote } from "./pricedQuote.ts";
import { priceInput, priceOutput, type Market, type Price } from "./pricing.ts";
import { addressRules } from "./readAddress.ts";
import { readQuoteTerms, type QuoteTerms } from "./readQuote.ts";
import { requireContracts } from "./requireContracts.ts";
import { withPools } from "./swapQuote.ts";
import { keyNeeded } from "../sponsors/quoteFees.ts";

type Answer = (body: unknown, owner?: string) => Promise<Record<string, unknown>>;

/** How a quote is written down: v2 has items in its steps, v3 is flat. */
export type QuoteVersion = "v2" | "v3";

/** Answers requests for quotes. */
export type Quoter = Readonly<{
  /** A quote, which is kept and promised; the request belongs to the API key with the hash `owner`, if there is one. */
  quote(body: unknown, owner?: string, version?: QuoteVersion): Promise<Record<string, unknown>>;
  /** The price of the quote that would be given: nothing is kept or promised, and what the user has is not looked at. */
  price: Answer;
}>;

const BITCOIN_BLOCK_SECONDS = 600; // on average
const FILL_SECONDS = 10;
const MAX_UINT256 = 2n ** 256n - 1n; // what a contract can hold

/**
 * Answers quote requests (interface specification 4.1). Everything that can be wrong is found out before an address is given
 * out, and the quote is on disk before the answer is given. The quoter throws Refusal.
 */
export function createQuoter(parts: NetworkParts): Quoter {
  const issue = createIssuer(parts);
  const following = followFirst(parts);
  const contractsFor = requireContracts(parts);
  const rules = addressRules(parts);
  const pricedFor = async (body: unknown, asked: QuoteTerms, owner: string | undefined) => {
    const permit = asked.method === "permit" ? await choosePermit(parts, asked) : undefined;
    const terms = permit || asked.method !== "permit" ? asked : readQuoteTerms(withoutPermit(body), rules);
    await contractsFor(terms);
    return { ...(await priced(parts, terms, permit)), owner };
  };
  const surroundingsOf = async ({ terms, price }: PricedQuote): Promise<Surroundings> => {
    const [gasCurrency = terms.origin] = parts.catalog.currencies(terms.origin.chainId);
    return { catalog: parts.catalog, gasCurrency, timeEstimate: await secondsOf(parts, terms, price) };
  };
  const quote: Quoter["quote"] = async (body, owner, version = "v2") => {
    const asked = readQuoteTerms(body, rules);
    const { quote, makeSteps, since } = await mapOutsideFailures(async () => {
      const quote = await pricedFor(body, asked, owner);
      const { terms } = quote;
      const makeSteps = await prepareSteps(parts, quote);
      const { chainId } = terms.origin;
      if (terms.method === "direct") {
        // No follower reads this chain, so an older transaction would be accepted when it is reported.
        return { quote, makeSteps, since: await requireChain(parts.evm, chainId).tipHeight() };
      }
      await following(chainId);
      return { quote, makeSteps, since: undefined };
    });
    const steps = makeSteps(await issue(quote, since));
    const surroundings = await surroundingsOf(quote);
    if (version === "v3") return presentFlatQuote(quote, steps, surroundings);
    return { steps, ...presentPrice(quote, surroundings) };
  };
  return {
    quote,
    async price(body, owner) {
      const asked = readQuoteTerms(body, rules);
      if (asked.isSponsored && owner === undefined) throw keyNeeded();
      const quote = await mapOutsideFailures(() => pricedFor(body, asked, owner));
      return presentPrice(quote, await surroundingsOf(quote));
    },
  };
}

/** The same wish with the ordinary steps: no signature can pay it. */
function withoutPermit(body: unknown): unknown {
  return { ...(body as object), usePermit: false }; // it was read
}

/** As a rule: until the deposit has the blocks that its amount waits for, and then the fill. */
async function secondsOf(
  parts: NetworkParts,
  { origin, destination, method }: QuoteTerms,
  { input: amount }: Price,
): Promise<number> {
  const { settings, evm } = parts;
  if (method === "desk" || method === "direct") return FILL_SECONDS;
  const fill = destination.kind === "bitcoin" ? BITCOIN_BLOCK_SECONDS : FILL_SECONDS;
  if (origin.kind === "bitcoin")
    return blocksFor(settings.confirmations, amount) * BITCOIN_BLOCK_SECONDS + fill;
  const { blockMs = 0 } = finalityRule(origin.chainId); // unknown for an unknown chain
  const { confirmations: usual = 1, largeConfirmations: large = usual } = evm.get(origin.chainId) ?? {};
  const isLong =
    large > usual && (await isLarge(parts, { chainId: origin.chainId, currency: origin.address, amount }));
  const further = (isLong ? large : usual) - 1;
  return Math.ceil((further * blockMs) / 1_000) + fill;
}

async function priced(
  parts: NetworkParts,
  terms: QuoteTerms,
  permit: Permit | undefined,
): Promise<Omit<PricedQuote, "owner">> {
  const { gas: fillGas, isDoubtful } = await measureFill(parts, terms);
  const { origin, destination, method, calls } = terms;
  const market = await parts.market.market({
    origin,
    destination,
    method,
    calls,
    permit: permit?.kind,
    ...(fillGas !== undefined && { fillGas }),
  });
  const price = await withPools(parts, terms, priceOf(terms, market));
  const least = smallestOutput(parts.bitcoin.network, terms.destination, terms);
  if (price.output < least) throw tooLow(terms, market, least);
  await requireWithinLimit(parts, terms, price.output);
  if (!price.swap) await requireCapacity(parts, terms, price.output);
  if (isDoubtful && !price.swap) await requirePayable(parts, terms, price.output);
  if (price.input > MAX_UINT256) throw new Refusal("INVALID_REQUEST", "amount: no wallet can hold so much.");
  return { requestId: newRequestId(parts.random), terms, permit, price, market, at: parts.clock() };
}

function priceOf(terms: QuoteTerms, market: Market): Price {
  const { amount, tradeType, method } = terms;
  if (method === "direct") return asItIs(amount, market); // nothing is bridged, so nothing is charged
  if (tradeType === "EXACT_INPUT") return settled(terms, priceInput(amount, market, conditionsOf(terms)));
  const price = priceOutput(amount, market, conditionsOf(terms));
  return tradeType === "EXACT_OUTPUT" ? withRoom(terms, exactly(amount, price)) : settled(terms, price);
}

/** An exact output is delivered exactly or not at all: it is its own minimum. What rounding left is the service's. */
function exactly(output: bigint, price: Price): Price {
  const relayerService = price.fees.relayerService + price.output - output;
  return { ...price, output, minimum: output, fees: { ...price.fees, relayerService } };
}

/**
 * What an exact output may cost more by the time of its fill is in its input; what is not needed goes back (decision 10). A
 * signed order needs no room: its price holds until its deadline.
 */
function withRoom({ slippageBps, method }: QuoteTerms, price: Price): Price {
  if (method === "desk") return price;
  return { ...price, input: divCeil(price.input * BigInt(10_000 + slippageBps), 10_000n) };
}

/** A signed order pays its exact amount or nothing. */
function settled({ method }: QuoteTerms, price: Price): Price {
  return method === "desk" ? { ...price, minimum: price.output } : price;
}

function asItIs(amount: bigint, { payerCost }: Market): Price {
  const fees = { relayerGas: 0n, relayerService: 0n, app: 0n, payerGas: payerCost.amount };
  return { input: amount, output: amount, minimum: amount, flat: 0n, fees };
}

/** The amount is of the origin for an exact input, else of the destination. */
function tooLow(terms: QuoteTerms, market: Market, output: bigint): Refusal {
  const isInput = terms.tradeType === "EXACT_INPUT";
  const { decimals, symbol } = isInput ? terms.origin : terms.destination;
  const least = roundedUp(isInput ? priceOutput(output, market, conditionsOf(terms)).input : output);
  return new Refusal(
    "AMOUNT_TOO_LOW",
    `The amount does not cover fees and gas. Expected at least ${least} smallest units (${formatDecimal(least, decimals)} ${symbol}) now, got ${terms.amount}.`,
  );
}

/** To three digits and upwards: readable, and enough a moment later too, when prices have moved a little. */
function roundedUp(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - 3));
  return divCeil(amount, step) * step;
}

async function mapOutsideFailures<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof HttpFailure) {
      const message = "A chain could not be asked just now. Try again in a moment.";
      throw new Refusal("SERVICE_UNAVAILABLE", message, { cause });
    }
    if (cause instanceof PriceUnavailable) throw new Refusal("PRICE_FETCH_FAILED", cause.message, { cause });
    throw cause;
  }
}
