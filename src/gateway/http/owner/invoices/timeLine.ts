import { paymentTime } from "../../../domain/invoices/credit.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import type { Payout } from "../../../domain/payouts/payout.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { presentDeposit } from "../../../usecases/invoices/presentAmounts.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import type { Instant } from "../../../../values/time.ts";
import type { RefundPayouts } from "./invoiceActionsView.ts";
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
  mails: readonly Readonly<{
    what: string;
    toWhom: string;
    state: string;
    at: Readonly<{ exact: string }>;
  }>[];
  refunds: readonly PullPayment[];
  payouts: RefundPayouts;
}>;

/** What happened to an invoice, the newest last: payments, states, decisions, e-mails and refunds. */
export function timeLineOf(invoice: Invoice, beside: Beside, tr: Translate): readonly Happening[] {
  const { terms, archivedAt } = invoice;
  const created: Happening = { at: terms.createdAt, what: tr("Created") };
  const archived: readonly Happening[] =
    archivedAt === undefined ? [] : [{ at: archivedAt, what: tr("Archived") }];
  const all = [
    created,
    ...arrivalsOf(invoice, tr),
    ...statesOf(
      beside.events.filter(({ type }) => !ENDS.has(type)),
      tr,
    ),
    ...outcomesOf(invoice, tr),
    ...statesOf(
      beside.events.filter(({ type }) => ENDS.has(type)),
      tr,
    ),
    ...decisionsOf(invoice, tr),
    ...beside.mails.map(({ what, toWhom, state, at }): Happening => {
      return {
        at: Date.parse(at.exact),
        what: tr("E-mail: {what}", { what }),
        more: `${toWhom}, ${state}`,
      };
    }),
    ...beside.refunds.map(({ amount, decimals, currency, createdAt }): Happening => {
      return {
        at: createdAt,
        what: tr("Refund of {amount} made", { amount: `${formatFixed(amount, decimals)} ${currency}` }),
      };
    }),
    ...[...beside.payouts.values()].flat().flatMap((payout) => claimAndPayment(payout, tr)),
    ...archived,
  ];
  return all.toSorted((a, b) => a.at - b.at); // stable: what is of one moment stays in this order
}

/** That a refund was claimed, and that it was paid. */
function claimAndPayment(payout: Payout, tr: Translate): readonly Happening[] {
  const { originalAmount, originalDecimals, originalCurrency, createdAt, state, proof, worths } = payout;
  const amount = `${formatFixed(originalAmount, originalDecimals)} ${originalCurrency}`;
  const claimed: Happening = { at: createdAt, what: tr("Refund of {amount} claimed", { amount }) };
  if (state !== "Completed") return [claimed];
  const at = Math.max(createdAt, worths?.[0]?.at ?? createdAt); // the rate may be a little older
  return [
    claimed,
    { at, what: tr("Refund of {amount} paid", { amount }), more: proof?.txHash, tone: "good" },
  ];
}

const ENDS: ReadonlySet<string> = new Set(["InvoiceSettled", "InvoiceExpired", "InvoiceInvalid"]);

function arrivalsOf(invoice: Invoice, tr: Translate): readonly Happening[] {
  return invoice.facts.deposits.map((deposit): Happening => {
    const { amount, units, symbol, countsFor } = presentDeposit(invoice, deposit);
    const shown = amount === null ? tr("{units} units", { units }) : `${amount} ${symbol ?? ""}`;
    return {
      at: paymentTime(deposit),
      what: tr("Payment of {amount} seen", { amount: shown }),
      more: tr("counts for {amount}", { amount: `${countsFor} ${invoice.terms.currency}` }),
      ...(deposit.late ? { tone: "warm" as const } : {}),
    };
  });
}

/** What became of the payments: received by the merchant, or sent back. */
function outcomesOf({ facts, terms }: Invoice, tr: Translate): readonly Happening[] {
  const { symbol, decimals } = terms.settlement;
  const amountOf = (amount: bigint | undefined) =>
    amount === undefined ? tr("an unreported amount") : `${formatDecimal(amount, decimals)} ${symbol}`;
  return [
    ...facts.settlements.map(({ at, amount }): Happening => {
      return { at, what: tr("You received {amount}", { amount: amountOf(amount) }), tone: "good" };
    }),
    ...facts.refunds.map(({ at }): Happening => {
      return { at, what: tr("The payment was sent back"), tone: "warm" };
    }),
  ];
}

/** The states in the events, in words. */
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
