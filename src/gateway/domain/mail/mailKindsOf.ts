import type { InvoiceEvent } from "../invoices/events.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { isPaymentSure } from "../invoices/paymentSure.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { MailKind, MailRole, NewMail } from "./mail.ts";

/** A message to queue: its recipients, and the delay. */
type News = Omit<NewMail, "dueAt" | "role"> & Readonly<{ roles: readonly MailRole[]; afterMs?: number }>;

/** What may be overtaken by better news soon waits for it: the receipt often follows within a minute. */
const SETTLE_DOWN_MS = 2 * MINUTE_MS;

const BOTH: readonly MailRole[] = ["customer", "payer"];
const PAYER: readonly MailRole[] = ["payer"];

/** The messages that the step to this version of an invoice calls for, with their recipients. */
export function mailKindsOf(
  invoice: Invoice,
  events: readonly InvoiceEvent[],
  at: Instant,
): readonly NewMail[] {
  const news = events.flatMap((event) => newsIn(invoice, event));
  return news.flatMap(({ roles, afterMs = 0, ...one }) =>
    roles.map((role): NewMail => ({ ...one, role, dueAt: at + afterMs })),
  );
}

/** The messages for a recipient who has just subscribed. */
export function standingNews(invoice: Invoice, at: Instant): readonly NewMail[] {
  const { state, additional } = invoice;
  const type =
    state === "Settled" || additional === "PaidLate" ? "InvoiceSettled" : "CrosstillPaymentConfirmed";
  return mailKindsOf(
    invoice,
    [{ type: state === "Expired" && additional !== "PaidLate" ? "InvoiceExpired" : type }],
    at,
  );
}

function newsIn(invoice: Invoice, { type, outpoint }: InvoiceEvent): readonly News[] {
  switch (type) {
    case "InvoiceSettled":
    case "InvoicePaidAfterExpiration":
      return [{ kind: "settled", nth: "1", roles: BOTH }];
    case "InvoiceExpired":
      return invoice.additional === "PaidLate" ? [] : [{ kind: "expired", nth: "1", roles: PAYER }];
    case "CrosstillPaymentRefunded":
      return outpoint === undefined
        ? []
        : [{ kind: "refunded", nth: outpoint, about: outpoint, roles: PAYER }];
    case "InvoiceReceivedPayment":
    case "CrosstillPaymentConfirmed":
    case "InvoicePaymentSettled":
      return paymentNews(invoice);
    default:
      return [];
  }
}

function paymentNews(invoice: Invoice): readonly News[] {
  const { state, additional, facts } = invoice;
  if (state === "New" && additional === "PaidPartial")
    return [{ kind: "underpaid", nth: String(facts.deposits.length), roles: PAYER, afterMs: SETTLE_DOWN_MS }];
  if (!isConfirmed(invoice)) return [];
  return [{ kind: "confirmed", nth: "1", roles: PAYER, afterMs: SETTLE_DOWN_MS }];
}

/** Returns true while every payment is in a block and will be converted as quoted, and the invoice is not settled yet. */
function isConfirmed(invoice: Invoice): boolean {
  return invoice.state === "Processing" && isPaymentSure(invoice);
}

/** The messages to a customer of an invoice that was just issued: the link, and the reminder where the store wants one. */
export function newsOfIssue({ terms }: Invoice, remindMinutes: number | undefined): readonly NewMail[] {
  const first: NewMail = { role: "customer", kind: "invoice", nth: "1", dueAt: terms.createdAt };
  const remindAt = remindMinutes === undefined ? 0 : terms.expiresAt - remindMinutes * MINUTE_MS;
  if (remindAt <= terms.createdAt) return [first]; // the link itself would be as late
  return [first, { role: "customer", kind: "reminder", nth: "1", dueAt: remindAt }];
}

/** True while a message of that kind is still accurate. */
export function isStillTrue(kind: MailKind, invoice: Invoice, at: Instant): boolean {
  const { state, additional, terms, facts, archivedAt } = invoice;
  const isSeen = facts.deposits.some(({ presence }) => presence !== "gone");
  const isOpen = state === "New" && at < terms.expiresAt;
  switch (kind) {
    case "invoice":
    case "reminder":
      return isOpen && !isSeen && archivedAt === undefined;
    case "confirmed":
      return isConfirmed(invoice);
    case "underpaid":
      return isOpen && additional === "PaidPartial";
    case "settled":
      return state === "Settled" || additional === "PaidLate";
    case "expired":
      return state === "Expired" && additional !== "PaidLate";
    case "refunded":
    case "refund":
      return true;
  }
}
