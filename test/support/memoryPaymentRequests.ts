import { ConflictError } from "../../src/database/driver.ts";
import type { PaymentRequests } from "../../src/gateway/ports/paymentRequestPort.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { PaymentRequest } from "../../src/gateway/domain/invoices/paymentRequest.ts";
import type { Instant } from "../../src/values/time.ts";
import { announceIn } from "./memoryOutbox.ts";

type Tables = Parameters<typeof announceIn>[0] &
  Readonly<{ paymentRequests: Map<string, PaymentRequest>; invoices: ReadonlyMap<string, Invoice> }>;

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** Payment requests of the store over maps. */
export function memoryPaymentRequests(tables: Tables): PaymentRequests {
  const { paymentRequests, invoices } = tables;
  const newestFirst = (a: { createdAt: Instant; id: string }, b: typeof a) => b.createdAt - a.createdAt || byId(b, a);
  const sorted = () => [...paymentRequests.values()].toSorted(newestFirst);
  return {
    async create(request, told) {
      paymentRequests.set(request.id, request);
      announceIn(tables, request, told);
    },
    async change(request, told) {
      if (paymentRequests.get(request.id)?.version !== request.version - 1)
        throw new ConflictError("The payment request has moved on.");
      paymentRequests.set(request.id, request);
      announceIn(tables, request, told);
    },
    load: async (id) => paymentRequests.get(id),
    list: async (storeId, { withArchived, skip, limit }) =>
      sorted()
        .filter((one) => one.storeId === storeId && (withArchived || one.archivedAt === undefined))
        .slice(skip, skip + limit),
    open: async (after, limit) =>
      sorted()
        .filter(({ status, archivedAt }) => ["Pending", "Processing"].includes(status) && archivedAt === undefined)
        .filter(({ id }) => id > after)
        .toSorted(byId)
        .slice(0, limit),
    invoicesOf: async (ids) =>
      [...invoices.values()]
        .filter(({ terms }) => ids.includes(terms.paymentRequestId ?? ""))
        .toSorted((a, b) => byId(b, a)),
  };
} // prettier-ignore
