import { sum } from "../../../values/amount.ts";
import type { Payout } from "../payouts/payout.ts";
import { receivedOf, reservedBy } from "../payouts/refundable.ts";
import { when, type Promised, type Rule, type Violation } from "./record.ts";

/** I-44: what a pull payment calls claimed is what its payouts claim that are not cancelled, and never more than it promises. */
export function checkPullPayment({ pullPayment, payouts }: Promised): readonly Violation[] {
  const { id, claimed, amount, currency } = pullPayment;
  const taken = sum(standing(payouts).map(({ originalAmount }) => originalAmount));
  const strangers = payouts.filter(({ originalCurrency }) => originalCurrency !== currency);
  return [
    ...when(taken !== claimed, `it calls ${claimed} claimed, and its payouts claim ${taken}`),
    ...when(claimed > amount, `${claimed} of it are claimed, and it promises ${amount}`),
    ...strangers.map(
      (payout) => `payout ${payout.id} is in ${payout.originalCurrency}, and it is in ${currency}`,
    ),
  ].map((message): Violation => ({ id: "I-44", subject: `pull payment ${id}`, message }));
}

/**
 * I-45: the refunds of an invoice hold no more than what had ever reached the shop for it, and their payouts take no more than
 * they hold. A later reorganisation may leave less: that is an entry of the inbox, and nothing that a decision got wrong.
 */
export const refundsAreCovered: Rule = ({ invoice, refunds, isOlder }, steps) => {
  if (isOlder || refunds.length === 0) return [];
  const reserved = reservedBy(refunds.map(({ pullPayment }) => pullPayment));
  const received = [invoice, ...steps.map(({ after }) => after)]
    .map(receivedOf)
    .reduce((most, one) => (one > most ? one : most));
  return [
    ...when(
      reserved > received,
      `its refunds hold ${reserved}, and no more than ${received} had ever reached the shop`,
    ),
    ...refunds.flatMap(({ pullPayment: { id, refund }, payouts }) => {
      const taken = sum(standing(payouts).map(({ worth = 0n }) => worth));
      return when(
        taken > (refund?.worth ?? 0n),
        `the payouts of ${id} take ${taken}, and it holds ${refund?.worth ?? 0n}`,
      );
    }),
  ];
};

function standing(payouts: readonly Payout[]): readonly Payout[] {
  return payouts.filter(({ state }) => state !== "Cancelled");
}
