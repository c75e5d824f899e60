import { depositStatusOf, isCounted } from "../../domain/invoices/credit.ts";
import { markOf, type Deposit, type Invoice } from "../../domain/invoices/invoice.ts";
import {
  askedOf,
  inPrice,
  paidInPrice,
  paidWorth,
  priceOf,
  remainingOf,
  worth,
} from "../../domain/invoices/paid.ts";
import { requiredLate } from "../../domain/invoices/policy.ts";
import { leastThatPays } from "../../domain/invoices/leastThatPays.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { overLeft, reservedBy } from "../../domain/payouts/refundable.ts";
import { divCeil, formatFixed, min } from "../../../values/amount.ts";
import { decimalIn, pageMoment, type PageMoment } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import type { Instant } from "../../../values/time.ts";
import type { CheckoutParts } from "./view.ts";

const OVERPAID_FROM = 100n; // one part in so many: what rounding and rates leave over is no news

/** What of the price was paid (rounded down) and what is missing (rounded up), once there is something of each. */
export function partsOf(invoice: Invoice, language: Language): CheckoutParts | undefined {
  const { terms, facts } = invoice;
  const missing = remainingOf(invoice);
  if (paidWorth(invoice) === 0n || missing === 0n) return undefined;
  const counted = facts.deposits.filter((deposit) => isCounted(facts, deposit));
  return {
    paid: decimalIn(language, formatFixed(paidInPrice(invoice), terms.decimals)),
    missing: decimalIn(language, formatFixed(divCeil(missing * terms.price, terms.due), terms.decimals)),
    estimated: counted.some((deposit) => depositStatusOf(facts, deposit) !== "settled"),
    arrived: counted.some(({ confirmations }) => confirmations > 0),
  };
}

/** Shows how much more than the price was paid and is not refunded, in its currency, from one percent on. */
export function showOverpaid(
  invoice: Invoice,
  refunds: readonly PullPayment[],
  language: Language,
): string | undefined {
  const { terms } = invoice;
  const over = overLeft(invoice, refunds);
  return over * OVERPAID_FROM < askedOf(invoice)
    ? undefined
    : decimalIn(language, formatFixed(inPrice(terms, over), terms.decimals));
}

/** Shows the refunds that the store has arranged, in the price's currency, at most what was paid; undefined for none. */
export function showRefundArranged(
  invoice: Invoice,
  refunds: readonly PullPayment[],
  language: Language,
): string | undefined {
  const { terms } = invoice;
  const arranged = inPrice(terms, min(reservedBy(refunds), paidWorth(invoice)));
  return arranged === 0n ? undefined : decimalIn(language, formatFixed(arranged, terms.decimals));
}

/**
 * The received amount on a receipt: what has settled, in the price's currency, where that is less than the
 * price.
 */
export function receivedOf(invoice: Invoice, language: Language): string | undefined {
  const { terms, facts } = invoice;
  const settled = facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) === "settled");
  const received = inPrice(terms, worth(facts, settled));
  return received < priceOf(invoice) ? decimalIn(language, formatFixed(received, terms.decimals)) : undefined;
}

/** True when late money is accepted as the payment: by the policy, or by a person who could see it. */
export function isLateAccepted({ facts, additional }: Invoice): boolean {
  const mark = markOf(facts);
  if (mark?.as !== "Settled") return additional === "PaidLate";
  return facts.deposits.every(({ late, seenAt }) => !late || seenAt <= mark.at);
}

/** When the invoice became paid: money that comes later does not move it. */
export function paidAt(invoice: Invoice, language: Language): PageMoment | undefined {
  const at = markedAt(invoice) ?? coveredAt(invoice);
  return at === undefined ? undefined : pageMoment(language, at);
}

/**
 * When the money came that a person has accepted as the payment; when they did so where none had come. Undefined where it was
 * paid already.
 */
function markedAt({ facts: { marks, settlements } }: Invoice): Instant | undefined {
  const last = marks.findLastIndex(({ as }) => as !== "Settled");
  const mark = marks[last + 1];
  if (!mark || mark.from === "Settled") return undefined;
  const before = settlements.filter(({ proven, at }) => proven && at <= mark.at).map(({ at }) => at);
  return before.length > 0 ? Math.max(...before) : mark.at;
}

/** When what had settled was first as much as the policy asks. */
function coveredAt({ terms, facts, state }: Invoice): Instant | undefined {
  const isInTime = state === "Settled";
  const least = isInTime ? leastThatPays({ terms, facts }) : requiredLate(terms);
  const settledBy = (at: Instant) => (deposit: Deposit) =>
    !(isInTime && deposit.late) &&
    facts.settlements.some((one) => one.proven && one.outpoint === deposit.outpoint && one.at <= at);
  const times = facts.settlements.map(({ at }) => at).sort((a, b) => a - b);
  return times.find((at) => worth(facts, facts.deposits.filter(settledBy(at))) >= least) ?? times.at(-1);
}
