import type { Invoice } from "../invoices/invoice.ts";
import type { Observation } from "../invoices/observation.ts";
import type { Step } from "../invoices/replay.ts";
import type { Instant } from "../../../values/time.ts";
import type { Entry } from "../books/ledger.ts";
import type { Payout } from "../payouts/payout.ts";
import type { PullPayment } from "../payouts/pullPayment.ts";

/** A broken invariant: its id in docs/reference/invariants.md, what it is broken of, and how, in a sentence. */
export type Violation = Readonly<{ id: string; subject: string; message: string }>;

/** A pull payment with all of its payouts. */
export type Promised = Readonly<{ pullPayment: PullPayment; payouts: readonly Payout[] }>;

/** What is stored of an invoice, in rows that are written together with its versions. */
export type InvoiceRecord = Readonly<{
  invoice: Invoice;
  /** Issued by a version that kept no decisions and no books: only a part of the invariants can be checked. */
  isOlder: boolean;
  /** Its first events may have been removed because they are old. */
  isPruned: boolean;
  /** The columns by which lists find the invoice. */
  found: Readonly<{ moving: boolean; attention: string | null; createdAt: Instant; expiresAt: Instant }>;
  decided: readonly DecidedRow[]; // in the order of versions
  quotes: readonly QuoteRow[];
  leases: readonly LeaseRow[]; // ended ones too
  amounts: readonly AmountRow[]; // as above
  claims: readonly string[]; // "<chain id>:<outpoint>" of what was credited to it
  proofs: readonly ProofRow[]; // claims of the proofs that its facts name, of any holder
  events: readonly EventRow[]; // by version and ordinal
  deliveries: readonly DeliveryRow[]; // of these events
  webhooks: readonly WebhookRow[]; // of its store
  entries: readonly Entry[];
  refunds: readonly Promised[]; // with what was claimed of them
}>;

export type DecidedRow = Readonly<{ version: number; source: string; seen: Observation; body: unknown }>;
export type QuoteRow = Readonly<{
  id: string;
  methodId: string;
  kind: string;
  requestId: string;
  input: bigint;
}>;
export type ProofRow = Readonly<{ proof: string; invoiceId: string; outpoint: string }>;
export type LeaseRow = Readonly<{
  chainId: number;
  address: string;
  requestId: string;
  isRemembered: boolean; // among the addresses ever issued
}>;
/** An exact amount at the merchant's own address that is, or was, the invoice's. */
export type AmountRow = Readonly<{ chainId: number; address: string; amount: bigint; requestId: string }>;
export type EventRow = Readonly<{
  id: string;
  version: number;
  ordinal: number;
  type: string;
  at: Instant;
  body: unknown;
}>;
export type DeliveryRow = Readonly<{
  id: string;
  webhookId: string;
  eventId: string;
  state: string;
  attempts: number;
  dueAt: Instant;
  createdAt: Instant;
}>;
export type WebhookRow = Readonly<{
  id: string;
  enabled: boolean;
  everything: boolean;
  specificEvents: readonly string[];
  createdAt: Instant;
  changedAt?: Instant | undefined; // its earlier subscriptions are unknown
}>;

/** An invariant of one invoice: what is wrong, in sentences; nothing when it holds. */
export type Rule = (record: InvoiceRecord, steps: readonly Step[]) => readonly string[];

/**
 * True for an invoice that was marked under a version that stored neither the person nor the previous
 * state.
 */
export function isMarkedUnsigned({ invoice, isOlder }: Pick<InvoiceRecord, "invoice" | "isOlder">): boolean {
  return isOlder && invoice.additional === "Marked";
}

/** A sentence, when something is so. */
export function when(isSo: boolean, sentence: string): readonly string[] {
  return isSo ? [sentence] : [];
}

/**
 * What an event states about the invoice after the version that it announces; undefined for other kinds of
 * events.
 */
export function announced({
  body,
}: EventRow): Readonly<{ version?: unknown; status?: unknown; additionalStatus?: unknown }> {
  const part = isObject(body) ? body["crosstill"] : undefined;
  return isObject(part) ? part : {};
}

/** True for an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
