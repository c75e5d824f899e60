import { isReported } from "./outpoint.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import { absorbOutput, dropped } from "./absorbOutput.ts";
import { absorbRequest } from "./absorbRequest.ts";
import { min } from "../../../values/amount.ts";
import { depositStatusOf, isUnfinished } from "./credit.ts";
import { updateDeposit, updateDeposits, withException } from "./factChanges.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { shownOffer, type Deposit, type Facts, type InvoiceState, type Terms } from "./invoice.ts";
import { smallRestsOf } from "./smallRests.ts";
import type { Observation } from "./observation.ts";

/**
 * Adds an observation to the facts. A repeated observation returns the identical object, so that the caller
 * can see that there is nothing to write.
 */
export function absorb(terms: Terms, facts: Facts, state: InvoiceState, seen: Observation): Facts {
  switch (seen.kind) {
    case "offer":
      return absorbOffer(facts, seen);
    case "chosen":
      return isOffered(facts, seen.quoteId) && shownOffer(facts)?.quoteId !== seen.quoteId
        ? { ...facts, shown: seen.quoteId }
        : facts;
    case "output":
      return absorbOutput(terms, facts, seen);
    case "appraised":
      return updateDeposit(facts, seen.outpoint, (deposit) => appraised(facts, deposit, seen));
    case "unconverted":
      return updateDeposit(facts, seen.outpoint, (deposit) =>
        deposit.unconverted || depositStatusOf(facts, deposit) !== "failed"
          ? deposit
          : { ...deposit, unconverted: true },
      );
    case "restTooSmall":
      return absorbSmallRest(terms, facts, seen);
    case "gone":
      return updateDeposit(facts, seen.outpoint, (deposit) => dropped(facts, deposit));
    case "request":
      return absorbRequest(terms, facts, seen);
    case "tick":
      return updateDeposits(facts, (deposit) => aged(facts, deposit, seen));
    case "refundTo":
      return facts.refundTo[seen.chainId] === seen.address
        ? facts
        : { ...facts, refundTo: { ...facts.refundTo, [seen.chainId]: seen.address } };
    case "anomaly":
      return withException(facts, seen.what, seen.detail, seen.at);
    case "marked":
      return absorbMark(facts, state, seen);
    case "resolved":
      return absorbResolution(facts, seen);
  }
}

type Seen<Kind extends Observation["kind"]> = Extract<Observation, { kind: Kind }>;

/** A new offer becomes the one that is shown. */
function absorbOffer(facts: Facts, { offer }: Seen<"offer">): Facts {
  if (isOffered(facts, offer.quoteId)) return facts;
  const after = { ...facts, offers: [...facts.offers, offer] };
  return facts.shown === undefined ? after : { ...after, shown: undefined };
}

/** A part is worth at most what a quote for it gives, so that the rest that is then due is enough. */
function appraised(facts: Facts, deposit: Deposit, { credit, floor }: Seen<"appraised">): Deposit {
  if (deposit.appraised || depositStatusOf(facts, deposit) !== "moving") return deposit;
  const isLess = credit < deposit.credit;
  return { ...deposit, appraised: true, ...(isLess ? { credit, floor: min(floor, credit) } : {}) };
}

function absorbSmallRest(terms: Terms, facts: Facts, { kind: _, ...seen }: Seen<"restTooSmall">): Facts {
  const { methodId, rest } = seen;
  const known = facts.smallRests ?? [];
  const others = known.filter((one) => one.methodId !== methodId || one.rest > rest);
  const isKnown = smallRestsOf({ terms, facts }).some(
    (one) => one.methodId === methodId && one.rest === rest,
  );
  return isKnown ? facts : { ...facts, smallRests: [...others, seen] };
}

function isOffered({ offers }: Facts, quoteId: string): boolean {
  return offers.some((offer) => offer.quoteId === quoteId);
}

const DELAYED_MS = 50 * MINUTE_MS;
const DELAYED_BLOCKS = 3;
/** Far beyond the usual time: minutes on an EVM chain, some blocks on Bitcoin. */
const STALLED_EVM_MS = 3 * HOUR_MS;
const STALLED_BITCOIN_MS = DAY_MS;

/** Time makes a payment delayed, or stalled; it never makes it fail. */
function aged(facts: Facts, deposit: Deposit, { at, heights }: Seen<"tick">): Deposit {
  if (
    deposit.presence === "mempool" &&
    !deposit.delayed &&
    isDelayed(deposit, at, heights?.[deposit.chainId])
  ) {
    return { ...deposit, delayed: true };
  }
  // A deposit that only the service reports is never seen dropped: after a while it needs a person.
  const isWaiting = deposit.presence === "block" || isReported(deposit.outpoint);
  const usualMs = deposit.chainId === BITCOIN_CHAIN_ID ? STALLED_BITCOIN_MS : STALLED_EVM_MS;
  const isStalled = isWaiting && isUnfinished(facts, deposit) && at - deposit.seenAt >= usualMs;
  return isStalled && !deposit.stalled ? { ...deposit, stalled: true } : deposit;
}

function isDelayed({ seenAt, seenHeight }: Deposit, at: Instant, height: number | undefined): boolean {
  if (height === undefined || seenHeight === undefined) return false; // the number of blocks since is unknown
  return at - seenAt >= DELAYED_MS && height - seenHeight >= DELAYED_BLOCKS;
}

function absorbMark(facts: Facts, from: InvoiceState, { as, by, reason, at }: Seen<"marked">): Facts {
  if (facts.marks.at(-1)?.as === as) return facts;
  return { ...facts, marks: [...facts.marks, { as, from, by, reason, at }] };
}

function absorbResolution(facts: Facts, { keys, by, reason, at }: Seen<"resolved">): Facts {
  const known = new Set(facts.resolved.map(({ key }) => key));
  const fresh = keys.filter((key) => !known.has(key));
  if (fresh.length === 0) return facts;
  return { ...facts, resolved: [...facts.resolved, ...fresh.map((key) => ({ key, by, reason, at }))] };
}
