import { divFloor, sum } from "../../../values/amount.ts";
import { depositStatusOf, isCounted, worthOf } from "./credit.ts";
import type { Deposit, Facts, Invoice, Terms } from "./invoice.ts";
import { leastThatPays } from "./leastThatPays.ts";

/** What all deposits pay of the price, in settlement units, without those that the service has failed to convert. */
export function paidWorth({ facts }: Pick<Invoice, "facts">): bigint {
  return worth(
    facts,
    facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) !== "failed"),
  );
}

/** What was paid so far, in smallest units of the invoice's currency, rounded down. */
export function paidInPrice(invoice: Invoice): bigint {
  return inPrice(invoice.terms, paidWorth(invoice));
}

/**
 * What is asked for, in settlement units: the price. Of a top-up it is what was paid first, and before that the example that its
 * rate was asked for.
 */
export function askedOf({ terms, facts }: Pick<Invoice, "terms" | "facts">): bigint {
  return (terms.topUp ? firstWorth(facts) : undefined) ?? terms.due;
}

/** The price in smallest units of the invoice's currency; of a top-up nothing until something was paid. */
export function priceOf(invoice: Pick<Invoice, "terms" | "facts">): bigint {
  const { terms, facts } = invoice;
  return terms.topUp ? inPrice(terms, firstWorth(facts) ?? 0n) : terms.price;
}

function firstWorth(facts: Facts): bigint | undefined {
  const kept = facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) !== "failed");
  return kept.map((deposit) => worthOf(facts, deposit)).find((paid) => paid > 0n);
}

/** An amount of settlement units in smallest units of the invoice's currency at the invoice's own rate, rounded down. */
export function inPrice({ price, due }: Pick<Terms, "price" | "due">, amount: bigint): bigint {
  return due === 0n ? 0n : divFloor(amount * price, due);
}

/**
 * Returns the amount that one deposit counts for, in smallest units of the invoice's currency. Settled deposits are rounded
 * together, in the order of their settlements, so that they add up to what the invoice was paid.
 */
export function paidByDeposit({ terms, facts }: Pick<Invoice, "terms" | "facts">, deposit: Deposit): bigint {
  const counted = worthOf(facts, deposit);
  if (depositStatusOf(facts, deposit) !== "settled") return inPrice(terms, counted);
  const order = facts.settlements.map(({ outpoint }) => outpoint);
  const place = order.indexOf(deposit.outpoint);
  const earlier = facts.deposits.filter(
    (one) => depositStatusOf(facts, one) === "settled" && order.indexOf(one.outpoint) < place,
  );
  const before = worth(facts, earlier);
  return inPrice(terms, before + counted) - inPrice(terms, before);
}

/**
 * How much of the price is still to be paid, in settlement units; nothing once it is paid as far as the policy asks. What the
 * service has failed to convert is asked for again, unless it is the whole payment: that may still come back by itself.
 */
export function remainingOf({ terms, facts }: Pick<Invoice, "terms" | "facts">): bigint {
  const all = worth(facts, facts.deposits);
  return all >= leastThatPays({ terms, facts }) && all > 0n ? 0n : terms.due - paidWorth({ facts });
}

/**
 * How much more than the price was paid, in settlement units: as priced, and for what has settled as it counts. So a part that
 * yielded too little, and the higher price of the rest that followed, are no overpayment. Every credit was rounded up by less
 * than a unit, which is not more.
 */
export function overOf({ terms, facts }: Pick<Invoice, "terms" | "facts">): bigint {
  const kept = facts.deposits.filter((deposit) => isCounted(facts, deposit));
  const over = worth(facts, kept) - askedOf({ terms, facts });
  return over >= BigInt(Math.max(1, kept.length)) ? over : 0n;
}

/** What some deposits of an invoice pay of the price, in settlement units. */
export function worth(facts: Facts, deposits: readonly Deposit[]): bigint {
  return sum(deposits.map((deposit) => worthOf(facts, deposit)));
}
