import { HttpFailure } from "../chain/http.ts";
import { scriptOf } from "../bitcoin/address.ts";
import { ConflictError } from "../db/driver.ts";
import { formatDecimal } from "../money/amount.ts";
import { BITCOIN } from "./catalog.ts";
import { indexDeposits } from "./depositIndexer.ts";
import { PriceMissing } from "./market.ts";
import { newRequestId, type NetworkParts } from "./parts.ts";
import { presentQuote, type Quote } from "./presentQuote.ts";
import { priceInput, priceOutput, type Market, type Price } from "./pricing.ts";
import { readQuoteTerms, type QuoteTerms } from "./quoteTerms.ts";
import { Refusal } from "./refusals.ts";
import type { BridgeRequest } from "./request.ts";
import { insertAddress, nextAddressIndex } from "./store/addresses.ts";
import { followedHeaders } from "./store/headers.ts";
import { insertRequest } from "./store/requests.ts";

export type Quoter = (body: unknown) => Promise<Record<string, unknown>>;

const BLOCK_SECONDS = 600; // an average Bitcoin block
const FILL_SECONDS = 10;
const CLAIM_ATTEMPTS = 5; // only other processes on the same database can be in the way

/**
 * Answers quote requests (interface specification 4.1). A deposit-address quote is on disk with its new address before
 * the answer is given; an indicative one is not kept. The quoter throws Refusal.
 */
export function createQuoter(parts: NetworkParts): Quoter {
  const issue = issuer(parts);
  const following = followFirst(parts);
  return async (body) => {
    const terms = readQuoteTerms(body, parts.catalog, parts.bitcoin.network);
    const { price, market } = await worldAnswers(() => checkedPrice(parts, terms));
    if (terms.depositAddress) await worldAnswers(following);
    const requestId = newRequestId(parts.random);
    const timeEstimate = parts.confirmations * BLOCK_SECONDS + FILL_SECONDS;
    const quote = { requestId, terms, price, market, timeEstimate };
    const depositAddress = terms.depositAddress ? await issue(quote, terms.depositAddress.refundTo) : "";
    return presentQuote({ ...quote, depositAddress });
  };
}

async function checkedPrice(
  parts: NetworkParts,
  terms: QuoteTerms,
): Promise<{ price: Price; market: Market }> {
  const market = await parts.market.market(terms.token);
  const price =
    terms.tradeType === "EXACT_INPUT"
      ? priceInput(terms.amount, market, terms.slippageBps)
      : exactly(terms.amount, priceOutput(terms.amount, market, terms.slippageBps));
  if (price.output <= 0n) {
    const least = priceOutput(1n, market, 0).input;
    throw new Refusal(
      "AMOUNT_TOO_LOW",
      `The amount does not cover fees and gas. At least ${formatDecimal(least, 8)} BTC are needed now.`,
    );
  }
  if (price.output > (await parts.market.capacity(terms.token, ["pending", "filling"]))) {
    throw new Refusal(
      "INSUFFICIENT_LIQUIDITY",
      `The solver does not hold enough ${terms.token.symbol} for this amount. Ask for less, or later.`,
    );
  }
  if (terms.depositAddress) await requireFunds(parts, terms.user, price.input);
  return { price, market };
}

/**
 * The chain is followed from the first look on, so that look must come before the first address: a deposit in a block
 * below it would never be seen. The job may be looking at the same moment; whoever is later finds the headers there.
 */
function followFirst(parts: NetworkParts): () => Promise<void> {
  let begun = false;
  const hasBegun = async () => (begun ||= (await followedHeaders(parts.store)).length > 0);
  return async () => {
    if (await hasBegun()) return;
    try {
      await indexDeposits(parts);
    } catch (error) {
      if (!(await hasBegun())) throw error;
    }
  };
}

/** An exact output is delivered exactly or not at all: it is its own minimum. */
function exactly(output: bigint, price: Price): Price {
  return { ...price, output, minimum: output };
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
    if (cause instanceof PriceMissing) throw new Refusal("PRICE_FETCH_FAILED", cause.message, { cause });
    throw cause;
  }
}

type Issue = (quote: Omit<Quote, "depositAddress">, refundTo: BridgeRequest["refundTo"]) => Promise<string>;

/** Gives every quote an address of its own. Indexes are counted in memory; the primary key catches other processes. */
function issuer(parts: NetworkParts): Issue {
  let upcoming: Promise<number> | undefined;
  const takeIndex = async () => {
    const mine = (upcoming ??= nextAddressIndex(parts.store));
    upcoming = mine.then((index) => index + 1);
    upcoming.catch(() => (upcoming = undefined));
    return mine;
  };
  return async (quote, refundTo) => {
    for (let tried = 1; ; tried++) {
      const request = newRequest(parts, quote, refundTo, await takeIndex());
      const script = scriptOf(parts.bitcoin.network, request.depositAddress);
      const { addressIndex, depositAddress: address, id: requestId } = request;
      try {
        const issued = { addressIndex, address, script, requestId };
        await parts.store.commit([insertAddress(parts.store, issued), insertRequest(parts.store, request)]);
        parts.log.info("network.quoted", {
          request: requestId,
          index: addressIndex,
          input: String(quote.price.input),
        });
        return address;
      } catch (error) {
        if (!(error instanceof ConflictError) || tried >= CLAIM_ATTEMPTS) throw error;
        upcoming = undefined; // another process issued addresses: look again
      }
    }
  };
}

function newRequest(
  parts: NetworkParts,
  { requestId, terms, price, market }: Omit<Quote, "depositAddress">,
  refundTo: BridgeRequest["refundTo"],
  addressIndex: number,
): BridgeRequest {
  const at = parts.clock();
  return {
    id: requestId,
    version: 0,
    state: "waiting",
    parent: undefined,
    user: terms.user,
    recipient: terms.recipient,
    refundTo,
    referrer: terms.referrer,
    destinationChainId: terms.token.chainId,
    destinationCurrency: terms.token.address,
    depositAddress: parts.keys.depositAddress(addressIndex),
    addressIndex,
    slippageBps: terms.slippageBps,
    floor: { input: price.input, output: price.minimum },
    promised: price.output,
    quote: quoteRecord(price, market),
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    createdAt: at,
    updatedAt: at,
  };
}

/** A price and the market that made it, as JSON for the books: every amount as its digits. */
export function quoteRecord(price: Price, market: Market): Record<string, unknown> {
  const digits = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return JSON.parse(JSON.stringify({ origin: BITCOIN.symbol, price, market }, digits)) as Record<
    string,
    unknown
  >;
}
