import { formatDecimal } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import { worthPart, type Payout, type PayoutCoin } from "./payout.ts";
import { leftOf, PayoutRefusal, requireOpen, type PullPayment } from "./pullPayment.ts";

/** A claim; the address was checked for the coin's chain. */
export type Claim = Readonly<{
  id: string; // of the payout
  destination: string;
  coin: PayoutCoin;
  amount: bigint | undefined; // smallest units of the pull payment's currency; undefined claims all that is left
  metadata: unknown;
  at: Instant;
}>;

/** A pull payment before and after, and the payout that it made: they are kept together or not at all. */
export type Claimed = Readonly<{ pullPayment: PullPayment; payout: Payout }>;

/**
 * Claims a part of a pull payment. `others` are its payouts. Throws PayoutRefusal: archived, not-started, expired,
 * payment-method-not-supported, amount-too-low, overdraft, duplicate-destination.
 */
export function claim(pullPayment: PullPayment, others: readonly Payout[], wanted: Claim): Claimed {
  requireOpen(pullPayment, wanted.at);
  const { coin, destination } = wanted;
  const { methods, amount: total, refund } = pullPayment;
  if (methods.length > 0 && !methods.includes(coin.methodId)) {
    const message = `Expected one of the payout methods ${methods.join(", ")}; got ${coin.methodId}.`;
    throw new PayoutRefusal("payment-method-not-supported", message);
  }
  const amount = wanted.amount ?? leftOf(pullPayment);
  refuseAmount(pullPayment, amount);
  refuseDuplicate(others, destination);
  const payout: Payout = {
    id: wanted.id,
    storeId: pullPayment.storeId,
    pullPaymentId: pullPayment.id,
    destination,
    coin,
    originalCurrency: pullPayment.currency,
    originalDecimals: pullPayment.decimals,
    originalAmount: amount,
    payoutAmount: undefined,
    worth: refund && worthPart(refund.worth, amount, total),
    state: "AwaitingApproval",
    revision: 0,
    proof: undefined,
    service: undefined,
    metadata: wanted.metadata,
    createdAt: wanted.at,
    version: 1,
  };
  return { pullPayment: withClaimed(pullPayment, amount), payout };
}

/** Gives back what a cancelled payout had claimed. */
export function release(pullPayment: PullPayment, { originalAmount }: Payout): PullPayment {
  return withClaimed(pullPayment, -originalAmount);
}

function withClaimed(pullPayment: PullPayment, change: bigint): PullPayment {
  return { ...pullPayment, claimed: pullPayment.claimed + change, version: pullPayment.version + 1 };
}

function refuseAmount(pullPayment: PullPayment, amount: bigint): void {
  const left = leftOf(pullPayment);
  const { currency, decimals } = pullPayment;
  if (left <= 0n) throw new PayoutRefusal("overdraft", "All of this payment has been claimed already.");
  if (amount <= 0n) throw new PayoutRefusal("amount-too-low", "Expected an amount above zero.");
  if (amount <= left) return;
  const message = `Expected at most ${formatDecimal(left, decimals)} ${currency}, which is what is left; got ${formatDecimal(amount, decimals)}.`;
  throw new PayoutRefusal("overdraft", message);
}

/** The same claim sent twice, as by a double click, must not become two payments. */
function refuseDuplicate(others: readonly Payout[], destination: string): void {
  const isOpen = ({ state }: Payout) => state !== "Completed" && state !== "Cancelled";
  if (!others.some((other) => isOpen(other) && other.destination === destination)) return;
  const message =
    "A payout to this address is under way already. Wait until it is paid, or give another address.";
  throw new PayoutRefusal("duplicate-destination", message);
}
