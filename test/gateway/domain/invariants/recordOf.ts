import { entriesBetween } from "../../../../src/gateway/domain/books/ledger.ts";
import type { InvoiceRecord } from "../../../../src/gateway/domain/invariants/record.ts";
import { attentionOf } from "../../../../src/gateway/domain/invoices/attention.ts";
import { isUnfinished } from "../../../../src/gateway/domain/invoices/credit.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { InvoiceEvent } from "../../../../src/gateway/domain/invoices/events.ts";
import type { Invoice, Terms } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { blankOf } from "../../../../src/gateway/domain/invoices/replay.ts";
import { anInvoice, anOffer, ISSUED } from "../invoices/given.ts";

/** What would be stored of an invoice after these observations, without a database. */
export function recordOf(happened: readonly Observation[], terms: Partial<Terms> = {}): InvoiceRecord {
  const blank = blankOf(anInvoice(terms));
  const offered: Observation = { kind: "offer", at: ISSUED, offer: anOffer() };
  let invoice: Invoice = { ...decide(blank, offered).invoice, version: 1 };
  const decided: InvoiceRecord["decided"][number][] = [
    { version: 1, source: "gateway", seen: offered, body: {} },
  ];
  const events = eventRows(blank, [{ type: "InvoiceCreated" }]);
  const entries: InvoiceRecord["entries"][number][] = [];
  for (const seen of happened) {
    const { invoice: after, events: told } = decide(invoice, seen);
    if (after === invoice) continue;
    decided.push({ version: after.version, source: "gateway", seen, body: {} });
    events.push(...eventRows(after, told));
    entries.push(...entriesBetween(invoice, after));
    invoice = after;
  }
  const { facts } = invoice;
  const kinds = new Set(attentionOf(invoice).map(({ kind }) => kind));
  return {
    ...{
      invoice,
      isOlder: false,
      isPruned: false,
      decided,
      events,
      entries,
      deliveries: [],
      webhooks: [],
      refunds: [],
    },
    found: {
      moving: facts.deposits.some((deposit) => isUnfinished(facts, deposit)),
      attention: [...kinds].join(" ") || null,
      createdAt: invoice.terms.createdAt,
      expiresAt: invoice.terms.expiresAt,
    },
    quotes: facts.offers.map(({ quoteId: id, methodId, requestId, input }) => {
      return { id, methodId, requestId, input, kind: "deposit" };
    }),
    amounts: [],
    leases: facts.offers.map(({ chainId, depositAddress: address, requestId }) => {
      return { chainId, address, requestId, isRemembered: true };
    }),
    claims: facts.deposits.map(({ chainId, outpoint }) => `${chainId}:${outpoint}`),
    proofs: facts.settlements.map(({ proof, outpoint }) => ({ proof, outpoint, invoiceId: invoice.id })),
  };
}

function eventRows({ id, version, state, additional }: Invoice, told: readonly InvoiceEvent[]) {
  return told.map(({ type }, ordinal) => {
    const body = { type, crosstill: { version, status: state, additionalStatus: additional } };
    return { id: `${id}-${version}-${ordinal}`, version, ordinal, type, at: ISSUED, body };
  });
}
