import { depositStatusOf, isUnfinished } from "./credit.ts";
import { overOf, paidWorth, remainingOf } from "./paid.ts";
import { isFinal, type Invoice } from "./invoice.ts";
import { tolerated } from "./policy.ts";
import { isTooLow } from "./smallRests.ts";

/**
 * An exception of an invoice: the second axis, beside its state. Several can be true at once. Amounts are
 * settlement units; the outpoint names the payment.
 */
export type InvoiceException = Readonly<{
  kind: InvoiceExceptionKind;
  amount?: bigint;
  outpoint?: string;
  detail?: string;
}>;

export type InvoiceExceptionKind =
  | "underpaid" // something was paid, and the amount is missing, also where the policy takes what has come
  | "overpaid" // the amount was paid too much
  | "late"
  | "several" // payments
  | "wrongAsset"
  | "wrongChain"
  | "assigned" // by a person: it came to an address that the invoice does not name
  | "belowMinimum" // the service will not convert so little
  | "delayed" // no block has taken it for a long time
  | "refunded" // by the service
  | "claimed" // the service reports that it has paid, without proof
  | "stalled" // confirmed a day ago, and nothing has come of it
  | "anomaly";

/** The oddities of an invoice, in a fixed order. */
export function exceptionsOf(invoice: Invoice): readonly InvoiceException[] {
  const { facts } = invoice;
  const present = facts.deposits.filter(({ presence }) => presence !== "gone");
  const each = (kind: InvoiceExceptionKind, test: (deposit: (typeof present)[number]) => boolean) =>
    present.filter(test).map(({ outpoint }): InvoiceException => ({ kind, outpoint }));
  return [
    ...amounts(invoice),
    ...each("late", ({ late }) => late),
    ...(present.length > 1 ? [{ kind: "several" } as const] : []),
    ...each("wrongAsset", ({ mismatch }) => mismatch === "asset"),
    ...each("wrongChain", ({ mismatch }) => mismatch === "chain"),
    ...each("assigned", ({ mismatch }) => mismatch === "address"),
    ...each("belowMinimum", ({ outpoint }) => isTooLow(facts, outpoint)),
    ...each("delayed", ({ delayed }) => delayed),
    ...each("refunded", (deposit) => depositStatusOf(facts, deposit) === "refunded"),
    ...each("claimed", (deposit) => depositStatusOf(facts, deposit) === "claimed"),
    ...each("stalled", (deposit) => deposit.stalled && isUnfinished(facts, deposit)),
    ...facts.anomalies.map(({ kind: detail }): InvoiceException => ({ kind: "anomaly", detail })),
  ];
}

function amounts(invoice: Invoice): readonly InvoiceException[] {
  const missing = paidWorth(invoice) > 0n ? missingOf(invoice) : 0n;
  if (missing > 0n) return [{ kind: "underpaid", amount: missing }];
  const over = overOf(invoice);
  return over > 0n ? [{ kind: "overpaid", amount: over }] : [];
}

/** What is still asked for, or what the policy has done without. */
function missingOf(invoice: Invoice): bigint {
  const asked = remainingOf(invoice);
  if (invoice.terms.topUp) return 0n;
  if (asked > 0n || !isFinal(invoice.state)) return asked;
  const paid = paidWorth(invoice);
  return paid < tolerated(invoice.terms) ? invoice.terms.due - paid : 0n;
}
