import { max, min } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import { dustWorth } from "./dustWorth.ts";
import { depositStatusOf } from "./credit.ts";
import { markOf, type Invoice } from "./invoice.ts";
import { leastThatPays } from "./leastThatPays.ts";
import { inPrice, paidInPrice, paidWorth, worth } from "./paid.ts";
import { tolerated } from "./policy.ts";

/**
 * A link that asks for an amount, in as many invoices as that takes: each is priced when it is opened for
 * payment. The received amount follows from its invoices, and its status from that and the time. The
 * statuses are the merchant API's.
 */
export type PaymentRequest = Readonly<{
  id: string;
  storeId: string;
  version: number;
  status: PaymentRequestStatus; // as it was announced last
  settings: PaymentRequestSettings;
  archivedAt: Instant | undefined;
  createdAt: Instant;
}>;

export const PAYMENT_REQUEST_STATUSES = ["Pending", "Processing", "Completed", "Expired"] as const;
export type PaymentRequestStatus = (typeof PAYMENT_REQUEST_STATUSES)[number];

export type PaymentRequestSettings = Readonly<{
  amount: bigint; // smallest units of `currency`
  currency: string;
  decimals: number;
  title: string;
  description: string | undefined; // the merchant's markup, if it is any; shown as text
  email: string | undefined;
  referenceId: string | undefined; // the order of its invoices
  expiresAt: Instant | undefined; // never, where there is none
  allowCustomAmounts: boolean;
}>;

/** What the invoices of a link have brought, in smallest units of its currency: with the merchant, and on its way. */
export type Received = Readonly<{ settled: bigint; moving: bigint }>;

/** The sum of what each invoice has brought. All of them are in the link's currency. */
export function receivedBy(invoices: readonly Invoice[]): Received {
  return invoices
    .map(contributionOf)
    .reduce((all, one) => ({ settled: all.settled + one.settled, moving: all.moving + one.moving }), {
      settled: 0n,
      moving: 0n,
    });
}

/**
 * What one invoice has brought. A paid one counts for its price at least, for the shop has taken it so; where the policy takes
 * anything, and where nothing is decided yet, it counts for the money. What a person has called unpaid counts for nothing.
 */
function contributionOf(invoice: Invoice): Received {
  const { terms, facts, state, additional } = invoice;
  if (markOf(facts)?.as === "Invalid") return { settled: 0n, moving: 0n };
  const paid = paidInPrice(invoice);
  const isTaken = markOf(facts) !== undefined || paidWorth(invoice) >= leastAsGoodAsPrice(invoice);
  const counted = isTaken && paid < terms.price ? terms.price : paid;
  if (state === "Settled" || additional === "PaidLate") return { settled: counted, moving: 0n };
  const there = facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) === "settled");
  const settled = inPrice(terms, worth(facts, there));
  const all = state === "Processing" ? counted : paid;
  return { settled, moving: all > settled ? all - settled : 0n };
}

/** In settlement units: the price less the tolerance, or less a rest that is written off because it is too small to be paid. */
function leastAsGoodAsPrice(invoice: Invoice): bigint {
  const { terms } = invoice;
  const least = tolerated(terms);
  return terms.policy.underpaid === "accept" ? least : min(least, leastThatPays(invoice));
}

/** What is still to be asked for, in smallest units of the link's currency; nothing once enough is there or on its way. */
export function leftOf({ settings }: Pick<PaymentRequest, "settings">, invoices: readonly Invoice[]): bigint {
  const { settled, moving } = receivedBy(invoices);
  const left = settings.amount - settled - moving;
  return left > forgivenOf(invoices) ? left : 0n;
}

/**
 * A rest of a link that is written off, in smallest units of its currency: the smallest unit, or the worth of the dust limit of a
 * payer's network if that is more. No invoice can be paid with so little; a late payment may leave it. Nothing where no
 * invoice has brought money or the policy of one writes off nothing.
 */
function forgivenOf(invoices: readonly Invoice[]): bigint {
  const paying = invoices.filter(({ facts }) => paidWorth({ facts }) > 0n && markOf(facts)?.as !== "Invalid");
  if (paying.length === 0 || paying.some(({ terms }) => !terms.policy.forgiveBps)) return 0n;
  const dusts = paying.flatMap((invoice) =>
    invoice.facts.offers.map(({ methodId }) => inPrice(invoice.terms, dustWorth(invoice, methodId))),
  );
  return dusts.reduce((most, one) => max(most, one), 1n);
}

/** How far a link has come. Money that came in time may still be on its way when the time is over. */
export function statusOf(
  { settings }: Pick<PaymentRequest, "settings">,
  invoices: readonly Invoice[],
  now: Instant,
): PaymentRequestStatus {
  const { settled, moving } = receivedBy(invoices);
  const enough = settings.amount - forgivenOf(invoices);
  if (settled > 0n && settled >= enough) return "Completed";
  if (settled + moving > 0n && settled + moving >= enough) return "Processing";
  return settings.expiresAt !== undefined && settings.expiresAt <= now ? "Expired" : "Pending";
}
