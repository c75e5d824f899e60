import { storeOf } from "./storeOf.ts";
import { Router, type Request } from "express";
import { choosePaymentMethod } from "../../usecases/pricing/choosePaymentMethod.ts";
import { issueForOrder } from "../../usecases/invoices/issueForOrder.ts";
import { archiveInvoice, replaceMetadata, unarchiveInvoice } from "../../usecases/invoices/labelInvoice.ts";
import { requireMailer } from "../../usecases/mail/mailInvoice.ts";
import { markInvoice, requireMarkable } from "../../usecases/invoices/markInvoice.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import { decider, readMethodShape, requireAlso, requirePermission } from "../auth.ts";
import { invoiceOf } from "./invoiceOf.ts";
import { readInvoiceRequest, readMark, readMetadata } from "./invoiceRequest.ts";
import { presentMail } from "./present/presentMail.ts";
import { presentMethodsOf } from "./invoiceMethods.ts";
import { param, readFilter, readFlag } from "./query.ts";
import type { Show } from "./showInvoices.ts";
import { standsForAll } from "./present/presentSingleMethod.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

/** Invoices (Greenfield, section a): made, found, read, labelled, marked, and what each may be paid by. */
export function invoiceRoutes(gateway: Gateway, show: Show): Router {
  const router = Router();
  const { persistence } = gateway;
  const may = (permission: Permission) => requirePermission(gateway, permission);
  const invoices = "/api/v1/stores/:storeId/invoices";
  const one = `${invoices}/:invoiceId`;

  /** With `includePaymentMethods=true` an invoice brings its methods along. */
  const shown = async (request: Request, list: readonly Invoice[]) => {
    if (!readFlag(request, "includePaymentMethods", false)) return show.all(list);
    const merchant = await storeOf(gateway, param(request, "storeId"));
    const shape = await readMethodShape(gateway, request);
    const withMethods = async (invoice: Invoice) => ({
      ...(await show.one(invoice)),
      paymentMethods: await presentMethodsOf(gateway, merchant, invoice, { onlyAccounted: true, shape }),
    });
    return Promise.all(list.map(withMethods));
  };

  router.post(invoices, may("cancreateinvoice"), idempotent(gateway), async (request, response) => {
    const merchant = await storeOf(gateway, param(request, "storeId"));
    const wanted = readInvoiceRequest(request.body, merchant.settings);
    if (wanted.mailTo && !merchant.settings.mail.invoices) requireMailer(gateway); // asked for with this very invoice
    response.json(await show.one(await issueForOrder(gateway, merchant, wanted, resourceIdOf(response))));
  });

  router.get(invoices, may("canviewinvoices"), async (request, response) => {
    response.json(
      await shown(request, await persistence.invoices.list(param(request, "storeId"), readFilter(request))),
    );
  });

  router.get(one, may("canviewinvoices"), async (request, response) => {
    const found = await invoiceOf(gateway, request);
    const [invoice] = await shown(request, [found]);
    const mail = (await persistence.mails.of([found.id])).map(presentMail);
    response.json(
      mail.length > 0 && invoice ? { ...invoice, crosstill: { ...invoice.crosstill, mail } } : invoice,
    );
  });

  router.put(one, may("canmodifyinvoices"), async (request, response) => {
    const invoice = await invoiceOf(gateway, request);
    const metadata = readMetadata(request.body);
    response.json(await show.one(metadata ? await replaceMetadata(gateway, invoice, metadata) : invoice));
  });

  router.delete(one, may("canmodifyinvoices"), async (request, response) => {
    await archiveInvoice(gateway, await invoiceOf(gateway, request));
    response.status(200).end();
  });

  router.post(`${one}/unarchive`, may("canmodifyinvoices"), async (request, response) => {
    response.json(await show.one(await unarchiveInvoice(gateway, await invoiceOf(gateway, request))));
  });

  router.post(`${one}/status`, may("canmodifyinvoices"), async (request, response) => {
    const invoice = await invoiceOf(gateway, request);
    const { id, state } = invoice;
    const mark = readMark(request.body);
    if (mark === "Settled" || state === "Settled") await requireAlso(gateway, request, "canmarkinvoices");
    requireMarkable(invoice, mark); // also refuses the same mark again, as BTCPay Server does
    const person = { by: await decider(gateway, request), reason: "marked over the API" };
    response.json(await show.one(await markInvoice(gateway, id, mark, person)));
  });

  router.get(`${one}/payment-methods`, may("canviewinvoices"), async (request, response) => {
    const invoice = await invoiceOf(gateway, request);
    const onlyAccounted = readFlag(request, "onlyAccountedPayments", true);
    const merchant = await storeOf(gateway, param(request, "storeId"));
    const shape = await readMethodShape(gateway, request);
    response.json(await presentMethodsOf(gateway, merchant, invoice, { onlyAccounted, shape }));
  });

  router.post(
    `${one}/payment-methods/:methodId/activate`,
    may("canviewinvoices"),
    async (request, response) => {
      const { id } = await invoiceOf(gateway, request);
      const { settings } = await storeOf(gateway, param(request, "storeId"));
      const methodId = param(request, "methodId");
      if (!standsForAll(methodId, settings)) await choosePaymentMethod(gateway, id, methodId); // else the payer chooses
      response.status(200).end();
    },
  );
  return router;
}
