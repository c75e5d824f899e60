import { attentionOf } from "./attention.ts";
import { depositStatusOf, isUnfinished } from "./credit.ts";
import type { Invoice } from "./invoice.ts";

/**
 * What is announced. The names are the merchant API's (Greenfield); those in OWN_EVENTS are ours and go only to
 * webhooks that ask for them by name.
 */
export type InvoiceEvent = Readonly<{
  type: EventType;
  outpoint?: string;
  overPaid?: boolean;
  partiallyPaid?: boolean;
}>;

export const EVENT_TYPES = [
  "InvoiceCreated",
  "InvoiceReceivedPayment",
  "InvoiceProcessing",
  "InvoicePaymentSettled",
  "InvoiceSettled",
  "InvoiceExpired",
  "InvoiceExpiredPaidPartial",
  "InvoicePaidAfterExpiration",
  "InvoiceInvalid",
  "CrosstillOfferChanged",
  "CrosstillPaymentConfirmed",
  "CrosstillPaymentDelayed",
  "CrosstillPaymentDropped",
  "CrosstillPaymentClaimed",
  "CrosstillPaymentRefunded",
  "CrosstillReopened",
  "CrosstillAnomaly",
  "CrosstillAttention",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** True for events that shop plugins do not know. */
export function isOwnEvent(type: string): boolean {
  return type.startsWith("Crosstill");
}

/** Everything that is worth announcing about the step from one version of an invoice to the next, in the order plugins expect. */
export function eventsBetween(before: Invoice, after: Invoice): readonly InvoiceEvent[] {
  const moved = before.state !== after.state;
  const overPaid = after.additional === "PaidOver";
  // Shops open an order on InvoiceProcessing, so a step straight from New to Settled announces both.
  const processing =
    moved && (after.state === "Processing" || (after.state === "Settled" && before.state === "New"));
  const more = (list: keyof Pick<Invoice["facts"], "offers" | "anomalies">) =>
    after.facts[list].length > before.facts[list].length;
  return [
    ...paymentNews(before, after, "first"),
    ...(before.state === after.state ? lateAgain(before, after) : []),
    ...(processing ? [{ type: "InvoiceProcessing", overPaid } as const] : []),
    ...(moved && after.state === "New" ? reopened(before, after) : []),
    ...paymentNews(before, after, "later"),
    ...stateNews(before, after),
    ...(more("offers") ? [{ type: "CrosstillOfferChanged" } as const] : []),
    ...(more("anomalies") ? [{ type: "CrosstillAnomaly" } as const] : []),
    ...(needsMore(before, after) ? [{ type: "CrosstillAttention" } as const] : []),
  ];
}

/**
 * The merchant API has no event for a sale that is no longer paid. The payment that went back is announced once more, with its
 * status Invalid, so that shops read the invoice again.
 */
function reopened(before: Invoice, after: Invoice): readonly InvoiceEvent[] {
  const wentBack = after.facts.deposits.filter((deposit) => {
    const old = before.facts.deposits.find(({ outpoint }) => outpoint === deposit.outpoint);
    const isGone = ["refunded", "gone"].includes(depositStatusOf(after.facts, deposit));
    return (
      isGone &&
      old !== undefined &&
      depositStatusOf(before.facts, old) !== depositStatusOf(after.facts, deposit)
    );
  });
  return [
    { type: "CrosstillReopened" },
    ...wentBack.map(({ outpoint }) => ({ type: "InvoiceReceivedPayment", outpoint }) as const),
  ];
}

/** True when something needs a person that did not before. */
function needsMore(before: Invoice, after: Invoice): boolean {
  const known = new Set(attentionOf(before).map(({ key }) => key));
  return attentionOf(after).some(({ key }) => !known.has(key));
}

function paymentNews(before: Invoice, after: Invoice, part: "first" | "later"): readonly InvoiceEvent[] {
  return after.facts.deposits.flatMap((deposit): InvoiceEvent[] => {
    const { outpoint } = deposit;
    const old = before.facts.deposits.find((other) => other.outpoint === outpoint);
    const oldFate = old ? depositStatusOf(before.facts, old) : undefined;
    const fate = depositStatusOf(after.facts, deposit);
    const returned = oldFate === "gone" && fate !== "gone";
    if (part === "first") return !old || returned ? [{ type: "InvoiceReceivedPayment", outpoint }] : [];
    if (fate !== oldFate && fate === "settled") return [{ type: "InvoicePaymentSettled", outpoint }];
    if (fate !== oldFate && fate === "refunded") return [{ type: "CrosstillPaymentRefunded", outpoint }];
    if (fate !== oldFate && fate === "claimed") return [{ type: "CrosstillPaymentClaimed", outpoint }];
    if (fate === "gone" && old && isUnfinished(before.facts, old))
      return [{ type: "CrosstillPaymentDropped", outpoint }];
    if (deposit.delayed && !old?.delayed) return [{ type: "CrosstillPaymentDelayed", outpoint }];
    const confirmed = deposit.confirmations > 0 && (old?.confirmations ?? 0) === 0;
    return confirmed ? [{ type: "CrosstillPaymentConfirmed", outpoint }] : [];
  });
}

/**
 * Announces the last settled payment again when it makes an invoice PaidLate. Plugins that do not know
 * InvoicePaidAfterExpiration (PrestaShop's) read the invoice on InvoiceReceivedPayment, and find the final status now.
 */
function lateAgain(before: Invoice, after: Invoice): readonly InvoiceEvent[] {
  if (after.additional !== "PaidLate" || before.additional === "PaidLate") return [];
  const settled = after.facts.deposits.findLast((one) => depositStatusOf(after.facts, one) === "settled");
  return settled ? [{ type: "InvoiceReceivedPayment", outpoint: settled.outpoint }] : [];
}

function stateNews(before: Invoice, after: Invoice): readonly InvoiceEvent[] {
  if (before.state === after.state) {
    const nowLate = after.additional === "PaidLate" && before.additional !== "PaidLate";
    return nowLate ? [{ type: "InvoicePaidAfterExpiration" }] : [];
  }
  switch (after.state) {
    case "Settled":
      return [{ type: "InvoiceSettled", overPaid: after.additional === "PaidOver" }];
    case "Expired":
      return [
        { type: "InvoiceExpired", partiallyPaid: after.additional === "PaidPartial" },
        ...(after.additional === "PaidPartial" ? [{ type: "InvoiceExpiredPaidPartial" } as const] : []),
        // Late money may settle before the invoice is closed, when every sensor was unavailable meanwhile.
        ...lateAgain(before, after),
        ...(after.additional === "PaidLate" ? [{ type: "InvoicePaidAfterExpiration" } as const] : []),
      ];
    case "Invalid":
      return [{ type: "InvoiceInvalid" }];
    case "New":
    case "Processing":
      return [];
  }
}
