import { isAtLeast, type Evidence } from "./evidence.ts";
import { withException } from "./factChanges.ts";
import { txOf } from "./outpoint.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { Deposit, Facts, RequestFact, SettlementFact, Terms } from "./invoice.ts";
import type { Outcome, RequestSeen } from "./observation.ts";
import { isUndone } from "./settlementReorg.ts";

/** News of a request: its word, the deposit that it converts, and what has become of that money. */
export function absorbRequest(terms: Terms, facts: Facts, seen: RequestSeen): Facts {
  const known = facts.requests.find(({ requestId }) => requestId === seen.requestId);
  const outpoint = holdsOn(facts, known, seen) ? known?.outpoint : depositOf(facts, seen);
  const rivals = facts.requests.filter((other) => other.outpoint === outpoint).length;
  if (!known && outpoint !== undefined && rivals >= MOST_OF_A_DEPOSIT) {
    return withException(facts, "too_many_requests", outpoint, seen.at); // a request may be superseded now and then
  }
  const fact: RequestFact = {
    requestId: seen.requestId,
    depositAddress: seen.depositAddress,
    parent: seen.parent ?? known?.parent,
    word: seen.word,
    understood: statusMeaning(seen.word) === "unknown" ? (known?.understood ?? seen.word) : seen.word,
    reason: seen.reason ?? known?.reason,
    outpoint,
    seenAt: known?.seenAt ?? seen.at,
  };
  const withRequest =
    known && sameRequest(known, fact) ? facts : { ...facts, requests: put(facts.requests, fact) };
  return outpoint === undefined ? withRequest : absorbOutcome(terms, withRequest, seen, outpoint);
}

const MOST_OF_A_DEPOSIT = 20;

function sameRequest(a: RequestFact, b: RequestFact): boolean {
  return a.word === b.word && a.outpoint === b.outpoint && a.parent === b.parent && a.reason === b.reason;
}

function put(requests: readonly RequestFact[], fact: RequestFact): readonly RequestFact[] {
  const known = requests.some(({ requestId }) => requestId === fact.requestId);
  return known
    ? requests.map((request) => (request.requestId === fact.requestId ? fact : request))
    : [...requests, fact];
}

/** A request keeps its deposit, unless that one is gone or the service now names another transaction before any money has moved. */
function holdsOn(facts: Facts, known: RequestFact | undefined, seen: RequestSeen): boolean {
  const deposit = facts.deposits.find(({ outpoint }) => outpoint === known?.outpoint);
  if (!deposit) return false;
  const { outpoint } = deposit;
  if ([...facts.settlements, ...facts.refunds].some((other) => other.outpoint === outpoint)) return true;
  return isNamed(seen, deposit) && (deposit.presence !== "gone" || !depositOf(facts, seen));
}

/**
 * The deposit that a request converts: the one with the transaction that the service names; of several
 * outputs in one transaction the one of that amount, else the first without a request. A service that names
 * no transaction can only be followed by the request of the address, so its request stands for the address'
 * first deposit that was not dropped.
 */
function depositOf(facts: Facts, seen: RequestSeen): string | undefined {
  const taken = new Set(
    facts.requests.filter((other) => other.requestId !== seen.requestId).map((other) => other.outpoint),
  );
  const named = facts.deposits.filter(
    (deposit) => deposit.address === seen.depositAddress && isNamed(seen, deposit),
  );
  const free = named.filter(({ outpoint }) => !taken.has(outpoint));
  // A deposit that is named belongs to the request even if another has it already: a request may supersede another.
  const candidates =
    seen.depositTxid === undefined
      ? free.filter(({ presence }) => presence !== "gone")
      : free.length > 0
        ? free
        : named;
  const ofAmount = candidates.find(({ value }) => value === seen.input);
  return (ofAmount ?? candidates[0])?.outpoint;
}

function isNamed(seen: RequestSeen, { outpoint }: Deposit): boolean {
  return seen.depositTxid === undefined || txOf(outpoint) === seen.depositTxid;
}

function absorbOutcome(terms: Terms, facts: Facts, seen: RequestSeen, outpoint: string): Facts {
  const { outcome, requestId, at } = seen;
  if (!outcome) return facts;
  if (outcome.kind === "refunded") return absorbRefund(facts, seen, outcome, outpoint);
  const refund = facts.refunds.find((other) => other.outpoint === outpoint);
  if (refund) {
    const noted = withException(facts, "settlement_after_refund", requestId, at);
    if (refund.txHash !== undefined || outcome.evidence !== "verified") return noted;
    // The refund was only a word; the settlement is on the chain.
    const refunds = facts.refunds.filter((other) => other !== refund);
    return absorbOutcome(terms, { ...noted, refunds }, seen, outpoint);
  }
  if (facts.settlements.some((other) => other.proof === outcome.proof && other.outpoint !== outpoint)) {
    return withException(facts, "settlement_claimed_twice", requestId, at); // one payment settles one deposit
  }
  const known = facts.settlements.find((settled) => settled.outpoint === outpoint);
  if (known) return improveEvidence(terms, facts, known, seen, outcome);
  const { amount, txHash, evidence, proof } = outcome;
  const proven = isProven(terms, evidence);
  const settled = { requestId, outpoint, amount, txHash, proof, evidence, proven, at };
  return { ...facts, settlements: [...facts.settlements, settled] };
}

type Settled = Extract<Outcome, { kind: "settled" }>;
type Refunded = Extract<Outcome, { kind: "refunded" }>;

function absorbRefund(facts: Facts, seen: RequestSeen, outcome: Refunded, outpoint: string): Facts {
  const { requestId, at } = seen;
  const settled = facts.settlements.find((other) => other.outpoint === outpoint);
  if (settled?.proven) return withException(facts, "refund_after_settlement", requestId, at);
  const { amount, txHash } = outcome;
  const known = facts.refunds.find((refund) => refund.outpoint === outpoint);
  if (known && (known.txHash !== undefined || txHash === undefined)) return facts;
  // What was only claimed gives way to a refund that has a transaction; that it was claimed is for a person.
  if (settled && txHash === undefined) return withException(facts, "refund_after_claim", requestId, at);
  const noted = settled ? withException(facts, "refund_after_claim", requestId, at) : facts;
  const settlements = noted.settlements.filter((other) => other !== settled);
  const refunds = noted.refunds.filter((refund) => refund !== known);
  const refund = { requestId, outpoint, amount, txHash, at: known?.at ?? at };
  return { ...noted, settlements, refunds: [...refunds, refund] };
}

/** True when a settlement is as certain as the invoice's policy asks. */
function isProven({ policy }: Terms, evidence: Evidence): boolean {
  return isAtLeast(evidence, policy.evidence);
}

/** Better evidence replaces weaker, and a transaction one that has left the chain; a second settlement of the same deposit is an exception. */
function improveEvidence(
  terms: Terms,
  facts: Facts,
  known: SettlementFact,
  { requestId, at }: RequestSeen,
  { amount, txHash, evidence, proof }: Settled,
): Facts {
  const isAgain = evidence === "verified" && known.proof !== proof && isUndone(facts, known.proof);
  const isSecond =
    known.requestId !== requestId ||
    (known.evidence === "verified" && evidence === "verified" && known.proof !== proof);
  if (isSecond && !isAgain) return withException(facts, "second_settlement", requestId, at);
  if (isAtLeast(known.evidence, evidence) && !isAgain) return facts;
  const better: SettlementFact = {
    ...known,
    requestId,
    evidence,
    proof,
    proven: isProven(terms, evidence),
    amount: amount ?? known.amount,
    txHash: txHash ?? known.txHash,
  };
  return {
    ...facts,
    settlements: facts.settlements.map((settled) => (settled === known ? better : settled)),
  };
}
