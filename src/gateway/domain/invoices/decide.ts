import type { Instant } from "../../../values/time.ts";
import { absorb } from "./absorb.ts";
import { depositStatusOf } from "./credit.ts";
import { eventsBetween, type InvoiceEvent } from "./events.ts";
import {
  markOf,
  NEXT,
  type Additional,
  type Deposit,
  type Facts,
  type Invoice,
  type InvoiceState,
  type Terms,
} from "./invoice.ts";
import type { Observation } from "./observation.ts";
import { overOf, paidWorth, worth } from "./paid.ts";
import { requiredLate } from "./policy.ts";
import { leastThatPays } from "./leastThatPays.ts";

/** An invoice after an observation, and what to announce. Stale or repeated news gives back the same invoice object. */
export type Decision = Readonly<{ invoice: Invoice; events: readonly InvoiceEvent[] }>;

/**
 * The payment policy. Pure: the time arrives in the observation.
 *
 * @example
 * decide(invoice, { kind: "tick", at: invoice.terms.expiresAt, sightedAt: invoice.terms.expiresAt }).invoice.state // "Expired"
 */
export function decide(invoice: Invoice, seen: Observation): Decision {
  const facts = absorb(invoice.terms, invoice.facts, invoice.state, seen);
  const implied = impliedState(invoice, facts, seen);
  const state = implied === invoice.state || isAllowed(invoice, facts, implied) ? implied : invoice.state;
  const additional = impliedAdditional(invoice.terms, facts, state);
  if (facts === invoice.facts && state === invoice.state && additional === invoice.additional) {
    return { invoice, events: [] };
  }
  const after: Invoice = { ...invoice, facts, state, additional, version: invoice.version + 1 };
  return { invoice: after, events: eventsBetween(invoice, after) };
}

/** A person may mark an invoice in any state; all other transitions follow the table. */
function isAllowed(invoice: Invoice, facts: Facts, implied: InvoiceState): boolean {
  return NEXT[invoice.state].includes(implied) || facts.marks.length > invoice.facts.marks.length;
}

/** Read from the top: the first rule that applies wins. */
function impliedState(invoice: Invoice, facts: Facts, seen: Observation): InvoiceState {
  const { terms } = invoice;
  const mark = markOf(facts);
  if (mark) return mark.as;
  if (NEXT[invoice.state].length === 0) return invoice.state; // late money changes what is odd, not how far it got
  const inTime = facts.deposits.filter((deposit) => !deposit.late);
  const certain = inTime.filter((deposit) => isCertain(terms, facts, deposit));
  const least = leastThatPays({ terms, facts });
  if (worth(facts, certain) >= least) return "Settled";
  if (worth(facts, inTime) >= least) return "Processing";
  if (invoice.state === "Processing") {
    const wasRefunded = inTime.some((deposit) => depositStatusOf(facts, deposit) === "refunded");
    return wasRefunded && seen.at >= terms.expiresAt ? "Invalid" : "New";
  }
  return sightedAt(seen) >= terms.expiresAt ? "Expired" : "New";
}

/**
 * True when the merchant has the money of a deposit. Its own confirmations matter only where the settlement was not read from
 * the chain: what verifiably is in the merchant's hands cannot be taken back by the chain that the payer used. Nor by the
 * merchant's own: it counts as verified once it is final there (gateway/usecases/crediting/awaitFinality.ts).
 */
function isCertain({ policy }: Terms, facts: Facts, deposit: Deposit): boolean {
  const settled = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
  if (!settled?.proven) return false;
  return settled.evidence === "verified" || deposit.confirmations >= policy.confirmations;
}

/** Expiry needs working sensors: an invoice with an end that no sensor covered waits for the next poll. */
function sightedAt(seen: Observation): Instant {
  return seen.kind === "tick" ? Math.min(seen.at, seen.sightedAt) : 0;
}

function impliedAdditional(terms: Terms, facts: Facts, state: InvoiceState): Additional {
  if (markOf(facts)) return "Marked";
  switch (state) {
    case "Settled":
    case "Processing":
      return overOf({ terms, facts }) > 0n ? "PaidOver" : "None";
    case "New":
    case "Invalid":
      return paidWorth({ facts }) > 0n ? "PaidPartial" : "None";
    case "Expired": {
      const settled = facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) === "settled");
      if (worth(facts, settled) >= requiredLate(terms)) return "PaidLate"; // shops ship on this word: only once it is truly covered
      return paidWorth({ facts }) > 0n ? "PaidPartial" : "None";
    }
  }
}
