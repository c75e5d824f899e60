import { expect } from "chai";
import { fateOf, worthOf } from "../../src/invoices/credit.ts";
import { decide, required, type Decision } from "../../src/invoices/decide.ts";
import { NEXT, type Invoice } from "../../src/invoices/invoice.ts";
import type { Observation } from "../../src/invoices/observation.ts";
import { sum } from "../../src/money/amount.ts";

/** Decides, and checks what must hold of every step, whatever happened before it. */
export function checkedStep(before: Invoice, seen: Observation): Decision {
  const decision = decide(before, seen);
  const { invoice: after, events } = decision;
  if (after === before) expect(events, "no news, no events").to.deep.equal([]);
  else expect(after.version, "version").to.equal(before.version + 1);
  checkMove(before, after);
  checkMoney(before, after);
  const again = decide(after, seen);
  expect(again.invoice, `${seen.kind} told twice`).to.equal(after);
  expect(again.events).to.deep.equal([]);
  return decision;
}

function checkMove(before: Invoice, after: Invoice): void {
  if (before.state === after.state) return;
  const marked = after.facts.marked !== before.facts.marked;
  if (!marked) expect(NEXT[before.state], `a move from ${before.state}`).to.include(after.state);
  if (after.state === "Settled" && !marked) {
    expect(settledWorth(after) >= required(after.terms), "Settled is covered").to.equal(true);
  }
}

/** What the merchant has for the payments that came in time. */
function settledWorth({ facts }: Invoice): bigint {
  const settled = facts.deposits.filter((deposit) => !deposit.late && fateOf(facts, deposit) === "settled");
  return sum(settled.map((deposit) => worthOf(facts, deposit)));
}

function checkMoney(before: Invoice, after: Invoice): void {
  const { deposits, settlements, refunds } = after.facts;
  const outpoints = deposits.map(({ outpoint }) => outpoint);
  const settled = settlements.map(({ outpoint }) => outpoint);
  const refunded = refunds.map(({ outpoint }) => outpoint);
  for (const list of [outpoints, settled, refunded, [...settled, ...refunded]]) {
    expect(new Set(list).size, `once each: ${list.join()}`).to.equal(list.length);
  }
  for (const outpoint of [...settled, ...refunded]) expect(outpoints).to.include(outpoint);
  for (const old of before.facts.deposits) {
    const { value, credit, floor, seenAt, late } = old;
    expect(deposits.find(({ outpoint }) => outpoint === old.outpoint)).to.include({ value, credit, floor, seenAt, late });
  }
  for (const { outpoint } of before.facts.settlements) expect(settled, "a settlement stays").to.include(outpoint);
  for (const { outpoint } of before.facts.refunds) expect(refunded, "a refund stays").to.include(outpoint);
}
