import { and, asc, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { isUnavailable } from "../../../database/unavailable.ts";
import type { InvoiceRecord } from "../../domain/invariants/record.ts";
import type { AuditReads, AuditRow } from "../../ports/booksPort.ts";
import { auditedBooks } from "./auditBooks.ts";
import { completedPayouts, pullPaymentPage, refundsWithPayouts } from "./auditPayouts.ts";
import { contradictionQueries } from "./auditContradictions.ts";
import { addressKey } from "../invoices/leases.ts";
import type { PersistenceContext } from "../context.ts";
import { toInvoice, toObservation } from "../invoices/invoiceRows.ts";
import { entryColumns, exactly, toExactEntry } from "./exactAmounts.ts";
import { removedBefore } from "../webhooks/pruning.ts";
import { toWebhook } from "../rows.ts";

/** What an audit reads: invoices with all of their rows, a page at a time, and the books beside them. */
export function auditQueries(context: PersistenceContext): AuditReads {
  const { db, t } = context;
  return {
    async invoicePage(after, limit) {
      const page = db.select({ id: t.invoices.id }).from(t.invoices).where(gt(t.invoices.id, after));
      const rows = await page.orderBy(asc(t.invoices.id)).limit(limit);
      return auditRows(
        context,
        rows.map(({ id }) => id),
      );
    },
    async record(invoiceId) {
      const [row] = await auditRows(context, [invoiceId]);
      return row;
    },
    async hasOffers(offers) {
      const ids = [...new Set(offers.map(({ invoiceId }) => invoiceId))];
      const rows = await Promise.all(
        [t.quotes, t.leases].map((table) =>
          db
            .select({ invoiceId: table.invoiceId, requestId: table.requestId })
            .from(table)
            .where(inArray(table.invoiceId, ids)),
        ),
      );
      const known = new Set(rows.flat().map(({ invoiceId, requestId }) => `${invoiceId} ${requestId}`));
      return offers.map(({ invoiceId, requestId }) => known.has(`${invoiceId} ${requestId}`));
    },
    records: async (invoiceIds) => (invoiceIds.length === 0 ? [] : auditRows(context, invoiceIds)),
    decisionsAfter: (number, limit) => decisionsAfter(context, number, limit),
    async newestDecision() {
      const { id } = t.observations;
      const [row] = await db.select({ id }).from(t.observations).orderBy(desc(id)).limit(1);
      return row?.id ?? 0;
    },
    pullPaymentPage: (after, limit) => pullPaymentPage(context, after, limit),
    completedPayouts: (after, limit) => completedPayouts(context, after, limit),
    ...contradictionQueries(context),
    ...auditedBooks(context),
  };
}

/** Other observations have no version. */
async function decisionsAfter(
  { db, t: { observations, invoices } }: PersistenceContext,
  number: number,
  limit: number,
): ReturnType<AuditReads["decisionsAfter"]> {
  const { id, at, invoiceId, version } = observations;
  const rows = await db
    .select({ id, at, invoiceId, newest: invoices.id })
    .from(observations)
    .leftJoin(invoices, and(eq(invoices.id, invoiceId), eq(invoices.version, version)))
    .where(gt(id, number))
    .orderBy(asc(id))
    .limit(limit);
  return rows.map(({ newest, ...decision }) => ({ ...decision, isNewest: newest !== null }));
}

/** All at once; when one of them cannot be read, one by one, to find out which. */
async function auditRows(context: PersistenceContext, ids: readonly string[]): Promise<readonly AuditRow[]> {
  try {
    return await readRecords(context, ids);
  } catch (error) {
    if (isUnavailable(error)) throw error; // says nothing about the rows
    if (ids.length === 1) return ids.map((id) => ({ id, unreadable: String(error) }));
    const rows: AuditRow[] = [];
    for (const id of ids) rows.push(...(await auditRows(context, [id])));
    return rows;
  }
}

async function readRecords(
  context: PersistenceContext,
  ids: readonly string[],
): Promise<readonly AuditRow[]> {
  const { db, t } = context;
  const of = [...ids];
  const rows = await db
    .select()
    .from(t.invoices)
    .where(inArray(t.invoices.id, of))
    .orderBy(asc(t.invoices.id));
  const invoices = rows.map(toInvoice);
  const decided = await decidedOf(context, of);
  const leases = await leasesOf(context, of);
  const amounts = await amountsOf(context, of);
  const { quotes, claims, entries } = await moneyOf(context, of);
  const proofs = await proofsOf(
    context,
    invoices.flatMap(({ facts }) => facts.settlements.map(({ proof }) => proof)),
  );
  const events = await db
    .select()
    .from(t.events)
    .where(inArray(t.events.invoiceId, of))
    .orderBy(asc(t.events.invoiceId), asc(t.events.version), asc(t.events.ordinal));
  const hooks = await db
    .select()
    .from(t.webhooks)
    .where(inArray(t.webhooks.storeId, distinct(rows.map(({ storeId }) => storeId))));
  const webhooks = hooks.map(toWebhook);
  const deliveries = await deliveriesOf(
    context,
    events,
    webhooks.map(({ id }) => id),
  );
  const acknowledgedSince = await removedBefore(context);
  const refunds = await refundsWithPayouts(context, of);
  return invoices.map((invoice, index) => {
    const row = rows[index] as (typeof rows)[number]; // invoices are its mapping
    const isOwn = ({ invoiceId }: Readonly<{ invoiceId: string | null }>) => invoiceId === invoice.id;
    const record: InvoiceRecord = {
      refunds: refunds.filter(({ pullPayment }) => pullPayment.refund?.invoiceId === invoice.id),
      invoice,
      isOlder: !hasPolicy(row.terms),
      isPruned: row.createdAt < acknowledgedSince,
      found: {
        moving: row.moving,
        attention: row.attention,
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
      },
      decided: decided.filter(isOwn),
      leases: leases.filter(isOwn),
      amounts: amounts.filter(isOwn),
      quotes: quotes.filter(isOwn),
      proofs,
      claims: claims.filter(isOwn).map(({ key }) => key),
      entries: entries.filter(isOwn).map(toExactEntry),
      events: events.filter(isOwn),
      deliveries: deliveries.filter(isOwn),
      webhooks: webhooks.filter(({ storeId }) => storeId === invoice.storeId),
    };
    return { id: invoice.id, record };
  });
}

/** Terms of invoices that older versions issued have none: those versions kept neither decisions nor books. */
function hasPolicy(terms: unknown): boolean {
  return typeof terms === "object" && terms !== null && "policy" in terms;
}

/** What invoices were decided upon, in the order of their versions, with what was seen as it was seen. */
export async function decidedOf({ db, t }: PersistenceContext, ids: string[]) {
  const { observations } = t;
  const isDecision = and(inArray(observations.invoiceId, ids), isNotNull(observations.version));
  const rows = await db.select().from(observations).where(isDecision).orderBy(asc(observations.version));
  return rows.map(({ invoiceId, version, source, seen, body }) => {
    const what = `observation of version ${version} of invoice ${invoiceId}`;
    return { invoiceId, version: version ?? 0, source, seen: toObservation(seen, what), body };
  });
}

async function leasesOf({ db, t }: PersistenceContext, ids: string[]) {
  const { leases, addresses } = t;
  const rows = await db
    .select({ lease: leases, key: addresses.key })
    .from(leases)
    .leftJoin(addresses, eq(addresses.key, leases.addressKey))
    .where(inArray(leases.invoiceId, ids));
  return rows.map(({ lease: { invoiceId, chainId, address, requestId }, key }) => {
    return { invoiceId, chainId, address, requestId, isRemembered: key === addressKey(chainId, address) };
  });
}

async function amountsOf({ db, t }: PersistenceContext, ids: string[]) {
  const { invoiceId, chainId, address, amount, requestId } = t.amountLeases;
  return db
    .select({ invoiceId, chainId, address, amount: exactly(amount), requestId })
    .from(t.amountLeases)
    .where(inArray(invoiceId, ids));
}

async function moneyOf({ db, t }: PersistenceContext, ids: string[]) {
  const { id, invoiceId, methodId, kind, requestId, input } = t.quotes;
  const quotes = await db
    .select({ id, invoiceId, methodId, kind, requestId, input: exactly(input) })
    .from(t.quotes)
    .where(inArray(invoiceId, ids));
  const claims = await db
    .select({ key: t.deposits.key, invoiceId: t.deposits.invoiceId })
    .from(t.deposits)
    .where(inArray(t.deposits.invoiceId, ids));
  const entries = await db
    .select(entryColumns(t.ledger))
    .from(t.ledger)
    .where(inArray(t.ledger.invoiceId, ids))
    .orderBy(asc(t.ledger.id));
  return { quotes, claims, entries };
}

const AT_ONCE = 500; // values in one IN list

async function proofsOf({ db, t }: PersistenceContext, list: readonly string[]) {
  const found = [];
  for (let from = 0; from < list.length; from += AT_ONCE) {
    const some = list.slice(from, from + AT_ONCE);
    found.push(...(await db.select().from(t.settlements).where(inArray(t.settlements.proof, some))));
  }
  return found;
}

type EventOf = Readonly<{ id: string; at: number }>;

/** Found by webhook and time, which are indexed: a delivery is as old as its event. */
async function deliveriesOf({ db, t }: PersistenceContext, events: readonly EventOf[], webhookIds: string[]) {
  if (webhookIds.length === 0) return [];
  const { deliveries } = t;
  const known = new Set(events.map(({ id }) => id));
  const times = distinct(events.map(({ at }) => at));
  const found = [];
  for (let from = 0; from < times.length; from += AT_ONCE) {
    const isThen = inArray(deliveries.createdAt, times.slice(from, from + AT_ONCE));
    const isOurs = and(inArray(deliveries.webhookId, webhookIds), isThen);
    found.push(...(await db.select().from(deliveries).where(isOurs).orderBy(asc(deliveries.id))));
  }
  return found.filter(({ eventId, originalId }) => known.has(eventId) && originalId === null);
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
