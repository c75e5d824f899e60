import type { Request } from "express";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { param } from "./query.ts";

/** The invoice of a path, if it is of the path's store; another store's does not exist here. Throws invoice_not_found. */
export async function invoiceOf(gateway: Pick<Gateway, "persistence">, request: Request): Promise<Invoice> {
  const id = param(request, "invoiceId");
  const invoice = await gateway.persistence.invoices.load(id);
  if (invoice && invoice.storeId === param(request, "storeId")) return invoice;
  throw new GatewayError("invoice_not_found", `There is no invoice ${id.slice(0, 64)} in this store.`);
}
