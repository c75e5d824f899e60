import { json, Router, type Request } from "express";
import { csvLine } from "../../accounting/csv.ts";
import { PAYMENTS_COLUMNS } from "../../accounting/paymentsExport.ts";
import { choosePaymentMethod } from "../../gateway/choosePaymentMethod.ts";
import { GatewayError } from "../../gateway/errors.ts";
import { issueInvoice } from "../../gateway/issueInvoice.ts";
import { markInvoice } from "../../gateway/markInvoice.ts";
import { unavailableMethods } from "../../gateway/methodAvailability.ts";
import { findMethod, methodsOf, type Method } from "../../gateway/methods.ts";
import type { Gateway } from "../../gateway/ports.ts";
import type { InvoiceFilter, MerchantStore } from "../../gateway/storePort.ts";
import type { Invoice } from "../../invoices/invoice.ts";
import { authenticate, requirePermission } from "../auth.ts";
import { claimRoutes } from "./claimRoutes.ts";
import { inboxRoutes } from "./inboxRoutes.ts";
import { readInvoiceRequest, readMark } from "./invoiceRequest.ts";
import { paymentRows } from "./paymentRows.ts";
import { presentInvoice } from "./presentInvoice.ts";
import { presentMethod } from "./presentMethods.ts";
import { crossOrigin, shortForms } from "./pathForms.ts";
import { payoutRoutes } from "./payoutRoutes.ts";
import { readFilter } from "./query.ts";
import { refundRoutes } from "./refundRoutes.ts";
import { repeatable, resourceIdOf } from "./repeatable.ts";
import { serverRoutes } from "./serverRoutes.ts";
import { storeRoutes } from "./storeRoutes.ts";
import { webhookRoutes } from "./webhookRoutes.ts";

const BODY_LIMIT = "64kb";
const EXPORT_PAGE = 500;

/** The merchant API, shaped like BTCPay's Greenfield API so that shop plugins speak it. Success is always exactly 200. */
export function apiRoutes(
  gateway: Gateway,
  publicUrl: string,
  checkWebhookUrl: (url: string) => string | undefined,
): Router {
  const router = Router({ mergeParams: true });
  const { store } = gateway;
  const may = (permission: Parameters<typeof requirePermission>[1]) => requirePermission(store, permission);
  const show = (invoice: Invoice) => presentInvoice(invoice, publicUrl, gateway.refusals.of(invoice.id));
  const base = "/api/v1/stores/:storeId";
  router.use(crossOrigin);
  router.use("/api/v1", json({ limit: BODY_LIMIT }));
  router.use(shortForms(store));

  const once = repeatable(gateway);
  router.post(`${base}/invoices`, may("cancreateinvoice"), once, async (request, response) => {
    const merchant = await storeOf(gateway, request);
    const wanted = readInvoiceRequest(request.body ?? {}, merchant.settings);
    response.json(show(await issueInvoice(gateway, merchant, wanted, resourceIdOf(response))));
  });

  router.get(`${base}/invoices`, may("canviewinvoices"), async (request, response) => {
    const invoices = await store.list(param(request, "storeId"), readFilter(request));
    response.json(invoices.map((invoice) => show(invoice)));
  });

  router.get(`${base}/invoices/:invoiceId`, may("canviewinvoices"), async (request, response) => {
    response.json(show(await invoiceOf(gateway, request)));
  });

  router.post(`${base}/invoices/:invoiceId/status`, may("canmodifyinvoices"), async (request, response) => {
    const { id } = await invoiceOf(gateway, request);
    const { label } = await authenticate(store, request);
    const person = {
      by: label === "" ? "an API key" : `the API key "${label}"`,
      reason: "marked over the API",
    };
    response.json(show(await markInvoice(gateway, id, readMark(request.body), person)));
  });

  router.get(
    `${base}/invoices/:invoiceId/payment-methods`,
    may("canviewinvoices"),
    async (request, response) => {
      const invoice = await invoiceOf(gateway, request);
      const merchant = await storeOf(gateway, request);
      const methods = await offeredMethods(gateway, invoice, merchant);
      const unavailable = await unavailableMethods(gateway, merchant, invoice, methods);
      response.json(methods.map((method) => presentMethod(invoice, method, unavailable.get(method.id))));
    },
  );

  router.post(
    `${base}/invoices/:invoiceId/payment-methods/:methodId/activate`,
    may("canviewinvoices"),
    async (request, response) => {
      const { id } = await invoiceOf(gateway, request);
      await choosePaymentMethod(gateway, id, param(request, "methodId"));
      response.status(200).end();
    },
  );

  router.get(`${base}/exports/payments.csv`, may("canviewinvoices"), async (request, response) => {
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

  router.use(serverRoutes(gateway));
  router.use(storeRoutes(gateway));
  router.use(inboxRoutes(gateway, show));
  router.use(webhookRoutes(gateway, checkWebhookUrl));
  router.use(refundRoutes(gateway, publicUrl));
  router.use(payoutRoutes(gateway, publicUrl));
  router.use(claimRoutes(gateway, publicUrl));
  return router;
}

/** Every invoice of a store, oldest first, a page at a time: an export never holds a table in memory. */
async function* everyInvoice(gateway: Gateway, storeId: string): AsyncGenerator<readonly Invoice[]> {
  let after: InvoiceFilter["after"];
  for (;;) {
    const filter = { oldestFirst: true, limit: EXPORT_PAGE, ...(after ? { after } : {}) };
    const page = await gateway.store.list(storeId, filter);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last) return;
    after = { createdAt: last.terms.createdAt, id: last.id };
  }
}

/** The methods an invoice may be paid by; while the service is silent, those that it has a price in. Throws when it has none. */
async function offeredMethods(
  gateway: Gateway,
  invoice: Invoice,
  merchant: MerchantStore,
): Promise<readonly Method[]> {
  const priced = pricedMethods(invoice);
  const methods = await methodsOf(gateway, merchant).catch((error: unknown) => {
    if (priced.length === 0) throw error;
    return priced;
  });
  const { methods: wanted } = invoice.terms.checkout;
  return wanted.length === 0
    ? methods
    : methods.filter(({ id }) => wanted.some((other) => findMethod(methods, other)?.id === id));
}

function pricedMethods({ facts }: Invoice): readonly Method[] {
  const newest = new Map(facts.offers.map((offer) => [offer.methodId, offer]));
  return [...newest.values()].map(({ methodId, chainId, currency, symbol, decimals }) => ({
    ...{ id: methodId, name: symbol, chainId, chainName: `Chain ${chainId}`, currency, symbol, decimals },
    explorerUrl: undefined,
  }));
}

async function storeOf(gateway: Gateway, request: Request): Promise<MerchantStore> {
  const id = param(request, "storeId");
  const found = await gateway.store.loadStore(id);
  if (!found) throw new GatewayError("store_not_found", `There is no store ${id.slice(0, 64)}.`);
  return found;
}

/** An invoice of this very store; another store's does not exist here. */
async function invoiceOf(gateway: Gateway, request: Request): Promise<Invoice> {
  const id = param(request, "invoiceId");
  const invoice = await gateway.store.load(id);
  if (invoice && invoice.storeId === param(request, "storeId")) return invoice;
  throw new GatewayError("invoice_not_found", `There is no invoice ${id.slice(0, 64)} in this store.`);
}

export function param(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === "string" ? value : "";
}
