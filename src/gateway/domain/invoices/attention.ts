import type { Instant } from "../../../values/time.ts";
import { depositStatusOf, isCounted, isUnfinished, worthOf } from "./credit.ts";
import { leastThatPays } from "./leastThatPays.ts";
import { inPrice, overOf, paidWorth, remainingOf, worth } from "./paid.ts";
import { sum } from "../../../values/amount.ts";
import { REST_TOO_SMALL, smallRestsOf } from "./smallRests.ts";
import { isFinal, markOf, type Deposit, type Invoice, type Mark } from "./invoice.ts";

/**
 * What needs a person: an entry of the merchant's inbox. The key names it for ever, so that dealing with it once is enough.
 * The amount is what is at stake, in settlement units, where that is known.
 */
export type Attention = Readonly<{
  key: string;
  kind: AttentionKind;
  amount?: bigint;
  outpoint?: string;
  since: Instant;
}>;

export type AttentionKind =
  | "underpaid" // less than due arrived, and the time is over, the policy holds it, or the rest is too small to be paid
  | "overpaid" // the policy holds it
  | "late" // money came after the time was over, and the policy does not take it for the payment
  | "failed" // the service reports that it will not convert a payment, and has not returned it
  | "afterMark" // money came, stayed or went back after a person had decided what the invoice is
  | "reopened" // it counted as paid, and the payment went back or was dropped: what was handed over is not paid
  | "stalled" // far longer than usual neither proven to have settled nor refunded
  | "anomaly";

/** The methods by which what is missing now is too small an amount to be paid, as far as was tried. */
export function tooSmallFor(invoice: Invoice): ReadonlySet<string> {
  const missing = remainingOf(invoice);
  const tried = smallRestsOf(invoice).filter(({ rest }) => missing > 0n && missing <= rest);
  return new Set(tried.map(({ methodId }) => methodId));
}

/**
 * Returns the entries of an invoice that need a person now: all without a resolution. The amount of a failed or stalled payment
 * is in its own entry only: the sums of the other entries leave it out.
 */
export function attentionOf(invoice: Invoice): readonly Attention[] {
  const { facts } = invoice;
  const resolved = new Set(facts.resolved.map(({ key }) => key));
  const isOpen = ({ key }: Attention) => !resolved.has(key);
  const mark = markOf(facts);
  const stalled = facts.deposits
    .filter((deposit) => deposit.stalled && isUnfinished(facts, deposit))
    .map(({ outpoint, seenAt, credit }): Attention => {
      return { key: `stalled:${outpoint}`, kind: "stalled", amount: credit, outpoint, since: seenAt };
    });
  const anomalies = facts.anomalies
    .filter(({ kind }) => kind !== REST_TOO_SMALL) // which is why the invoice is underpaid already
    .map(({ kind, detail, at }): Attention => {
      return { key: `anomaly:${kind}:${detail}`, kind: "anomaly", since: at };
    });
  const reopened = reopenedOf(invoice);
  const stuck = [...failedOf(invoice), ...stalled].filter(isOpen);
  const money = mark ? afterMark(invoice, mark) : aboutAmounts(invoice);
  return [...withoutStuck(invoice, money, stuck), ...stuck, ...reopened, ...anomalies].filter(isOpen);
}

/** Returns the entries about an invoice's money, without the payments that have entries of their own. */
function withoutStuck(
  { facts }: Invoice,
  money: readonly Attention[],
  stuck: readonly Attention[],
): readonly Attention[] {
  const own = new Set(stuck.map(({ outpoint }) => outpoint));
  const counted = facts.deposits.filter((one) => own.has(one.outpoint) && isCounted(facts, one));
  const held = worth(facts, counted);
  return money.flatMap((entry) => {
    if (entry.outpoint !== undefined) return own.has(entry.outpoint) ? [] : [entry];
    if (entry.kind === "underpaid" || held === 0n) return [entry];
    const amount = (entry.amount ?? 0n) - held;
    return amount > 0n ? [{ ...entry, amount }] : [];
  });
}

/** True for a sale that counted as paid and no longer does, because its payment went back or was dropped. */
export function hasFallenBack(invoice: Invoice): boolean {
  return reopenedOf(invoice).length > 0;
}

/** A sale that fell back from Processing: with the payments that are gone by now it was paid in time. */
function reopenedOf({ facts, terms, state }: Invoice): readonly Attention[] {
  if (markOf(facts) || (state !== "New" && state !== "Expired")) return [];
  const inTime = facts.deposits.filter((deposit) => !deposit.late);
  const gone = inTime.filter((deposit) => ["refunded", "gone"].includes(depositStatusOf(facts, deposit)));
  if (gone.length === 0) return [];
  // What came after the money had gone back never counted beside it.
  const wentBack = facts.refunds.filter(({ outpoint }) => gone.some((one) => one.outpoint === outpoint));
  const until = wentBack.length > 0 ? Math.max(...wentBack.map(({ at }) => at)) : Infinity;
  const once = worth(
    facts,
    inTime.filter((deposit) => !gone.includes(deposit) && deposit.seenAt < until),
  );
  const lost = sum(gone.map(({ credit }) => credit));
  if (once + lost < leastThatPays({ terms, facts })) return [];
  const since = Math.max(...gone.map(({ seenAt }) => seenAt), ...wentBack.map(({ at }) => at));
  return [{ key: `reopened:${gone.length}`, kind: "reopened", amount: lost, since }];
}

/** Payments that the service neither converts nor sends back. What has been so for a day is stalled, and listed as that. */
function failedOf({ facts }: Invoice): readonly Attention[] {
  return facts.deposits
    .filter(
      (deposit) => deposit.unconverted && !deposit.stalled && depositStatusOf(facts, deposit) === "failed",
    )
    .map(({ outpoint, seenAt, credit }) => {
      return { key: `failed:${outpoint}`, kind: "failed", amount: credit, outpoint, since: seenAt };
    });
}

/**
 * A person has decided the invoice's state; money that has come since is undecided: new deposits, deposits
 * that were pending when the invoice was marked unpaid and stayed, or pending when it was marked paid and
 * returned.
 */
function afterMark(invoice: Invoice, mark: Mark): readonly Attention[] {
  const { facts } = invoice;
  const ends = mark.as === "Invalid" ? facts.settlements : facts.refunds;
  const kept = new Set(keptBy(invoice));
  return facts.deposits.flatMap((deposit): Attention[] => {
    const { outpoint } = deposit;
    const came = kept.has(deposit) ? deposit.seenAt : 0;
    const since = Math.max(came, ...ends.filter((end) => end.outpoint === outpoint).map(({ at }) => at));
    if (since <= mark.at) return [];
    return [
      { key: `afterMark:${outpoint}`, kind: "afterMark", amount: worthOf(facts, deposit), outpoint, since },
    ];
  });
}

function aboutAmounts(invoice: Invoice): readonly Attention[] {
  const { terms, state, additional } = invoice;
  const isTooSmall = state === "New" && tooSmallFor(invoice).size > 0;
  const kept = isTooSmall ? countedBy(invoice) : keptBy(invoice);
  const since = Math.min(...kept.map(({ seenAt }) => seenAt));
  const paid = paidWorth(invoice);
  // Every payment that adds to the sum is news, so the sum is part of the key.
  const item = (kind: AttentionKind, amount: bigint): Attention => {
    return { key: `${kind}:${paid}`, kind, amount, since };
  };
  if (kept.length === 0) return []; // what may still be refunded automatically needs no person
  if (isFinal(state) && state !== "Settled" && additional !== "PaidLate") {
    return [kept.some(({ late }) => late) ? item("late", paid) : item("underpaid", remainingOf(invoice))];
  }
  if (state === "Settled" || additional === "PaidLate") {
    const over = overOf(invoice);
    const isWorthDeciding = inPrice(terms, over) > 0n; // less than the smallest unit of the price is no decision
    return terms.policy.overpaid === "hold" && isWorthDeciding ? [item("overpaid", over)] : [];
  }
  const isHeld = state === "New" && terms.policy.underpaid === "hold";
  return isHeld || isTooSmall ? [item("underpaid", remainingOf(invoice))] : [];
}

/** What counts for the price now, also while it is on its way. */
function countedBy({ facts }: Invoice): readonly Deposit[] {
  return facts.deposits.filter((deposit) => isCounted(facts, deposit));
}

/** What will not come back by itself. */
function keptBy({ facts }: Invoice): readonly Deposit[] {
  return facts.deposits.filter((deposit) => ["claimed", "settled"].includes(depositStatusOf(facts, deposit)));
}
