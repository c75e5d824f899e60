import {
  invoiceListFile,
  invoiceListLine,
  type InvoiceListLine,
} from "../../domain/exports/invoiceListFile.ts";
import { schemaOf } from "../../domain/exports/exportFile.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { InvoiceFilter } from "../../ports/persistencePort.ts";
import type { Export } from "./export.ts";
import { exportTable, type PageOf } from "./exportTable.ts";

/** The invoices that a filter finds, of one store or of all, as CSV. */
export function listedInvoices(storeId: string | undefined, filter: Omit<InvoiceFilter, "limit">): Export {
  return fileOf(async ({ invoices }, { after, limit }) => {
    const place = after && { createdAt: after.at, id: after.id };
    const found = await invoices.list(storeId, { ...filter, ...(place ? { after: place } : {}), limit });
    return found.map(invoiceListLine);
  });
}

/** These invoices as CSV. */
export function chosenInvoices(chosen: readonly Invoice[]): Export {
  return fileOf(async (_persistence, { after, limit }) => {
    const from = after ? chosen.findIndex(({ id }) => id === after.id) + 1 : 0;
    return chosen.slice(from, from + limit).map(invoiceListLine);
  });
}

function fileOf(pageOf: PageOf<InvoiceListLine>): Export {
  return {
    schema: schemaOf(invoiceListFile),
    type: "text/csv; charset=utf-8",
    takes: new Set(),
    chunks: (persistence, ask) => exportTable({ file: invoiceListFile, pageOf }, "csv", persistence, ask),
  };
}
