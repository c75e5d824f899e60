import { divCeil, divFloor } from "../money/amount.ts";
import { statusMeaning } from "../protocol/status.ts";
import { MINUTE_MS } from "../time.ts";
import type { Deposit, Facts, Offer, Terms } from "./invoice.ts";
import type { OutputSeen } from "./observation.ts";

/** A payer may still pay the amount of an offer this long after a newer one was shown. */
const OLD_OFFER_GRACE_MS = 10 * MINUTE_MS;

/**
 * A deposit's part of the price, snapshotted when it is first seen: `credit` of `terms.due`, and `floor`, the least that
 * its conversion must yield. The credit is rounded up, in the payer's favour, so that parts which add up to the amount asked
 * for add up to the price. Undefined when no offer of the invoice names the address.
 */
export function credit(
  terms: Terms,
  offers: readonly Offer[],
  seen: OutputSeen,
): Pick<Deposit, "methodId" | "credit" | "floor"> | undefined {
  const offer = offerFor(offers, seen);
  if (!offer) return undefined;
  return {
    methodId: offer.methodId,
    credit: divCeil(seen.value * terms.due, offer.input),
    floor: divFloor(seen.value * offer.floor, offer.input),
  };
}

/** The offer that was paid: one of exactly this amount if it was on show lately, else the newest of the address. */
function offerFor(offers: readonly Offer[], seen: OutputSeen): Offer | undefined {
  const shown = offers.filter((offer) => offer.depositAddress === seen.address);
  const recent = shown.filter((_, index) => {
    const replacedAt = shown[index + 1]?.from;
    return replacedAt === undefined || replacedAt + OLD_OFFER_GRACE_MS > seen.at;
  });
  return recent.findLast(({ input }) => input === seen.value) ?? shown.at(-1);
}

/** Where the money of one deposit is. "failed" is the service's word for one that it will not convert; a refund may follow. */
export type Fate = "gone" | "moving" | "failed" | "settled" | "refunded";

export function fateOf(facts: Facts, deposit: Deposit): Fate {
  if (facts.settlements.some(({ outpoint }) => outpoint === deposit.outpoint)) return "settled";
  if (facts.refunds.some(({ outpoint }) => outpoint === deposit.outpoint)) return "refunded";
  if (deposit.presence === "gone") return "gone";
  const request = facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint);
  return request && statusMeaning(request.word) === "failure" ? "failed" : "moving";
}

/**
 * How much of the price a deposit pays, in settlement units. While it moves it counts as priced; once it has settled it
 * counts in full when the merchant received at least its floor, and in proportion when less arrived.
 */
export function worthOf(facts: Facts, deposit: Deposit): bigint {
  switch (fateOf(facts, deposit)) {
    case "gone":
    case "refunded":
      return 0n;
    case "moving":
    case "failed": // alone it changes nothing: asking for the money again before it is back would take it twice
      return deposit.credit;
    case "settled":
      return settledWorth(facts, deposit);
  }
}

function settledWorth(facts: Facts, deposit: Deposit): bigint {
  const amount = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint)?.amount;
  if (amount === undefined || amount >= deposit.floor || deposit.floor === 0n) return deposit.credit;
  return divFloor(deposit.credit * amount, deposit.floor);
}
