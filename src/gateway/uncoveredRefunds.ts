import type { Invoice } from "../invoices/invoice.ts";
import type { Observation } from "../invoices/observation.ts";
import { formatDecimal } from "../money/amount.ts";
import { receivedOf, reservedBy } from "../payouts/refundable.ts";
import type { Gateway } from "./ports.ts";

const WHAT = "refunds_uncovered";

/**
 * What a person has to be told when an invoice has less than before: that its refunds hold more than the shop has of it now.
 * It is an anomaly of the invoice, and so an entry of the inbox until a person resolves it. Undefined while they are covered.
 */
export async function uncoveredRefunds(
  { store, clock, log }: Pick<Gateway, "store" | "clock" | "log">,
  before: Invoice,
  after: Invoice,
): Promise<Readonly<{ seen: Observation; beside: Readonly<{ observation: { source: string; body: unknown } }> }> | undefined> {
  const received = receivedOf(after);
  if (received >= receivedOf(before)) return undefined;
  const refunds = await store.refundsOf(after.id);
  const reserved = reservedBy(refunds);
  if (reserved <= received) return undefined;
  const pullPayments = refunds.map(({ id }) => id);
  log.error("refunds.uncovered", { invoice: after.id, pullPayments, reserved, received });
  const { decimals, symbol } = after.terms.settlement;
  const times = after.facts.anomalies.filter(({ kind }) => kind === WHAT).length + 1;
  const again = times === 1 ? "" : ` (${times} times)`; // each time is an entry of its own
  // Without their ids, with which anybody may claim them: whoever may only view the invoice reads this as well.
  const detail = `refunds hold ${formatDecimal(reserved, decimals)} ${symbol}, of which ${formatDecimal(received, decimals)} are there${again}`;
  const body = { pullPayments, reserved: reserved.toString(), received: received.toString() };
  const seen = { kind: "anomaly", at: clock(), what: WHAT, detail } as const;
  return { seen, beside: { observation: { source: "gateway", body } } };
} // prettier-ignore
