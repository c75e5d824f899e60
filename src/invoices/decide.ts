import { bpsFloor, divFloor, sum } from "../money/amount.ts";
import type { Instant } from "../time.ts";
import { absorb } from "./absorb.ts";
import { fateOf, worthOf } from "./credit.ts";
import { eventsBetween, type InvoiceEvent } from "./events.ts";
import {
  NEXT,
  type Additional,
  type Deposit,
  type Facts,
  type Invoice,
  type InvoiceState,
  type Terms,
} from "./invoice.ts";
import type { Observation } from "./observation.ts";

/** An invoice after an observation, and what to announce. Stale or repeated news gives back the same invoice object. */
export type Decision = Readonly<{ invoice: Invoice; events: readonly InvoiceEvent[] }>;

/**
 * The payment policy. Pure: the time arrives in the observation.
 *
 * @example
 * decide(invoice, { kind: "tick", at: invoice.terms.expiresAt, sightedAt: invoice.terms.expiresAt }).invoice.state // "Expired"
 */
export function decide(invoice: Invoice, seen: Observation): Decision {
  const facts = absorb(invoice.terms, invoice.facts, seen);
  const implied = impliedState(invoice, facts, seen);
  const state = implied === invoice.state || isAllowed(invoice, facts, implied) ? implied : invoice.state;
  const additional = impliedAdditional(invoice.terms, facts, state);
  if (facts === invoice.facts && state === invoice.state && additional === invoice.additional) {
    return { invoice, events: [] };
  }
  const after: Invoice = { ...invoice, facts, state, additional, version: invoice.version + 1 };
  return { invoice: after, events: eventsBetween(invoice, after) };
}

/** A person may mark an invoice whatever its state; everything else keeps to the table. */
function isAllowed(invoice: Invoice, facts: Facts, implied: InvoiceState): boolean {
  return (
    NEXT[invoice.state].includes(implied) ||
    (facts.marked !== undefined && facts.marked !== invoice.facts.marked)
  );
}

/** Read from the top: the first rule that applies wins. */
function impliedState(invoice: Invoice, facts: Facts, seen: Observation): InvoiceState {
  const { terms } = invoice;
  if (facts.marked) return facts.marked;
  if (NEXT[invoice.state].length === 0) return invoice.state; // late money changes what is odd, not how far it got
  const inTime = facts.deposits.filter((deposit) => !deposit.late);
  if (
    worth(
      facts,
      inTime.filter((deposit) => fateOf(facts, deposit) === "settled"),
    ) >= required(terms)
  )
    return "Settled";
  if (worth(facts, inTime) >= required(terms)) return "Processing";
  if (invoice.state === "Processing") {
    const wasRefunded = inTime.some((deposit) => fateOf(facts, deposit) === "refunded");
    return wasRefunded && seen.at >= terms.expiresAt ? "Invalid" : "New";
  }
  return sightedAt(seen) >= terms.expiresAt ? "Expired" : "New";
}

/** Expiry needs eyes: an invoice that nobody could see being paid when its time ended waits until somebody has looked. */
function sightedAt(seen: Observation): Instant {
  return seen.kind === "tick" ? Math.min(seen.at, seen.sightedAt) : 0;
}

function impliedAdditional(terms: Terms, facts: Facts, state: InvoiceState): Additional {
  if (facts.marked) return "Marked";
  const total = paidWorth({ facts });
  switch (state) {
    case "Settled":
    case "Processing":
      return isOver(terms, facts) ? "PaidOver" : "None";
    case "New":
    case "Invalid":
      return total > 0n ? "PaidPartial" : "None";
    case "Expired":
      if (
        worth(
          facts,
          facts.deposits.filter((deposit) => fateOf(facts, deposit) === "settled"),
        ) >= required(terms)
      ) {
        return "PaidLate"; // shops ship on this word: only once it is truly covered
      }
      return total > 0n ? "PaidPartial" : "None";
  }
}

/** The least that counts as paid, in settlement units. */
export function required(terms: Terms): bigint {
  const least = terms.due - bpsFloor(terms.due, terms.toleranceBps);
  return least > 0n ? least : 1n; // whatever is tolerated, nothing is not a payment
}

/** What all deposits pay of the price, in settlement units, without those that the service has failed to convert. */
export function paidWorth({ facts }: Pick<Invoice, "facts">): bigint {
  return worth(
    facts,
    facts.deposits.filter((deposit) => fateOf(facts, deposit) !== "failed"),
  );
}

/** What was paid so far, in smallest units of the invoice's currency, rounded down. */
export function paidInPrice(invoice: Invoice): bigint {
  const { price, due } = invoice.terms;
  return divFloor(paidWorth(invoice) * price, due);
}

function worth(facts: Facts, deposits: readonly Deposit[]): bigint {
  return sum(deposits.map((deposit) => worthOf(facts, deposit)));
}

/** Every credit was rounded up by less than a unit, which does not make a payment too much. */
function isOver(terms: Terms, facts: Facts): boolean {
  const kept = facts.deposits.filter((deposit) => ["moving", "settled"].includes(fateOf(facts, deposit)));
  return sum(kept.map((deposit) => deposit.credit)) >= terms.due + BigInt(Math.max(1, kept.length));
}
