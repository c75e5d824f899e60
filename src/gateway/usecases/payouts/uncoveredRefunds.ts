import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Observation } from "../../domain/invoices/observation.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { receivedOf, reservedBy } from "../../domain/payouts/refundable.ts";
import type { Gateway } from "../gateway.ts";

const WHAT = "refunds_uncovered";

/**
 * The exception of an invoice that is about to lose a payment although its refunds exceed what remains. It
 * is an inbox entry until a person resolves it, and it is written before the change that causes it: after a
 * crash the cause is found again. Undefined when the refunds are covered, or when it was just recorded.
 */
export async function uncoveredRefunds(
  { persistence, clock, log }: Pick<Gateway, "persistence" | "clock" | "log">,
  before: Invoice,
  after: Invoice,
): Promise<
  | Readonly<{ seen: Observation; beside: Readonly<{ observation: { source: string; body: unknown } }> }>
  | undefined
> {
  const received = receivedOf(after);
  if (received >= receivedOf(before)) return undefined;
  const refunds = await persistence.payouts.refundsOf(after.id);
  const reserved = reservedBy(refunds);
  if (reserved <= received) return undefined;
  const { anomalies } = before.facts;
  const told = anomalies.filter(({ kind }) => kind === WHAT).length;
  const last = anomalies.at(-1);
  if (last?.kind === WHAT && last.detail === detailOf(after, { reserved, received, times: told }))
    return undefined;
  const pullPayments = refunds.map(({ id }) => id);
  log.error("refunds.uncovered", { invoice: after.id, pullPayments, reserved, received });
  const detail = detailOf(after, { reserved, received, times: told + 1 });
  const body = { pullPayments, reserved: reserved.toString(), received: received.toString() };
  const seen = { kind: "anomaly", at: clock(), what: WHAT, detail } as const;
  return { seen, beside: { observation: { source: "gateway", body } } };
}

/** The text has no ids of refunds: whatever shows it to a reader with view permission must not let them claim a refund. */
function detailOf(
  { terms }: Invoice,
  { reserved, received, times }: Readonly<{ reserved: bigint; received: bigint; times: number }>,
): string {
  const { decimals, symbol } = terms.settlement;
  const again = times === 1 ? "" : ` (${times} times)`; // each time is an entry of its own
  return `refunds hold ${formatDecimal(reserved, decimals)} ${symbol}, of which ${formatDecimal(received, decimals)} are there${again}`;
}
