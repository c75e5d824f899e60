import type { Invoice } from "../../../domain/invoices/invoice.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { presentDeposit } from "../../../usecases/invoices/presentAmounts.ts";
import { formatFixed } from "../../../../values/amount.ts";
import type { Instant } from "../../../../values/time.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";

/** Something that happened to an invoice. */
export type Happening = Readonly<{
  at: Instant;
  what: string;
  more?: string | undefined;
  tone?: "good" | "warm";
}>;

type Beside = Readonly<{
  events: readonly Readonly<{ type: string; at: Instant }>[];
  mails: readonly Readonly<{ what: string; to: string; state: string; at: Readonly<{ exact: string }> }>[];
  refunds: readonly PullPayment[];
}>;

/** What happened to an invoice, the newest last: payments, states, decisions, e-mails and refunds. */
export function timeLineOf(invoice: Invoice, beside: Beside, tr: Translate): readonly Happening[] {
  const { terms, archivedAt } = invoice;
  const created: Happening = { at: terms.createdAt, what: tr("Created") };
  const archived: readonly Happening[] =
    archivedAt === undefined ? [] : [{ at: archivedAt, what: tr("Archived") }];
  const all = [
    created,
    ...paymentsOf(invoice, tr),
    ...statesOf(beside.events, tr),
    ...decisionsOf(invoice, tr),
    ...beside.mails.map(({ what, to, state, at }): Happening => {
      return {
        at: Date.parse(at.exact),
        what: tr("E-mail: {what}", { what }),
        more: tr("to the {to}, {state}", { to, state }),
      };
    }),
    ...beside.refunds.map(({ amount, decimals, currency, createdAt }): Happening => {
      return {
        at: createdAt,
        what: tr("Refund of {amount} made", { amount: `${formatFixed(amount, decimals)} ${currency}` }),
      };
    }),
    ...archived,
  ];
  return all.toSorted((a, b) => a.at - b.at); // stable: what is of one moment stays in this order
}

function paymentsOf(invoice: Invoice, tr: Translate): readonly Happening[] {
  const { facts, terms } = invoice;
  return facts.deposits.flatMap((deposit): Happening[] => {
    const shown = presentDeposit(invoice, deposit);
    const amount =
      shown.amount === null
        ? tr("{units} units", { units: shown.units })
        : `${shown.amount} ${shown.symbol ?? ""}`;
    const settled = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
    const refunded = facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
    const received = shown.settlement?.amount;
    return [
      {
        at: deposit.seenAt,
        what: tr("Payment of {amount} seen", { amount }),
        more: tr("counts for {amount}", { amount: `${shown.countsFor} ${terms.currency}` }),
        ...(deposit.late ? { tone: "warm" as const } : {}),
      },
      ...(settled
        ? [
            {
              at: settled.at,
              what: tr("You received {amount}", {
                amount: `${received ?? tr("an unreported amount")} ${terms.settlement.symbol}`,
              }),
              tone: "good" as const,
            },
          ]
        : []),
      ...(refunded
        ? [{ at: refunded.at, what: tr("The payment was sent back"), tone: "warm" as const }]
        : []),
    ];
  });
}

/** What the events say about the state, in words. */
function statesOf(events: Beside["events"], tr: Translate): readonly Happening[] {
  const words: Readonly<Record<string, Omit<Happening, "at">>> = {
    InvoiceProcessing: { what: tr("Paid, waits for confirmation") },
    InvoiceSettled: { what: tr("Settled"), tone: "good" },
    InvoiceExpired: { what: tr("Expired"), tone: "warm" },
    InvoiceInvalid: { what: tr("Invalid"), tone: "warm" },
    CrosstillPaymentDelayed: { what: tr("A payment is not confirmed yet, later than usual"), tone: "warm" },
    CrosstillPaymentDropped: { what: tr("A payment has disappeared from its network"), tone: "warm" },
    CrosstillReopened: { what: tr("Open again") },
  };
  return events.flatMap(({ type, at }) => {
    const word = Object.hasOwn(words, type) ? words[type] : undefined;
    return word ? [{ ...word, at }] : [];
  });
}

function decisionsOf({ facts }: Invoice, tr: Translate): readonly Happening[] {
  return [
    ...facts.marks.map(({ as, by, reason, at }): Happening => {
      const what =
        as === "Settled" ? tr("Settled by {name}", { name: by }) : tr("Invalid by {name}", { name: by });
      return { at, what, more: reason, tone: as === "Settled" ? "good" : "warm" };
    }),
    ...facts.resolved.map(({ by, reason, at }): Happening => {
      return { at, what: tr("Taken off the inbox by {name}", { name: by }), more: reason };
    }),
  ];
}
