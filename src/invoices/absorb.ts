import { credit } from "./credit.ts";
import type { Deposit, Facts, RequestFact, Terms } from "./invoice.ts";
import type { Observation, OutputSeen, RequestSeen } from "./observation.ts";

/**
 * Adds an observation to the facts. News that is not new gives back the very same object, so that the shell knows
 * that there is nothing to write.
 */
export function absorb(terms: Terms, facts: Facts, seen: Observation): Facts {
  switch (seen.kind) {
    case "offer":
      return facts.offers.some(({ quoteId }) => quoteId === seen.offer.quoteId)
        ? facts
        : { ...facts, offers: [...facts.offers, seen.offer] };
    case "output":
      return absorbOutput(terms, facts, seen);
    case "gone":
      return updateDeposit(facts, seen.outpoint, (deposit) => dropped(facts, deposit));
    case "request":
      return absorbRequest(facts, seen);
    case "tick":
      return facts;
    case "marked":
      return facts.marked === seen.as ? facts : { ...facts, marked: seen.as };
  }
}

function absorbOutput(terms: Terms, facts: Facts, seen: OutputSeen): Facts {
  const known = facts.deposits.find(({ outpoint }) => outpoint === seen.outpoint);
  if (known && !isCorrected(known, seen)) {
    return updateDeposit(facts, seen.outpoint, (deposit) => moved(facts, deposit, seen));
  }
  const share = credit(terms, facts.offers, seen);
  if (!share) return facts; // not an address of this invoice
  if (!known && isSpam(terms, facts, share.credit)) return facts;
  const deposit: Deposit = {
    outpoint: seen.outpoint,
    address: seen.address,
    value: seen.value,
    seenAt: known?.seenAt ?? seen.at,
    late: known?.late ?? seen.sentBy >= terms.expiresAt,
    ...share,
    ...placeOf(seen),
  };
  if (!known) return { ...facts, deposits: [...facts.deposits, deposit] };
  const corrected = updateDeposit(facts, seen.outpoint, () => deposit);
  return anomaly(corrected, "mempool_value_was_wrong", seen.outpoint, seen.at);
}

const MANY_DEPOSITS = 100;

/** Anybody can send dust to an address. After a hundred deposits, one that pays less than a thousandth of the price is not kept. */
function isSpam(terms: Terms, facts: Facts, share: bigint): boolean {
  return facts.deposits.length >= MANY_DEPOSITS && share * 1_000n < terms.due;
}

/** A block knows better than whoever told of the mempool: its transaction hashes to the txid that we asked for. */
function isCorrected(known: Deposit, seen: OutputSeen): boolean {
  return seen.blockHash !== undefined && known.presence !== "block" && known.value !== seen.value;
}

function placeOf({
  blockHash,
  confirmations,
}: OutputSeen): Pick<Deposit, "presence" | "confirmations" | "blockHash"> {
  return { presence: blockHash === undefined ? "mempool" : "block", confirmations, blockHash };
}

/** A deposit whose money was already passed on or sent back keeps its place: a reorganisation after that is an anomaly, not news. */
function moved(facts: Facts, deposit: Deposit, seen: OutputSeen): Deposit {
  const place = placeOf(seen);
  const same =
    deposit.presence === place.presence &&
    deposit.confirmations === place.confirmations &&
    deposit.blockHash === place.blockHash;
  if (same || seen.value !== deposit.value) return deposit;
  if (place.presence === "mempool" && isConcluded(facts, deposit.outpoint)) return deposit;
  return { ...deposit, ...place };
}

function dropped(facts: Facts, deposit: Deposit): Deposit {
  if (deposit.presence === "gone" || isConcluded(facts, deposit.outpoint)) return deposit;
  return { ...deposit, presence: "gone", confirmations: 0, blockHash: undefined };
}

function updateDeposit(facts: Facts, outpoint: string, change: (deposit: Deposit) => Deposit): Facts {
  const deposits = facts.deposits.map((deposit) =>
    deposit.outpoint === outpoint ? change(deposit) : deposit,
  );
  return deposits.every((deposit, index) => deposit === facts.deposits[index])
    ? facts
    : { ...facts, deposits };
}

function absorbRequest(facts: Facts, seen: RequestSeen): Facts {
  const known = facts.requests.find(({ requestId }) => requestId === seen.requestId);
  const outpoint = holdsOn(facts, known, seen) ? known?.outpoint : depositOf(facts, seen);
  const fact: RequestFact = {
    requestId: seen.requestId,
    depositAddress: seen.depositAddress,
    parent: seen.parent ?? known?.parent,
    word: seen.word,
    outpoint,
    seenAt: known?.seenAt ?? seen.at,
  };
  const withRequest =
    known && sameRequest(known, fact) ? facts : { ...facts, requests: put(facts.requests, fact) };
  return outpoint === undefined ? withRequest : absorbOutcome(withRequest, seen, outpoint);
}

function sameRequest(a: RequestFact, b: RequestFact): boolean {
  return a.word === b.word && a.outpoint === b.outpoint && a.parent === b.parent;
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
  if (isConcluded(facts, deposit.outpoint)) return true;
  return isNamed(seen, deposit) && (deposit.presence !== "gone" || !depositOf(facts, seen));
}

/**
 * The deposit that a request converts: the one whose transaction the service names; of several outputs in one transaction
 * the one of that amount, else the first that no other request has. A service that names no transaction can only be
 * followed by the request of the address, so its request stands for the address' first deposit that is still there.
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
  return seen.depositTxid === undefined || outpoint.startsWith(`${seen.depositTxid}:`);
}

function absorbOutcome(facts: Facts, seen: RequestSeen, outpoint: string): Facts {
  const { outcome, requestId, at } = seen;
  if (!outcome) return facts;
  if (outcome.kind === "refunded") {
    if (facts.settlements.some((settled) => settled.outpoint === outpoint)) {
      return anomaly(facts, "refund_after_settlement", requestId, at);
    }
    const { amount, txHash } = outcome;
    const known = facts.refunds.find((refund) => refund.outpoint === outpoint);
    if (known && (known.txHash !== undefined || txHash === undefined)) return facts;
    const others = facts.refunds.filter((refund) => refund !== known);
    return { ...facts, refunds: [...others, { requestId, outpoint, amount, txHash, at: known?.at ?? at }] };
  }
  const refund = facts.refunds.find((other) => other.outpoint === outpoint);
  if (refund) {
    const noted = anomaly(facts, "settlement_after_refund", requestId, at);
    if (refund.txHash !== undefined || outcome.evidence !== "verified") return noted;
    // The refund was only a word; the settlement is on the chain.
    return absorbOutcome(
      { ...noted, refunds: facts.refunds.filter((other) => other !== refund) },
      seen,
      outpoint,
    );
  }
  const known = facts.settlements.find((settled) => settled.outpoint === outpoint);
  if (known) return improveEvidence(facts, known.proof, seen, outpoint);
  const { amount, txHash, evidence, proof } = outcome;
  const settled = { requestId, outpoint, amount, txHash, proof, evidence, at };
  return { ...facts, settlements: [...facts.settlements, settled] };
}

const GRADE = { reported: 0, hash: 1, verified: 2 } as const;

/** Better evidence replaces weaker; a second settlement of the same deposit by another request is an anomaly. */
function improveEvidence(facts: Facts, proof: string, seen: RequestSeen, outpoint: string): Facts {
  const { outcome, requestId, at } = seen;
  const known = facts.settlements.find((settled) => settled.proof === proof && settled.outpoint === outpoint);
  if (!known || outcome?.kind !== "settled") return facts;
  if (known.requestId !== requestId) return anomaly(facts, "second_settlement", requestId, at);
  if (GRADE[outcome.evidence] <= GRADE[known.evidence]) return facts;
  const { amount, txHash, evidence } = outcome;
  const better = {
    ...known,
    amount: amount ?? known.amount,
    txHash: txHash ?? known.txHash,
    evidence,
    proof: outcome.proof,
  };
  return {
    ...facts,
    settlements: facts.settlements.map((settled) => (settled === known ? better : settled)),
  };
}

function anomaly(facts: Facts, kind: string, detail: string, at: number): Facts {
  if (facts.anomalies.some((known) => known.kind === kind && known.detail === detail)) return facts;
  return { ...facts, anomalies: [...facts.anomalies, { kind, detail, at }] };
}

function isConcluded(facts: Facts, outpoint: string): boolean {
  return [...facts.settlements, ...facts.refunds].some((conclusion) => conclusion.outpoint === outpoint);
}
