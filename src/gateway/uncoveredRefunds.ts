import type { Invoice } from "../invoices/invoice.ts";
import type { Observation } from "../invoices/observation.ts";
import { formatDecimal } from "../money/amount.ts";
import { receivedOf, reservedBy } from "../payouts/refundable.ts";
import type { Gateway } from "./ports.ts";

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
  const detail = `${pullPayments.join(" ")} hold ${formatDecimal(reserved, decimals)} ${symbol}, of which ${formatDecimal(received, decimals)} are there`;
  const body = { pullPayments, reserved: reserved.toString(), received: received.toString() };
  const seen = { kind: "anomaly", at: clock(), what: "refunds_uncovered", detail } as const;
  return { seen, beside: { observation: { source: "gateway", body } } };
} // prettier-ignore
