import { ConflictError } from "../../../database/driver.ts";
import { decide } from "../../domain/invoices/decide.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { ORIGIN_REORGANISED, undoneBefore } from "../../domain/invoices/depositReorg.ts";
import type { Observation } from "../../domain/invoices/observation.ts";
import { outbox, type Announcing } from "./announce.ts";
import { bookInvoiceStep } from "../books/bookStep.ts";
import { GatewayError } from "../../errors.ts";
import { mailAfter } from "../mail/queueMail.ts";
import type { Gateway } from "../gateway.ts";
import { uncoveredRefunds } from "../payouts/uncoveredRefunds.ts";
import { reviewRequestOf } from "../payment-requests/reviewPaymentRequests.ts";
import type { SaveExtras } from "../../ports/persistencePort.ts";

const ATTEMPTS = 5;

/** What is written beside an observation: what was seen, as it was seen, and what a new offer brings along. */
export type Beside = Pick<
  SaveExtras,
  "observation" | "quotes" | "addresses" | "lease" | "amount" | "claim" | "assignment"
>;

/** What a change of an invoice needs of the gateway; a command beside the server has no more. */
export type Records = Pick<Gateway, "log" | "viewers"> & Announcing;

/**
 * The one way to change an invoice: load, decide, save, announce. On a conflict it starts again from
 * loading. Returns the resulting invoice. A repeated observation writes nothing. `refuse` may throw for a
 * version that must not be changed.
 */
export async function advanceInvoice(
  gateway: Records,
  invoiceId: string,
  seen: Observation,
  beside: Beside = {},
  refuse: (before: Invoice) => void = () => {},
): Promise<Invoice> {
  for (let attempt = 1; ; attempt++) {
    const before = await gateway.persistence.invoices.load(invoiceId);
    if (!before) throw new GatewayError("invoice_not_found", `There is no invoice ${invoiceId}.`);
    refuse(before);
    const decision = decide(before, seen);
    if (decision.invoice === before) return before;
    const lost = await uncoveredRefunds(gateway, before, decision.invoice);
    if (lost) {
      await advanceInvoice(gateway, invoiceId, lost.seen, lost.beside);
      continue;
    }
    try {
      const events = await outbox(gateway, decision.invoice, decision.events);
      const booking = await bookInvoiceStep(gateway, before, decision.invoice, events.at);
      const mail = await mailAfter(gateway, decision.invoice, decision.events);
      const extras = {
        ...events,
        ...beside,
        seen,
        ...(booking ? { booking } : {}),
        ...(mail ? { mail } : {}),
      };
      await gateway.persistence.invoices.save(before, decision, extras);
    } catch (error) {
      if (error instanceof ConflictError && attempt < ATTEMPTS) continue;
      throw error;
    }
    announceSaved(gateway, before, decision.invoice);
    await reviewRequestOf(gateway, decision.invoice);
    return recordFollowUps(gateway, before, decision.invoice);
  }
}

/**
 * The exceptions that follow from a step, each written as a step of its own. Returns the resulting invoice.
 */
async function recordFollowUps(gateway: Records, before: Invoice, after: Invoice): Promise<Invoice> {
  let told = after;
  for (const { chainId, outpoint } of undoneBefore(before, after)) {
    gateway.log.error("deposit.undone", { invoice: after.id, chain: chainId, outpoint });
    const seen = {
      kind: "anomaly",
      at: gateway.clock(),
      what: ORIGIN_REORGANISED,
      detail: outpoint,
    } as const;
    const observation = { source: "reorganisation", body: { chainId, outpoint } };
    told = await advanceInvoice(gateway, after.id, seen, { observation });
  }
  return told;
}

function announceSaved(gateway: Records, before: Invoice, after: Invoice): void {
  gateway.viewers.announce(after.id, after.version);
  if (before.state === after.state && before.additional === after.additional) return;
  const { id, state, additional } = after;
  gateway.log.info("invoice.moved", { invoice: id, from: before.state, to: state, additional });
}
