import { depositStatusOf, offerOf } from "./credit.ts";
import type { Facts, Invoice, SmallRest } from "./invoice.ts";

/** The exception by which older versions kept a rest that is too small; its detail is the method that was tried. */
export const REST_TOO_SMALL = "rest_too_small";

const MOST_RETURNS = 2; // prices may have moved once; a rest that comes back again is not asked for a third time

type Known = Pick<Invoice, "terms" | "facts">;

/**
 * The rests that turned out to be too small to be paid: those that the service refused to quote, and those that it quoted and
 * sent back. A rest that was priced since then is not among them.
 */
export function smallRestsOf(invoice: Known): readonly SmallRest[] {
  const { terms, facts } = invoice;
  const old = facts.anomalies
    .filter(({ kind }) => kind === REST_TOO_SMALL)
    .map(({ detail, at }): SmallRest => ({ methodId: detail, rest: terms.due, dust: 0n, at }));
  const refused = [...old, ...(facts.smallRests ?? [])].filter((one) => !wasPricedSince(facts, one));
  return [...refused, ...returnedRests(invoice)];
}

function wasPricedSince({ offers }: Facts, { methodId, rest, at }: SmallRest): boolean {
  return offers.some((offer) => offer.methodId === methodId && offer.from > at && offer.covers <= rest);
}

/** Rests that were paid exactly as asked and came back: because they were too small, or for any reason more than once. */
function returnedRests({ terms, facts }: Known): readonly SmallRest[] {
  const returned = facts.deposits.flatMap((deposit) => {
    const { value, methodId, outpoint } = deposit;
    const offer = offerOf(facts, deposit);
    const isAsked = offer !== undefined && offer.input === value && offer.covers < terms.due;
    if (!isAsked || depositStatusOf(facts, deposit) !== "refunded") return [];
    const at = facts.refunds.find((refund) => refund.outpoint === outpoint)?.at ?? deposit.seenAt;
    return [{ methodId, rest: offer.covers, dust: 0n, at, outpoint }];
  });
  return returned
    .filter(({ methodId, outpoint }) => {
      const times = returned.filter((one) => one.methodId === methodId).length;
      return times >= MOST_RETURNS || isTooLow(facts, outpoint);
    })
    .map(({ outpoint: _, ...rest }) => rest);
}

/**
 * True when the service would not convert a payment because it is too small. Services report that in a code
 * of their own: the public ones' end in TOO_LOW_TO_FILL (and a similar one for refunds).
 */
export function isTooLow({ requests }: Facts, outpoint: string): boolean {
  return requests.some(
    (request) => request.outpoint === outpoint && /TOO_LOW|TOO_SMALL|MINIMUM/i.test(request.reason ?? ""),
  );
}
