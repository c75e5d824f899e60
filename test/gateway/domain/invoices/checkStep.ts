import { expect } from "chai";
import { depositStatusOf, worthOf } from "../../../../src/gateway/domain/invoices/credit.ts";
import { decide, type Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import { NEXT, type Deposit, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { required } from "../../../../src/gateway/domain/invoices/policy.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { sum } from "../../../../src/values/amount.ts";

/** Decides, and checks what must hold of every step, whatever happened before it. */
export function checkedStep(before: Invoice, seen: Observation): Decision {
  const decision = decide(before, seen);
  const { invoice: after, events } = decision;
  if (after === before) rule(events.length === 0, "no news, no events");
  else rule(after.version === before.version + 1, "a change is one version");
  checkMove(before, after);
  checkMoney(before, after);
  const again = decide(after, seen);
  rule(again.invoice === after && again.events.length === 0, `${seen.kind} told twice is no news`);
  return decision;
}

/** Plain, because the walks check some million of them. */
function rule(holds: boolean, text: string): void {
  if (!holds) expect.fail(`Broken: ${text}.`);
}

function checkMove(before: Invoice, after: Invoice): void {
  if (before.state === after.state) return;
  const marked = after.facts.marks.length > before.facts.marks.length;
  rule(marked || NEXT[before.state].includes(after.state), `no move from ${before.state} to ${after.state}`);
  if (after.state === "Settled" && !marked) {
    rule(settledWorth(after) >= required(after.terms), "Settled is covered");
  }
}

/** What the merchant has for the payments that came in time. */
function settledWorth({ facts }: Invoice): bigint {
  const settled = facts.deposits.filter(
    (deposit) => !deposit.late && depositStatusOf(facts, deposit) === "settled",
  );
  return sum(settled.map((deposit) => worthOf(facts, deposit)));
}

function checkMoney(before: Invoice, after: Invoice): void {
  if (before.facts === after.facts) return;
  const deposits = outpointsOf(after.facts.deposits);
  const settled = outpointsOf(after.facts.settlements);
  const refunded = outpointsOf(after.facts.refunds);
  rule(isDistinct(deposits), "an output is credited once");
  rule(isDistinct([...settled, ...refunded]), "a deposit is settled once or refunded once, never both");
  rule(
    [...settled, ...refunded].every((outpoint) => deposits.includes(outpoint)),
    "money comes from a deposit",
  );
  rule(
    outpointsOf(before.facts.settlements).every((outpoint) => settled.includes(outpoint)),
    "a settlement stays",
  );
  rule(
    outpointsOf(before.facts.refunds.filter(({ txHash }) => txHash !== undefined)).every((outpoint) =>
      refunded.includes(outpoint),
    ),
    "a refund that has a transaction stays",
  );
  rule(
    before.facts.deposits.every((old) => isKept(old, after.facts.deposits)),
    "a deposit keeps what it was priced with",
  );
}

function isKept(old: Deposit, deposits: readonly Deposit[]): boolean {
  const now = deposits.find(({ outpoint }) => outpoint === old.outpoint);
  if (now && now.presence === "block" && old.presence !== "block" && now.value !== old.value) return true; // the block corrected a list
  const fixed = ["value", "credit", "floor", "seenAt", "late", "address", "methodId"] as const;
  return now !== undefined && fixed.every((field) => now[field] === old[field]);
}

const outpointsOf = (list: readonly Readonly<{ outpoint: string }>[]) => list.map(({ outpoint }) => outpoint);
const isDistinct = (list: readonly string[]) => new Set(list).size === list.length;
