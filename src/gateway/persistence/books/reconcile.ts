import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  sql,
} from "drizzle-orm";
import { payoutLineId } from "../../domain/books/lines/refundLine.ts";
import { PAYOUT_PARTS, payoutEntryId } from "../../domain/books/payoutEntries.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import type { FormerLease, KeptInvoice, ReconcileReads, Span } from "../../ports/reconcilePort.ts";
import { DAY_MS } from "../../../values/time.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { addressKey } from "../invoices/leases.ts";
import { toLine } from "./bookLines.ts";
import type { PersistenceContext } from "../context.ts";
import { entryColumns, exactly, toExactEntry } from "../audit/exactAmounts.ts";
import { toUnattributed } from "./unattributed.ts";
import { toInvoice } from "../invoices/invoiceRows.ts";
import { toLease } from "../rows.ts";

/**
 * The reads of a reconciliation: invoices of a span with their books, and the holders of transfers, outputs
 * and addresses.
 */
export function reconcileQueries(context: PersistenceContext): ReconcileReads {
  const { db, t } = context;
  const { leases, settlements, invoices, deposits } = t;
  return {
    invoicesIn: (span, after, limit) => invoicesIn(context, span, after, limit),

    async evmLeasesIn({ storeId, ...span }, after, limit) {
      const isOurs = storeId === undefined ? undefined : eq(invoices.storeId, storeId);
      const rows = await db
        .select({ lease: leases })
        .from(leases)
        .innerJoin(invoices, eq(invoices.id, leases.invoiceId))
        .where(
          and(ne(leases.chainId, BITCOIN_CHAIN_ID), gt(leases.id, after), isOurs, overlaps(context, span)),
        )
        .orderBy(asc(leases.id))
        .limit(limit);
      return rows.map(({ lease }) => toFormerLease(lease));
    },

    async leasesAt(chainId, address) {
      const isThere = eq(leases.addressKey, addressKey(chainId, address));
      const rows = await db.select().from(leases).where(isThere).orderBy(asc(leases.fromAt), asc(leases.id));
      return rows.map(toFormerLease);
    },

    async claimsOf(proofs) {
      if (proofs.length === 0) return new Map();
      const { proof, invoiceId, outpoint, at } = settlements;
      const rows = await db
        .select({ proof, invoiceId, outpoint, at, storeId: invoices.storeId })
        .from(settlements)
        .leftJoin(invoices, eq(invoices.id, invoiceId))
        .where(inArray(proof, [...proofs]));
      return new Map(rows.map((row) => [row.proof, { ...row, storeId: row.storeId ?? undefined }]));
    },

    async creditedBy(chainId, txid) {
      const rows = await db
        .select({ invoiceId: deposits.invoiceId })
        .from(deposits)
        .where(and(gte(deposits.key, `${chainId}:${txid}:`), lt(deposits.key, `${chainId}:${txid};`))); // ";" follows ":"
      return [...new Set(rows.map(({ invoiceId }) => invoiceId))];
    },

    unattributedAt: (chainId, of) => unattributedAt(context, chainId, of),
    payoutBookings: (ids) => payoutBookings(context, ids),
  };
}

const JUST_BEFORE_MS = DAY_MS; // what the service makes of money arrives after it

type Times = Pick<Span, "from" | "to">;

function overlaps({ t: { leases } }: PersistenceContext, { from, to }: Times) {
  return and(lt(leases.fromAt, to), or(isNull(leases.untilAt), gte(leases.untilAt, from)));
}

async function invoicesIn(
  context: PersistenceContext,
  { storeId, ...span }: Span,
  after: string,
  limit: number,
): Promise<readonly KeptInvoice[]> {
  const { db, t } = context;
  const { invoices, leases, ledger, unattributed } = t;
  const isIn = and(eq(ledger.invoiceId, invoices.id), gte(ledger.at, span.from), lt(ledger.at, span.to));
  const booked = db.select({ id: ledger.id }).from(ledger).where(isIn);
  const leased = db
    .select({ id: leases.id })
    .from(leases)
    .where(and(eq(leases.invoiceId, invoices.id), overlaps(context, span)));
  const { lastInvoiceId, blockTime, seenAt } = unattributed;
  const isStray = and(
    isNotNull(lastInvoiceId),
    lt(blockTime, span.to),
    gte(seenAt, span.from - JUST_BEFORE_MS),
  );
  const strangers = db.select({ id: lastInvoiceId }).from(unattributed).where(isStray);
  const isOurs = storeId === undefined ? undefined : eq(invoices.storeId, storeId);
  const rows = await db
    .select()
    .from(invoices)
    .where(
      and(
        gt(invoices.id, after),
        isOurs,
        or(exists(leased), exists(booked), inArray(invoices.id, strangers)),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(limit);
  return withBooks(context, rows);
}

type InvoiceRow = PersistenceContext["t"]["invoices"]["$inferSelect"];

async function withBooks(
  { db, t }: PersistenceContext,
  rows: readonly InvoiceRow[],
): Promise<readonly KeptInvoice[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const leases = await db
    .select()
    .from(t.leases)
    .where(inArray(t.leases.invoiceId, ids))
    .orderBy(asc(t.leases.id));
  const entries = await db
    .select(entryColumns(t.ledger))
    .from(t.ledger)
    .where(inArray(t.ledger.invoiceId, ids));
  const lines = await db.select().from(t.bookLines).where(inArray(t.bookLines.invoiceId, ids));
  const { id, invoiceId, raw } = t.quotes;
  const quotes = await db.select({ id, invoiceId, raw }).from(t.quotes).where(inArray(invoiceId, ids));
  return rows.map((row) => {
    const isOwn = (one: Readonly<{ invoiceId: string | null }>) => one.invoiceId === row.id;
    try {
      return {
        id: row.id,
        invoice: toInvoice(row),
        leases: leases.filter(isOwn).map(toFormerLease),
        entries: entries.filter(isOwn).map(toExactEntry),
        quotes: quotes.filter(isOwn),
        lines: lines.filter(isOwn).map(toLine),
      };
    } catch (error) {
      return { id: row.id, unreadable: String(error) };
    }
  });
}

function toFormerLease(row: PersistenceContext["t"]["leases"]["$inferSelect"]): FormerLease {
  return { ...toLease(row), untilAt: row.untilAt ?? undefined };
}

async function unattributedAt(
  { db, t: { unattributed } }: PersistenceContext,
  chainId: number,
  of: Parameters<ReconcileReads["unattributedAt"]>[1],
): Promise<readonly Unattributed[]> {
  const isWanted =
    "txid" in of
      ? like(unattributed.key, `${chainId}:${of.txid}:%`)
      : sql`lower(${unattributed.address}) = ${of.address.toLowerCase()}`; // EVM addresses are written in two ways
  const rows = await db
    .select({ row: unattributed, value: exactly(unattributed.value) })
    .from(unattributed)
    .where(and(eq(unattributed.chainId, chainId), isWanted))
    .orderBy(asc(unattributed.key));
  return rows.map(({ row, value }) => ({ ...toUnattributed(row), value }));
}

async function payoutBookings(
  { db, t: { ledger, bookLines } }: PersistenceContext,
  ids: readonly string[],
): ReturnType<ReconcileReads["payoutBookings"]> {
  if (ids.length === 0) return new Map();
  const entryIds = (id: string) => PAYOUT_PARTS.map((part) => payoutEntryId(id, part));
  const entries = await db
    .select(entryColumns(ledger))
    .from(ledger)
    .where(inArray(ledger.id, ids.flatMap(entryIds)));
  const rows = await db
    .select()
    .from(bookLines)
    .where(inArray(bookLines.id, ids.map(payoutLineId)));
  const lines = rows.map(toLine);
  return new Map(
    ids.map((id) => {
      const own = new Set(entryIds(id));
      const line = lines.find((row) => row.id === payoutLineId(id));
      return [
        id,
        {
          entries: entries.filter((row) => own.has(row.id)).map(toExactEntry),
          ...(line?.file === "refunds" ? { line } : {}),
        },
      ];
    }),
  );
}
