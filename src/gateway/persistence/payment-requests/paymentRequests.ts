import { and, asc, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { PaymentRequests } from "../../ports/paymentRequestPort.ts";
import {
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestSettings,
} from "../../domain/invoices/paymentRequest.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { check, maybe, text, toInvoice, units } from "../invoices/invoiceRows.ts";
import { eventWrites } from "../invoices/invoiceWrites.ts";
import type { Tables } from "../tables.ts";

/** Links that ask for money, and the invoices that were made for them. */
export function paymentRequestQueries(context: PersistenceContext): PaymentRequests {
  const { database, db, t } = context;
  const { paymentRequests: requests, invoices } = t;
  return {
    create: (request, told) =>
      database.commit([
        one((tx) => tx.insert(requests).values(rowOf(request)).returning({ id: requests.id })),
        ...eventWrites(context, request, told),
      ]),

    change: (request, told) =>
      database.commit([
        one(
          (tx) =>
            tx
              .update(requests)
              .set(rowOf(request))
              .where(and(eq(requests.id, request.id), eq(requests.version, request.version - 1)))
              .returning({ id: requests.id }),
          `Payment request ${request.id} has moved on.`,
        ),
        ...eventWrites(context, request, told),
      ]),

    async load(id) {
      const [row] = await db.select().from(requests).where(eq(requests.id, id));
      return row && toPaymentRequest(row);
    },

    async list(storeId, { withArchived, skip, limit }) {
      const isWanted = withArchived ? undefined : isNull(requests.archivedAt);
      const rows = await db
        .select()
        .from(requests)
        .where(and(eq(requests.storeId, storeId), isWanted))
        .orderBy(desc(requests.createdAt), desc(requests.id))
        .limit(limit)
        .offset(skip);
      return readable(context, rows, toPaymentRequest);
    },

    async open(after, limit) {
      const isOpen = and(inArray(requests.status, ["Pending", "Processing"]), isNull(requests.archivedAt));
      const rows = await db
        .select()
        .from(requests)
        .where(and(isOpen, gt(requests.id, after)))
        .orderBy(asc(requests.id))
        .limit(limit);
      return readable(context, rows, toPaymentRequest);
    },

    async invoicesOf(ids) {
      if (ids.length === 0) return [];
      const isTheirs = inArray(invoices.paymentRequestId, [...ids]);
      const rows = await db.select().from(invoices).where(isTheirs).orderBy(desc(invoices.id));
      return readable(context, rows, toInvoice);
    },
  };
}

type Row = Tables["paymentRequests"]["$inferSelect"];

function rowOf({ archivedAt, ...request }: PaymentRequest): Row {
  return { ...request, archivedAt: archivedAt ?? null };
}

const settingsSchema = z.object({
  amount: units,
  currency: text,
  decimals: z.number().int().min(0).max(77),
  title: text,
  description: maybe(text),
  email: maybe(text),
  referenceId: maybe(text),
  expiresAt: maybe(z.number().int()),
  allowCustomAmounts: z.boolean(),
});

function toPaymentRequest(row: Row): PaymentRequest {
  const what = `payment request ${row.id}`;
  return {
    ...row,
    settings: check(settingsSchema, row.settings, what) as PaymentRequestSettings, // only "may be missing" became "may be undefined"
    status: check(z.enum(PAYMENT_REQUEST_STATUSES), row.status, what),
    archivedAt: row.archivedAt ?? undefined,
  };
}
