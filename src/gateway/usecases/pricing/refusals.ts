import { GatewayError, type ErrorCode } from "../../errors.ts";

/** Why a method could not be priced for an invoice: worth showing while it is fresh, not worth storing. */
export type Refusal = Readonly<{ code: ErrorCode; message: string; data: Readonly<Record<string, unknown>> }>;

export type Refusals = Readonly<{
  note(invoiceId: string, methodId: string, error: unknown): void;
  forget(invoiceId: string, methodId: string): void;
  of(invoiceId: string): ReadonlyMap<string, Refusal>;
}>;

const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  "service_unavailable",
  "service_key_refused",
  "chain_unseen",
  "price_not_reached",
  "rate_unavailable",
  "address_conflict",
]);

/** Tells whether a later attempt may succeed without a change of price or settings. */
export function isTransient({ code }: Pick<Refusal, "code">): boolean {
  return TRANSIENT.has(code);
}

const REMEMBERED = 1_000; // invoices
const NONE: ReadonlyMap<string, Refusal> = new Map();

/** An empty record of why methods could not be priced. In memory. */
export function createRefusals(): Refusals {
  const byInvoice = new Map<string, Map<string, Refusal>>();
  return {
    note(invoiceId, methodId, error) {
      if (!(error instanceof GatewayError)) return;
      const [oldest] = byInvoice.keys();
      if (byInvoice.size >= REMEMBERED && oldest !== undefined) byInvoice.delete(oldest);
      const refusals = byInvoice.get(invoiceId) ?? new Map<string, Refusal>();
      const { code, message, data } = error;
      byInvoice.set(invoiceId, refusals.set(methodId, { code, message, data }));
    },
    forget: (invoiceId, methodId) => void byInvoice.get(invoiceId)?.delete(methodId),
    of: (invoiceId) => byInvoice.get(invoiceId) ?? NONE,
  };
}
