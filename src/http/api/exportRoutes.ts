import { Router } from "express";
import { csvLine } from "../../accounting/csv.ts";
import { PAYMENTS_COLUMNS } from "../../accounting/paymentsExport.ts";
import type { Gateway } from "../../gateway/ports.ts";
import type { InvoiceFilter } from "../../gateway/storePort.ts";
import type { Invoice } from "../../invoices/invoice.ts";
import { requirePermission } from "../auth.ts";
import { paymentRows } from "./paymentRows.ts";
import { param } from "./query.ts";

const EXPORT_PAGE = 500;

/** Payments as a table for accountants, also those of archived invoices. */
export function exportRoutes(gateway: Gateway): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewinvoices");
  router.get("/api/v1/stores/:storeId/exports/payments.csv", mayView, async (request, response) => {
    response.set({ "Content-Type": "text/csv; charset=utf-8", "X-Content-Type-Options": "nosniff" });
    response.set("Content-Disposition", 'attachment; filename="payments.csv"');
    response.write(csvLine(PAYMENTS_COLUMNS.map(({ name }) => name)));
    for await (const invoices of everyInvoice(gateway, param(request, "storeId"))) {
      const lines = invoices
        .flatMap(paymentRows)
        .map((row) => csvLine(PAYMENTS_COLUMNS.map(({ cell }) => cell(row))));
      if (!response.write(lines.join(""))) await new Promise((drained) => response.once("drain", drained));
      if (response.destroyed) return; // the reader has left
    }
    response.end();
  });
  return router;
}

/** Every invoice of a store, oldest first, a page at a time: an export never holds a table in memory. */
async function* everyInvoice(gateway: Gateway, storeId: string): AsyncGenerator<readonly Invoice[]> {
  let after: InvoiceFilter["after"];
  for (;;) {
    const filter = { oldestFirst: true, withArchived: true, limit: EXPORT_PAGE, ...(after ? { after } : {}) };
    const page = await gateway.store.list(storeId, filter);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last) return;
    after = { createdAt: last.terms.createdAt, id: last.id };
  }
}
