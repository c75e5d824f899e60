import type { Write } from "../../database/driver.ts";
import { divCeil, min } from "../../values/amount.ts";
import { HOUR_MS } from "../../values/time.ts";
import { Refusal } from "../api/refusals.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import { bookSponsoredFees } from "../ledger/book.ts";
import type { NetworkParts } from "../parts.ts";
import { takeTurn } from "../persistence/executions.ts";
import {
  insertSponsoredFees,
  moveFees,
  openFees,
  sponsoredFeesOf,
  type SponsoredFees,
} from "../persistence/sponsoredFees.ts";
import { requestById } from "../persistence/requests.ts";
import type { PricedQuote } from "../quote/pricedQuote.ts";
import type { Coin, Price } from "../quote/pricing.ts";
import type { BridgeRequest } from "../request.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { nextPage } from "../solver/pages.ts";
import { appBalance, requireSpendable } from "./balance.ts";

/** What is held beyond the fees of the quote, because gas may cost more by the time of the fill: half of them. */
const HELD = { parts: 3n, of: 2n } as const;

/** How long fees are held for a quote without a deposit, where the quote has no shorter ttl. */
const HELD_MS = 2 * HOUR_MS;

const USD_UNIT = 100_000_000n; // prices are in 10^-8 dollars
const PER_TURN = 200;

type Parts = Pick<NetworkParts, "store" | "clock">;

/** What an application's part of a price is worth in dollars of 6 decimals, rounded up. */
export function sponsoredDollars({ fees }: Pick<Price, "fees">, coin: Coin): bigint {
  const unit = USD_UNIT * 10n ** BigInt(coin.decimals);
  return divCeil((fees.sponsored ?? 0n) * coin.usd * 10n ** BigInt(APP_FEES_IN.decimals), unit);
}

/** What is held of the balance for a quote's fees, in dollars of 6 decimals. */
export function heldDollars(quote: Pick<PricedQuote, "price" | "market">): bigint {
  return divCeil(sponsoredDollars(quote.price, quote.market.output) * HELD.parts, HELD.of);
}

/** True for the record of a quote whose fees an application pays. */
export function isSponsored(quote: unknown): boolean {
  return typeof quote === "object" && quote !== null && "sponsored" in quote;
}

/**
 * The writes that hold a quote's fees of the balance of its API key, which belong into the commit of the quote: of quotes at the
 * same moment each sees those before it. Throws Refusal where the key may not spend so much.
 */
export async function holdFees(parts: Parts, quote: PricedQuote): Promise<readonly Write[]> {
  const { owner, requestId, terms, at } = quote;
  if (!terms.isSponsored) return [];
  if (owner === undefined) throw keyNeeded();
  const held = heldDollars(quote);
  if (held === 0n) return []; // sends, wraps and unwraps have no fees
  const { sponsor } = requireSpendable(await appBalance(parts, owner), held, "quote");
  const expiresAt = at + Math.min(HELD_MS, (terms.ttlSeconds ?? Infinity) * 1_000);
  const row = { requestId, owner, held, charged: null, state: "held", expiresAt, createdAt: at };
  return [takeTurn(parts.store, sponsor), insertSponsoredFees(parts.store, row)];
}

/** subsidizeFees without an API key. */
export function keyNeeded(): Refusal {
  return new Refusal(
    "UNAUTHORIZED",
    "subsidizeFees: expected an API key in the header x-api-key, because the fees are paid from its balance.",
  );
}

/** What an application still pays of a request's fees, in dollars of 6 decimals at most; undefined where none does. */
export async function feesHeld(
  { store }: Pick<NetworkParts, "store">,
  { id, quote }: Pick<BridgeRequest, "id" | "quote">,
): Promise<SponsoredFees | undefined> {
  const fees = isSponsored(quote) ? await sponsoredFeesOf(store, id) : undefined;
  return fees?.state === "held" ? fees : undefined;
}

/** The writes that charge an application what it pays of a fill, at most what is held. They belong into the commit that signs it. */
export async function chargeFees(
  { store, clock }: Parts,
  fees: SponsoredFees,
  price: Price,
  coin: Coin,
): Promise<readonly Write[]> {
  const charged = min(sponsoredDollars(price, coin), fees.held);
  return [
    moveFees(store, fees, { state: "charged", charged }),
    ...(await bookSponsoredFees(store, { ...fees, charged }, clock())),
  ];
}

/**
 * The job that gives back what is held or was charged for requests that are not filled: those that were refunded or have failed,
 * and those without a deposit when the time of the hold is over. One that is paid later has its fees in its price.
 */
export function createFeeReleaser(parts: Pick<NetworkParts, "store" | "clock" | "log">): () => Promise<void> {
  const memory = { pages: new Map<string, string>() };
  return async () => {
    const some = await nextPage(memory, {
      ...{ list: "sponsored fees", limit: PER_TURN, placeOf: ({ requestId }: SponsoredFees) => requestId },
      read: (after, limit) => openFees(parts.store, after, limit),
    });
    for (const fees of some)
      await isolateFailure(parts, { request: fees.requestId }, () => follow(parts, fees));
  };
}

async function follow(
  { store, clock, log }: Pick<NetworkParts, "store" | "clock" | "log">,
  fees: SponsoredFees,
): Promise<void> {
  const request = await requestById(store, fees.requestId);
  if (!request) throw new Error(`Fees are held for request ${fees.requestId}, which is not in the database.`);
  if (request.state === "success" && fees.state === "charged")
    return store.commit([moveFees(store, fees, { state: "settled" })]);
  if (!isOver(request) && !(fees.state === "held" && isUnpaid(request) && clock() >= fees.expiresAt)) return;
  await store.commit([
    moveFees(store, fees, { state: "released" }),
    ...(await bookSponsoredFees(store, { ...fees, charged: 0n }, clock())),
  ]);
  log.info("network.sponsored_fees_released", { request: request.id, state: request.state });
}

/** Never filled any more. */
function isOver({ state }: BridgeRequest): boolean {
  return state === "refund" || state === "failure" || state === "superseded";
}

function isUnpaid({ state, deposit, sighted }: BridgeRequest): boolean {
  return state === "waiting" && !deposit && sighted === undefined;
}
