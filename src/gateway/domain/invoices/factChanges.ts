import { isReportedIn } from "./outpoint.ts";
import type { Instant } from "../../../values/time.ts";
import type { Deposit, Facts } from "./invoice.ts";

/** The facts with one deposit changed; the identical object when nothing changes. */
export function updateDeposit(facts: Facts, outpoint: string, change: (deposit: Deposit) => Deposit): Facts {
  return updateDeposits(facts, (deposit) => (deposit.outpoint === outpoint ? change(deposit) : deposit));
}

/** The facts with every deposit changed; the identical object when none changes. */
export function updateDeposits(facts: Facts, change: (deposit: Deposit) => Deposit): Facts {
  const deposits = facts.deposits.map(change);
  return deposits.every((deposit, index) => deposit === facts.deposits[index])
    ? facts
    : { ...facts, deposits };
}

/** Records an exception once. */
export function withException(facts: Facts, kind: string, detail: string, at: Instant): Facts {
  if (facts.anomalies.some((known) => known.kind === kind && known.detail === detail)) return facts;
  return { ...facts, anomalies: [...facts.anomalies, { kind, detail, at }] };
}

/** True when the money of an output is proven to have been passed on, or was sent back. */
export function isConcluded({ settlements, refunds }: Facts, outpoint: string): boolean {
  return [...settlements.filter(({ proven }) => proven), ...refunds].some(
    (conclusion) => conclusion.outpoint === outpoint,
  );
}

/** True for a payment that was observed and not accepted, not even under the service's outpoint. */
export function isRejectedDeposit({ deposits }: Facts, outpoint: string): boolean {
  return !deposits.some(
    (deposit) => deposit.outpoint === outpoint || isReportedIn(deposit.outpoint, outpoint),
  );
}
