import { ConflictError } from "../../src/database/driver.ts";
import type { Booking } from "../../src/gateway/ports/bookLinesPort.ts";
import type { FundsBlock, FundsRefund } from "../../src/gateway/ports/booksPort.ts";
import type { Change, Payouts } from "../../src/gateway/ports/payoutPort.ts";
import type { Payout } from "../../src/gateway/domain/payouts/payout.ts";
import type { PullPayment } from "../../src/gateway/domain/payouts/pullPayment.ts";
import type { Instant } from "../../src/values/time.ts";
import { fromPayout, fromPullPayment } from "../../src/gateway/persistence/payouts/payoutRows.ts";

/** Books once it is called; whether that may be is checked at once. */
type Bookable = (booking: Booking, at: Instant) => () => void;

/** Pull payments and payouts over maps; refused is what the databases refuse. Announcements are not kept. */
export function memoryPayouts(
  bookable: Bookable,
  refundable: (refund: FundsRefund) => () => void,
  movable: (block: FundsBlock) => () => void,
): Payouts {
  const pullPayments = new Map<string, PullPayment>();
  const payouts = new Map<string, Payout>();
  const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1);
  return {
    async keep({ pullPayment, payout, unattributed, block, booked }) {
      if (pullPayment) fromPullPayment(pullPayment.after); // throws for what could not be read again
      if (payout) fromPayout(payout.after);
      refuseStale(pullPayments, pullPayment);
      refuseStale(payouts, payout);
      if (pullPayment && !pullPayment.before) refuseSameRefund(pullPayments, pullPayment.after);
      const key = payout?.after.proof?.key;
      const isPaid = ({ id, proof }: Payout) => id !== payout?.after.id && proof?.key === key;
      if (key !== undefined && [...payouts.values()].some(isPaid)) throw new ConflictError(`${key} has paid another payout.`); // prettier-ignore
      const book = booked && bookable(booked.booking, booked.at);
      const refund = unattributed && refundable(unattributed);
      const move = block && movable(block);
      book?.();
      refund?.();
      move?.();
      if (pullPayment) pullPayments.set(pullPayment.after.id, pullPayment.after);
      if (payout) payouts.set(payout.after.id, payout.after);
    },
    loadPullPayment: async (id) => pullPayments.get(id),
    listPullPayments: async (storeId, { includeArchived, after, limit }) =>
      [...pullPayments.values()]
        .filter((one) => one.storeId === storeId && (includeArchived || !one.archived))
        .filter(({ id }) => after === undefined || id < after)
        .toSorted(newestFirst)
        .slice(0, limit),
    refundsOf: async (invoiceId) =>
      [...pullPayments.values()]
        .filter(({ refund }) => refund?.invoiceId === invoiceId)
        .toSorted((a, b) => (a.refund?.ordinal ?? 0) - (b.refund?.ordinal ?? 0)),
    refundsAmong: async (ids) =>
      new Map(
        ids.map((id) => [id, [...pullPayments.values()].filter(({ refund }) => refund?.invoiceId === id)]),
      ),
    load: async (id) => payouts.get(id),
    spentProofs: async (chainId, txHash) =>
      [...payouts.values()].flatMap(({ proof }) =>
        proof?.key?.startsWith(`${chainId}:${txHash}:`) ? proof.key : [],
      ),
    list: async ({ storeId, pullPaymentId, states, triedSince, after, limit }) =>
      [...payouts.values()]
        .filter((one) => storeId === undefined || one.storeId === storeId)
        .filter((one) => pullPaymentId === undefined || one.pullPaymentId === pullPaymentId)
        .filter(({ state }) => states?.includes(state) ?? true)
        .filter(
          (one) =>
            triedSince === undefined ||
            (one.createdAt >= triedSince && (one.formerRequests ?? []).length > 0),
        )
        .filter(({ id }) => after === undefined || id < after)
        .toSorted(newestFirst)
        .slice(0, limit),
  };
}

function refuseStale<Thing extends { id: string; version: number }>(
  kept: ReadonlyMap<string, Thing>,
  change: Change<Thing> | undefined,
): void {
  if (!change || kept.get(change.after.id)?.version === change.before?.version) return;
  throw new ConflictError(`${change.after.id} has changed, or is there already.`);
}

function refuseSameRefund(kept: ReadonlyMap<string, PullPayment>, { refund }: PullPayment): void {
  const isSame = (one: PullPayment) =>
    one.refund?.invoiceId === refund?.invoiceId && one.refund?.ordinal === refund?.ordinal;
  if (refund && [...kept.values()].some((one) => one.refund && isSame(one)))
    throw new ConflictError(`There is a refund ${refund.ordinal} of invoice ${refund.invoiceId} already.`);
}
