import type { DecidedRow, DeliveryRow, EventRow, InvoiceRecord, Promised, ProofRow } from "../../src/gateway/domain/invariants/record.ts"; // prettier-ignore
import type { Delivery } from "../../src/gateway/ports/outboxPort.ts";
import type {
  Lease,
  NewAddress,
  QuoteRecord,
  SaveExtras,
  Persistence,
} from "../../src/gateway/ports/persistencePort.ts";
import { attentionOf } from "../../src/gateway/domain/invoices/attention.ts";
import { isUnfinished } from "../../src/gateway/domain/invoices/credit.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { InvoiceEvent } from "../../src/gateway/domain/invoices/events.ts";

/** One decision that was kept, and what it announced. */
export type Commit = Readonly<{
  before: Invoice | undefined;
  after: Invoice;
  events: readonly InvoiceEvent[];
}>;

/** Everything that a store has kept of invoices, in order: the truth about the database, whatever became of who wrote it. */
export type Commits = Readonly<{
  all: readonly Commit[];
  of(invoiceId: string): readonly Commit[];
  leases: readonly Lease[]; // every one that was ever taken
  /** Who holds which address now. */
  holders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Outputs that were credited to an invoice while another one held their address. */
  misplaced: readonly string[];
  deliveries(): readonly DeliveryRow[];
  /** The invoice with its rows, as the audit reads them. */
  recordOf(invoiceId: string): Promise<InvoiceRecord>;
}>;

type Rows = {
  commits: Commit[];
  decided: DecidedRow[];
  quotes: QuoteRecord[];
  leases: Lease[];
  proofs: ProofRow[];
  events: EventRow[];
  deliveries: Map<string, DeliveryRow>;
};

/** The store, and what it keeps from now on. */
export function recording(
  persistence: Persistence,
): Readonly<{ persistence: Persistence; commits: Commits }> {
  const all: Commit[] = [];
  const leases: Lease[] = [];
  const addresses = new Set<string>();
  const holders = new Map<string, Set<string>>();
  const misplaced: string[] = [];
  const byInvoice = new Map<string, Rows>();
  const byDelivery = new Map<string, Rows>();
  const rowsOf = (invoiceId: string): Rows => {
    const rows: Rows = byInvoice.get(invoiceId) ?? {
      ...{ commits: [], decided: [], quotes: [], leases: [], proofs: [], events: [], deliveries: new Map() },
    };
    byInvoice.set(invoiceId, rows);
    return rows;
  };
  const change = (deliveries: readonly Delivery[], next: (row: DeliveryRow) => DeliveryRow) => {
    for (const { id } of deliveries) {
      const rows = byDelivery.get(id)?.deliveries;
      const row = rows?.get(id);
      if (row) rows?.set(id, next(row));
    }
  };
  const keep = (before: Invoice | undefined, after: Invoice, extras: SaveExtras) => {
    const { at, events, deliveries, lease, seen, observation, quotes = [], claim } = extras;
    const { version, id } = after;
    const rows = rowsOf(id);
    const commit = { before, after, events: events.map(({ event }) => event) };
    all.push(commit);
    for (const { outpoint, address } of after.facts.deposits.slice(before?.facts.deposits.length ?? 0)) {
      const holding = holders.get(address);
      if (holding && holding.size > 0 && !holding.has(id))
        misplaced.push(`${outpoint} was credited to ${id}, and ${address} is ${[...holding].join()}'s`);
    }
    rows.commits.push(commit);
    rows.quotes.push(...quotes);
    if (lease) rows.leases.push(lease);
    if (lease) leases.push(lease);
    if (lease) holders.set(lease.address, new Set([...(holders.get(lease.address) ?? []), id]));
    for (const one of extras.addresses ?? []) addresses.add(addressKey(one));
    if (seen) rows.decided.push({ version, seen, source: observation?.source ?? "gateway", body: observation?.body ?? {} }); // prettier-ignore
    if (claim) rows.proofs.push({ ...claim, invoiceId: id });
    const eventId = (ordinal: number) => `${id}-${version}-${ordinal}`;
    for (const [ordinal, { event, body }] of events.entries())
      rows.events.push({ id: eventId(ordinal), version, ordinal, type: event.type, at, body });
    for (const { ordinal, ...one } of deliveries) {
      const row = { ...one, eventId: eventId(ordinal), state: "due", attempts: 0, dueAt: at, createdAt: at };
      rows.deliveries.set(one.id, row);
      byDelivery.set(one.id, rows);
    }
  };
  return {
    commits: {
      ...{ all, leases, holders, misplaced },
      deliveries: () => [...byInvoice.values()].flatMap((rows) => [...rows.deliveries.values()]),
      of: (invoiceId) => byInvoice.get(invoiceId)?.commits ?? [],
      recordOf: (invoiceId) => readRecord(persistence, rowsOf(invoiceId), invoiceId, addresses),
    },
    persistence: {
      ...persistence,
      invoices: {
        ...persistence.invoices,
        async issue(invoice, extras) {
          await persistence.invoices.issue(invoice, extras);
          keep(undefined, invoice, extras);
        },
        async save(before, decision, extras) {
          await persistence.invoices.save(before, decision, extras);
          keep(before, decision.invoice, extras);
        },
      },
      leases: {
        ...persistence.leases,
        async end(lease, at, reusable) {
          await persistence.leases.end(lease, at, reusable);
          holders.get(lease.address)?.delete(lease.invoiceId);
        },
      },
      deliveries: {
        ...persistence.deliveries,
        async finish(delivery, result) {
          await persistence.deliveries.finish(delivery, result);
          const { takenUp = [], ...rest } = result;
          change([delivery], (row) => ({ ...row, ...rest, attempts: row.attempts + 1 }));
          change(takenUp, (row) => ({ ...row, state: "due" }));
        },
        async release(deliveries, notBefore = 0) {
          await persistence.deliveries.release(deliveries, notBefore);
          change(deliveries, (row) => ({ ...row, dueAt: Math.max(row.dueAt, notBefore) }));
        },
        async passOver(deliveries) {
          await persistence.deliveries.passOver(deliveries);
          change(deliveries, (row) => ({ ...row, state: "exhausted" }));
        },
      },
    },
  };
}

function addressKey({ chainId, address }: Pick<NewAddress, "chainId" | "address">): string {
  return `${chainId}:${address}`;
}

async function readRecord(
  persistence: Persistence,
  rows: Rows,
  invoiceId: string,
  addresses: ReadonlySet<string>,
): Promise<InvoiceRecord> {
  const invoice = await persistence.invoices.load(invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} is lost.`);
  const { facts, terms } = invoice;
  const kinds = [...new Set(attentionOf(invoice).map(({ kind }) => kind))].join(" ");
  const claims: string[] = [];
  for (const { chainId, outpoint } of facts.deposits)
    if ((await persistence.deposits.owner(chainId, outpoint)) === invoiceId)
      claims.push(`${chainId}:${outpoint}`);
  const proofs = [...rows.proofs];
  for (const { proof } of facts.settlements) {
    const owner = await persistence.deposits.settlementOwner(proof);
    if (owner) proofs.push({ proof, ...owner });
  }
  return {
    ...{
      invoice,
      isOlder: false,
      isPruned: false,
      claims,
      proofs,
      refunds: await promisesOf(persistence, invoiceId),
    },
    found: {
      moving: facts.deposits.some((deposit) => isUnfinished(facts, deposit)),
      attention: kinds || null,
      ...{ createdAt: terms.createdAt, expiresAt: terms.expiresAt },
    },
    decided: rows.decided,
    quotes: rows.quotes,
    amounts: [],
    leases: rows.leases.map((lease) => ({ ...lease, isRemembered: addresses.has(addressKey(lease)) })),
    events: rows.events,
    deliveries: [...rows.deliveries.values()],
    webhooks: await persistence.webhooks.of(invoice.storeId),
    entries: await persistence.books.entriesOf(invoiceId),
  };
}

/** The refunds of an invoice, each with what was claimed of it. */
async function promisesOf(persistence: Persistence, invoiceId: string): Promise<readonly Promised[]> {
  const refunds = await persistence.payouts.refundsOf(invoiceId);
  return Promise.all(
    refunds.map(async (pullPayment) => {
      const payouts = await persistence.payouts.list({ pullPaymentId: pullPayment.id, limit: 1_000 });
      return { pullPayment, payouts };
    }),
  );
}
