import { divCeil, divFloor } from "../../../values/amount.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import type { Deposit, Facts, Offer, SettlementFact } from "./invoice.ts";
import type { OutputSeen } from "./observation.ts";

/** A payer may still pay the amount of an offer this long after a newer one was shown. */
const OLD_OFFER_GRACE_MS = 10 * MINUTE_MS;

/**
 * A deposit's part of the price, fixed when it is first seen: `credit` of what its offer covers, and
 * `floor`, the least that its conversion must yield. The credit is rounded up, in the payer's favour, so
 * that parts that add up to the due amount add up to the price. A deposit in another asset or on another
 * chain has no promised price: it counts for what it yields. `quoteId` names the offer that the deposit
 * answers. Undefined when no offer of the invoice names the address and no person has assigned the deposit.
 */
export function credit(
  offers: readonly Offer[],
  seen: OutputSeen,
): (Share & Pick<Deposit, "methodId" | "quoteId">) | undefined {
  const offer = offerFor(offers, seen);
  if (!offer) {
    const { assigned } = seen;
    return (
      assigned && {
        methodId: assigned.methodId,
        quoteId: undefined,
        mismatch: "address",
        credit: 0n,
        floor: 0n,
      }
    );
  }
  const mismatch = mismatchOf(offer, seen);
  const share: Share = mismatch
    ? { mismatch, credit: 0n, floor: 0n }
    : { mismatch, ...shareOf(offer, seen.value) };
  const answered = answeredOffer(offers, { ...share, address: seen.address, value: seen.value });
  return { ...share, methodId: offer.methodId, quoteId: answered?.quoteId };
}

type Share = Pick<Deposit, "credit" | "floor" | "mismatch">;

function shareOf({ input, covers, floor }: Offer, value: bigint): Pick<Deposit, "credit" | "floor"> {
  return { credit: divCeil(value * covers, input), floor: divFloor(value * floor, input) };
}

/** The offer that a deposit answers; undefined for a deposit that a person has assigned. */
export function offerOf(
  { offers }: Pick<Facts, "offers">,
  { quoteId }: Pick<Deposit, "quoteId">,
): Offer | undefined {
  return quoteId === undefined ? undefined : offers.find((offer) => offer.quoteId === quoteId);
}

/**
 * Of the offers known when a deposit was first seen, the one that it answers: the first of its address that gives the
 * deposit its share, so that of equal offers the books always name the same. One in another asset or on another chain
 * answers the newest.
 */
export function answeredOffer(
  offers: readonly Offer[],
  { address, value, mismatch, credit, floor }: Share & Pick<Deposit, "address" | "value">,
): Offer | undefined {
  if (mismatch === "address") return undefined;
  const shown = offers.filter(({ depositAddress }) => depositAddress === address);
  if (mismatch) return shown.at(-1);
  const isEqual = (offer: Offer) => {
    const share = shareOf(offer, value);
    return share.credit === credit && share.floor === floor;
  };
  return shown.find(isEqual) ?? shown[0];
}

/** True for a payment of exactly an amount that the invoice has asked for at that address. Every other payment is a part, or more. */
export function isAskedAmount(
  { offers }: Pick<Facts, "offers">,
  { address, value }: Pick<Deposit, "address" | "value">,
): boolean {
  return offers.some(({ depositAddress, input }) => depositAddress === address && input === value);
}

/** What the service returned belongs to: the offer with the refund's own request, else the one that the deposit answers. */
export function refundedOffer(
  facts: Facts,
  requestId: string,
  deposit: Deposit | undefined,
): Offer | undefined {
  return facts.offers.find((offer) => offer.requestId === requestId) ?? (deposit && offerOf(facts, deposit));
}

function mismatchOf(offer: Offer, { chainId, currency }: OutputSeen): Deposit["mismatch"] {
  if (chainId !== offer.chainId) return "chain";
  return sameCurrency(currency, offer.currency) ? undefined : "asset";
}

/** The offer that was paid: one of exactly this amount if it was on show lately, else the newest of the address. */
function offerFor(offers: readonly Offer[], seen: OutputSeen): Offer | undefined {
  const shown = offers.filter((offer) => offer.depositAddress === seen.address);
  const direct = shown.find((offer) => offer.direct === true && offer.input === seen.value); // that amount was offered to this invoice only
  if (direct) return direct;
  const recent = shown.filter((_, index) => {
    const replacedAt = shown[index + 1]?.from;
    return replacedAt === undefined || replacedAt + OLD_OFFER_GRACE_MS > seen.at;
  });
  return recent.findLast(({ input }) => input === seen.value) ?? shown.at(-1);
}

/** Returns when a payment was first seen, also when a person has assigned it to the invoice later. */
export function paymentTime({ firstSeenAt, seenAt }: Pick<Deposit, "firstSeenAt" | "seenAt">): Instant {
  return firstSeenAt ?? seenAt;
}

/**
 * Where the money of one deposit is. "failed" is the service's word for one that it will not convert; a refund may follow.
 * "claimed" is its word that the merchant was paid, without the proof that the invoice's policy asks for.
 */
export type DepositStatus = "gone" | "moving" | "failed" | "claimed" | "settled" | "refunded";

/** Where the money of a deposit is, by its request and transfers. */
export function depositStatusOf(facts: Facts, deposit: Deposit): DepositStatus {
  const settlement = settlementOf(facts, deposit);
  if (settlement?.proven) return "settled";
  if (facts.refunds.some(({ outpoint }) => outpoint === deposit.outpoint)) return "refunded";
  if (deposit.presence === "gone") return "gone";
  if (settlement) return "claimed";
  const words = facts.requests
    .filter(({ outpoint }) => outpoint === deposit.outpoint)
    .map(({ understood }) => statusMeaning(understood))
    .filter((meaning) => meaning !== "waiting"); // the address' own request, which another one has taken over from
  const hasFailed = words.length > 0 && words.every((meaning) => meaning === "failure");
  return hasFailed ? "failed" : "moving"; // one that failed may have been superseded by another
}

/** True for a deposit that counts for the price now: it is on its way, or with the merchant. */
export function isCounted(facts: Facts, deposit: Deposit): boolean {
  return ["moving", "claimed", "settled"].includes(depositStatusOf(facts, deposit));
}

/** True while the money of a deposit is neither with the merchant, as far as is proven, nor back with the payer. */
export function isUnfinished(facts: Facts, deposit: Deposit): boolean {
  return ["moving", "failed", "claimed"].includes(depositStatusOf(facts, deposit));
}

/**
 * How much of the price a deposit pays, in settlement units. While pending it counts as priced; once
 * settled it counts in full when the merchant received at least its floor, and in proportion when less
 * arrived. Late and unpriced deposits have no promised price: once settled they count for what they
 * yielded.
 */
export function worthOf(facts: Facts, deposit: Deposit): bigint {
  switch (depositStatusOf(facts, deposit)) {
    case "gone":
    case "refunded":
      return 0n;
    case "moving":
    case "claimed":
    case "failed": // alone it changes nothing: asking for the money again before it is back would take it twice
      return deposit.credit;
    case "settled":
      return settledWorth(facts, deposit);
  }
}

function settledWorth(facts: Facts, deposit: Deposit): bigint {
  const amount = settlementOf(facts, deposit)?.amount;
  if (isExactDirect(facts, deposit)) return deposit.credit; // late or not: nothing was converted
  const isUnpriced = deposit.appraised && deposit.credit === 0n; // expected to be unconvertible
  if (deposit.late || deposit.mismatch || isUnpriced) return amount ?? 0n; // an unknown amount pays nothing: a person decides
  if (amount === undefined || amount >= deposit.floor || deposit.floor === 0n) return deposit.credit;
  return divFloor(deposit.credit * amount, deposit.floor);
}

/** True for a payment in the settlement coin of the very amount by which it was to be recognised, a little above the price. */
function isExactDirect(facts: Facts, deposit: Deposit): boolean {
  const offer = offerOf(facts, deposit);
  return offer?.direct === true && !deposit.mismatch && offer.input === deposit.value;
}

function settlementOf({ settlements }: Facts, { outpoint }: Deposit): SettlementFact | undefined {
  return settlements.find((settled) => settled.outpoint === outpoint);
}
