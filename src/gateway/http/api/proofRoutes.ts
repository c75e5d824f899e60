import { Router } from "express";
import type { Gateway } from "../../usecases/gateway.ts";
import { proveInvoice } from "../../usecases/proofs/proveInvoice.ts";
import { requirePermission } from "../auth.ts";
import { invoiceOf } from "./invoiceOf.ts";

/** The proof pack of an invoice (docs/reference/proof-format.md). */
export function proofRoutes(gateway: Gateway): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewinvoices");
  router.get("/api/v1/stores/:storeId/invoices/:invoiceId/proof", mayView, async (request, response) => {
    const { id } = await invoiceOf(gateway, request);
    response.json(await proveInvoice(gateway, id));
  });
  return router;
}
