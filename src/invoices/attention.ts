import type { Instant } from "../time.ts";
import { fateOf, isUnfinished, worthOf } from "./credit.ts";
import { overOf, paidWorth, remainingOf } from "./paid.ts";
import { isFinal, markOf, type Deposit, type Invoice, type Mark } from "./invoice.ts";

/**
 * What needs a person: an entry of the merchant's inbox. The key names it for ever, so that dealing with it once is enough.
 * The amount is what is at stake, in settlement units, where that is known.
 */
export type Attention = Readonly<{ key: string; kind: AttentionKind; amount?: bigint; outpoint?: string; since: Instant }>; // prettier-ignore

export type AttentionKind =
  | "underpaid" // money came, not enough, and the time is over or the policy says hold
  | "overpaid" // the policy says hold
  | "late" // money came after the time was over, and the policy does not take it for the payment
  | "afterMark" // money came after a person had decided what the invoice is
  | "stalled" // confirmed a day ago, and neither proven to have settled nor refunded
  | "anomaly";

/** What of an invoice needs a person now: everything that nobody has resolved yet. */
export function attentionOf(invoice: Invoice): readonly Attention[] {
  const { facts } = invoice;
  const resolved = new Set(facts.resolved.map(({ key }) => key));
  const mark = markOf(facts);
  const money = mark ? afterMark(invoice, mark) : aboutAmounts(invoice);
  const stalled = facts.deposits
    .filter((deposit) => deposit.stalled && isUnfinished(facts, deposit))
    .map(({ outpoint, seenAt, credit }): Attention => {
      return { key: `stalled:${outpoint}`, kind: "stalled", amount: credit, outpoint, since: seenAt };
    });
  const anomalies = facts.anomalies.map(({ kind, detail, at }): Attention => {
    return { key: `anomaly:${kind}:${detail}`, kind: "anomaly", since: at };
  });
  return [...money, ...stalled, ...anomalies].filter(({ key }) => !resolved.has(key));
}

/** A person has decided what the invoice is; money that has come since then nobody has decided upon. */
function afterMark(invoice: Invoice, mark: Mark): readonly Attention[] {
  return keptBy(invoice)
    .filter(({ seenAt }) => seenAt > mark.at)
    .map((deposit): Attention => {
      const { outpoint, seenAt: since } = deposit;
      const amount = worthOf(invoice.facts, deposit);
      return { key: `afterMark:${outpoint}`, kind: "afterMark", amount, outpoint, since };
    });
}

function aboutAmounts(invoice: Invoice): readonly Attention[] {
  const { terms, state, additional } = invoice;
  const kept = keptBy(invoice);
  const since = Math.min(...kept.map(({ seenAt }) => seenAt));
  const paid = paidWorth(invoice);
  // Every payment that adds to the sum is news, so the sum is part of the key.
  const item = (kind: AttentionKind, amount: bigint): Attention => {
    return { key: `${kind}:${paid}`, kind, amount, since };
  };
  if (kept.length === 0) return []; // what may still be refunded by itself needs nobody
  if (isFinal(state) && state !== "Settled" && additional !== "PaidLate") {
    return [kept.some(({ late }) => late) ? item("late", paid) : item("underpaid", remainingOf(invoice))];
  }
  if (state === "Settled") {
    const over = overOf(invoice);
    return terms.policy.overpaid === "hold" && over > 0n ? [item("overpaid", over)] : [];
  }
  const isHeld = terms.policy.underpaid === "hold" && state === "New";
  return isHeld ? [item("underpaid", remainingOf(invoice))] : [];
}

/** What will not come back by itself. */
function keptBy({ facts }: Invoice): readonly Deposit[] {
  return facts.deposits.filter((deposit) => ["claimed", "settled"].includes(fateOf(facts, deposit)));
}
