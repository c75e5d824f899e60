import { z } from "zod";
import type { Write } from "../../database/driver.ts";
import { min } from "../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { Instant } from "../../values/time.ts";
import { excessOf } from "../fillRules.ts";
import type { NetworkParts } from "../parts.ts";
import { readStoredSwap, type StoredSwap } from "../pools/storedSwap.ts";
import type { Coin } from "../quote/pricing.ts";
import type { BridgeRequest, CurrencyKey } from "../request.ts";
import { chargeOf } from "../sponsors/cost.ts";
import { claimById, claimOfPayment } from "../persistence/claims.ts";
import { executionById, executionOfPayment } from "../persistence/executions.ts";
import { depositsMovedBy } from "../persistence/custody.ts";
import { balanceOfAccount, bookedAbout, insertBooking } from "../persistence/ledger.ts";
import type { NetworkStore } from "../persistence/open.ts";
import type { Outbound, Outcome } from "../persistence/outbound.ts";
import { requestById } from "../persistence/requests.ts";
import { isFoundByBalance, type DepositRow } from "../persistence/rows.ts";
import { custodyAt, DEPOSITORY, DESK, SOLVER, UNATTRIBUTED, type Line } from "./accounts.ts";
import { bitcoinMovement } from "./bitcoinMovement.ts";
import { imbalances, missingLines } from "./lines.ts";
import {
  claimLines,
  depositLines,
  evmMovement,
  excessLines,
  executionLines,
  fillLines,
  ownLines,
  recognisedLines,
  refundLines,
  sponsoredLines,
  swapLines,
  treasuryLines,
  type Claim,
  type EvmEffect,
  type Movement,
  type PoolSwap,
  type Shares,
} from "./postings.ts";

/**
 * Builds the writes that complete the books about a subject (a deposit, a payment): the lines that are
 * missing. Idempotent; a deposit or a payment that a reorganisation removed is passed with what is left of
 * it. The writes belong to the same commit as the change: bookings of a subject are numbered, so that two
 * commits can never both add the same one.
 */
type Parts = Pick<NetworkParts, "store" | "keys" | "bitcoin" | "log">;

/**
 * Books a deposit that is confirmed now: money of a payer, or a swap at the desk. One that was found by a balance may be what an
 * operator had booked as unknown money before: then it is not there twice.
 */
export async function bookDeposit(
  store: NetworkStore,
  request: BridgeRequest,
  row: DepositRow,
  at: Instant,
): Promise<readonly Write[]> {
  const booked = bookAbout(store, `deposit/${row.id}`, linesOfDeposit(request, row), at);
  if (!isFoundByBalance(row)) return booked;
  const subject = `recognised/${row.id}`;
  if ((await bookedAbout(store, subject)).times > 0) return booked;
  const unknown = -(await balanceOfAccount(store, UNATTRIBUTED, row)); // a credit is negative
  const amount = min(unknown, row.amount);
  if (amount <= 0n) return booked;
  const { chainId, currency } = row;
  return [
    ...(await booked),
    ...(await bookAbout(store, subject, recognisedLines({ chainId, currency, amount }), at)),
  ];
}

/** Reverses the booking of a deposit whose block is gone. */
export function unbookDeposit(store: NetworkStore, id: string, at: Instant): Promise<readonly Write[]> {
  return bookAbout(store, `deposit/${id}`, [], at);
}

/** Books that a part of a request's deposit is owed under another request (`excess` is that one's deposit). */
export function bookExcess(
  store: NetworkStore,
  from: string,
  excess: CurrencyKey & Readonly<{ id: string; amount: bigint; requestId: string }>,
  at: Instant,
): Promise<readonly Write[]> {
  return bookAbout(store, `excess/${excess.id}`, excessLines(excess, from, excess.requestId), at);
}

/** Books what became of a payment: what it moved and paid, and the fee, which a reverted transaction costs too. */
export async function bookPayment(
  parts: Parts,
  outbound: Outbound,
  outcome: Outcome,
): Promise<readonly Write[]> {
  const lines = await linesOfPayment(parts, outbound, outcome);
  return bookAbout(parts.store, paymentSubject(outbound.id), lines, outcome.at);
}

/** Books the fees of a quote that an application pays; nothing of them (`charged` zero) where the quote was not filled. */
export function bookSponsoredFees(
  store: NetworkStore,
  { requestId, owner, charged }: Readonly<{ requestId: string; owner: string; charged: bigint }>,
  at: Instant,
): Promise<readonly Write[]> {
  const lines = charged > 0n ? sponsoredLines(owner, requestId, charged) : [];
  return bookAbout(store, `sponsored/${requestId}`, lines, at);
}

/** Takes back what was booked about a payment that is open again. */
export function unbookPayment(store: NetworkStore, id: string, at: Instant): Promise<readonly Write[]> {
  return bookAbout(store, paymentSubject(id), [], at);
}

async function bookAbout(
  store: NetworkStore,
  subject: string,
  wanted: readonly Line[],
  at: Instant,
): Promise<readonly Write[]> {
  const wrong = imbalances(wanted);
  if (wrong.length > 0) throw new Error(`The lines about ${subject} do not sum to zero: ${digits(wrong)}.`);
  const { times, lines } = await bookedAbout(store, subject);
  const missing = missingLines(lines, wanted);
  return missing.length > 0 ? [insertBooking(store, `${subject}@${times + 1}`, missing, at)] : [];
}

/** What is to be booked about a deposit that counts. */
export function linesOfDeposit(request: BridgeRequest, row: DepositRow): readonly Line[] {
  const { method, promised, destination, id } = request;
  if (method === "direct") return []; // it passes us by
  if (method !== "desk" || row.custody !== null) return depositLines(row);
  // The desk paid exactly the amount of the order (see takeInArrivals).
  return swapLines(id, row, { ...destination, amount: promised ?? 0n }, sharesOf(request));
}

/**
 * The booking of a payment with this outcome. Empty when it cannot be determined: a payment that cannot be
 * closed would block everything behind it, and the audit reports one without a booking.
 */
export async function linesOfPayment(
  parts: Parts,
  outbound: Outbound,
  outcome: Outcome,
): Promise<readonly Line[]> {
  const { kind, requestId } = outbound;
  if (outcome.state === "cancelled") return [];
  const movement = await movementOf(parts, outbound, outcome);
  if (!movement) {
    parts.log.error("network.payment_not_booked", { payment: outbound.id, hash: outcome.hash });
    return [];
  }
  if (kind === "claim" && outcome.state === "included") {
    const claim = await claimById(parts.store, claimOfPayment(outbound.id));
    if (claim) return claimLines(movement, claim);
    throw new Error(`Payment ${outbound.id} pays a claim that is not in the database. Restore a backup.`);
  }
  if (kind === "treasury" && outcome.state === "included") return treasuryLines(movement);
  if (kind === "execute") {
    const execution = await executionById(parts.store, executionOfPayment(outbound.id));
    if (!execution)
      throw new Error(`Payment ${outbound.id} is a call that is not in the database. Restore a backup.`);
    const charge = chargeOf(execution, outcome.fee);
    return executionLines(movement, requestId, { owner: execution.owner, charge });
  }
  const isDone = outcome.state === "included" && (kind === "fill" || kind === "refund");
  const request = isDone && requestId !== null ? await requestById(parts.store, requestId) : undefined;
  const { deposit } = request ?? {};
  if (!request || !deposit) return ownLines(movement, requestId);
  if (kind === "refund") return refundLines(movement, claimOf(request, deposit, deposit.amount));
  return fillLines(movement, claimOf(request, deposit, deposit.amount - excessOf(request)));
}

async function movementOf(parts: Parts, outbound: Outbound, outcome: Outcome): Promise<Movement | undefined> {
  const { chainId, requestId } = outbound;
  if (chainId === BITCOIN_CHAIN_ID) return bitcoinMovement(parts, outcome.hash ?? "", requestId);
  const effect = outcome.state === "included" ? await effectOf(parts.store, outbound, outcome.brought) : {};
  return evmMovement(outcome.fee ?? 0n, requestId, effect, chainId);
}

async function effectOf(
  store: NetworkStore,
  outbound: Outbound,
  brought: bigint | undefined,
): Promise<EvmEffect> {
  const { id, kind, chainId, currency, amount } = outbound;
  const money = { chainId, currency, amount };
  const stored = readStoredSwap(outbound.order);
  const swap = stored && swapOf(stored, chainId, brought);
  switch (kind) {
    case "fill":
      if (!stored || !swap) return { paid: money };
      return { swap, paid: { ...money, amount: amount - stored.expected + swap.brought.amount } };
    case "rebalance":
      return swap ? { swap } : {};
    case "claim":
    case "treasury":
      return { paid: money };
    case "refund":
      return { paid: money, from: DEPOSITORY };
    case "withdraw":
      return { moves: [{ ...money, from: DEPOSITORY, to: SOLVER }] };
    case "top-up":
      return { moves: [{ ...money, from: SOLVER, to: DESK }] };
    case "sweep": {
      const swept = (await depositsMovedBy(store, id)).filter((row) => !isPart(row));
      return {
        moves: swept.map((row) => ({ ...row, from: custodyAt(row.address ?? ""), to: DEPOSITORY })),
      };
    }
    default:
      return {}; // approve, permit and execute cost a fee only
  }
}

/** Without what it brought, which only its receipt tells, what was expected of it. */
function swapOf(
  { from, to, spends, expected, poolFee }: StoredSwap,
  chainId: number,
  brought: bigint = expected,
): PoolSwap {
  return {
    spent: { chainId, currency: from, amount: spends },
    poolFee,
    brought: { chainId, currency: to, amount: brought },
  };
}

/** What a fill or a refund settles; what a fill leaves over is owed under another request. */
function claimOf(request: BridgeRequest, { chainId, currency }: CurrencyKey, amount: bigint): Claim {
  return { chainId, currency, amount, requestId: request.id, shares: sharesOf(request) };
}

const coinSchema = z.object({
  usd: z.string().regex(/^\d+$/).transform(BigInt),
  decimals: z.number().int(),
});
const marketSchema = z.object({ market: z.object({ input: coinSchema }) });

/** The shares of applications, at the price of the fill; of the quote where deposit and fill are one. */
function sharesOf({ appFees: fees, quote }: BridgeRequest): Shares {
  const coinIn = (record: unknown): Coin | undefined => marketSchema.safeParse(record).data?.market.input;
  const fill = typeof quote === "object" && quote !== null && "fill" in quote ? quote.fill : undefined;
  return { fees, coin: coinIn(fill) ?? coinIn(quote) };
}

/** A part of another deposit: its money lies in the whole. */
function isPart({ id }: DepositRow): boolean {
  return id.endsWith("#excess");
}

function paymentSubject(id: string): string {
  return `payment/${id}`;
}

function digits(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}
