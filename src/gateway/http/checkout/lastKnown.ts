import { LRUCache } from "lru-cache";
import { isUnavailable } from "../../../database/unavailable.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { RefundedPart } from "../../domain/payouts/refundable.ts";
import { readRefundedPart } from "../../usecases/payouts/readRefundedPart.ts";
import { loadInvoiceAndStore } from "../../usecases/invoices/loadInvoiceAndStore.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { stageOf } from "./stage.ts";

type Known = Awaited<ReturnType<typeof loadInvoiceAndStore>> &
  Readonly<{ refunds: readonly PullPayment[]; refunded: RefundedPart | undefined }>;

/** An invoice, its store and its refunds as they are; while the database is unavailable, as they were (`isCurrent` false). */
export type LastKnown = Readonly<{
  load(invoiceId: string): Promise<Known & Readonly<{ isCurrent: boolean }>>;
}>;

const MOST = 1_000; // invoices of a few kilobytes
const KEPT_MS = 15 * MINUTE_MS;

/** Remembers the invoices that were shown lately, so that their pages stay when the database does not answer. */
export function createLastKnown(gateway: Pick<Gateway, "persistence" | "clock">): LastKnown {
  const shown = new LRUCache<string, Readonly<{ at: Instant; known: Known }>>({ max: MOST });
  return {
    async load(invoiceId) {
      try {
        const known = await loadKnown(gateway, invoiceId);
        shown.set(invoiceId, { at: gateway.clock(), known });
        return { ...known, isCurrent: true };
      } catch (error) {
        const last = shown.get(invoiceId);
        const now = gateway.clock();
        if (!isUnavailable(error) || !last || now - last.at > KEPT_MS) throw error;
        if (isAskedTooLate(last.known.invoice, now)) throw error;
        return { ...last.known, isCurrent: false };
      }
    },
  };
}

/** Loads what a page shows. Only a paid invoice is read for refunds: others show none. */
async function loadKnown(gateway: Pick<Gateway, "persistence">, invoiceId: string): Promise<Known> {
  const known = await loadInvoiceAndStore(gateway, invoiceId);
  const isPaid = stageOf(known.invoice) === "settled";
  const refunds = isPaid ? await gateway.persistence.payouts.refundsOf(invoiceId) : [];
  return { ...known, refunds, refunded: await readRefundedPart(gateway, known.invoice, refunds) };
}

/** Its page would ask for a payment when the time for it is over; whether something was paid meanwhile is not known. */
function isAskedTooLate(invoice: Invoice, now: Instant): boolean {
  return stageOf(invoice) === "awaiting" && now >= invoice.terms.expiresAt;
}
