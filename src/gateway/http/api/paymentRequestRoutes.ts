import { Router, type Request } from "express";
import {
  archivePaymentRequest,
  createPaymentRequest,
  loadPaymentRequest,
  payPaymentRequest,
  replacePaymentRequest,
} from "../../usecases/payment-requests/paymentRequests.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import { requirePermission } from "../auth.ts";
import { storeOf } from "./storeOf.ts";
import type { Show } from "./showInvoices.ts";
import { linkOf, presentPaymentRequest, readPaying, readPaymentRequest } from "./paymentRequestBody.ts";
import { param, readFlag, readPage } from "./query.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

/** Payment requests (Greenfield, section d): links that ask for money, each visit freshly priced. */
export function paymentRequestRoutes(gateway: Gateway, publicUrl: string, showInvoice: Show): Router {
  const router = Router();
  const { persistence } = gateway;
  const mayView = requirePermission(gateway, "canviewpaymentrequests");
  const mayModify = requirePermission(gateway, "canmodifypaymentrequests");
  const requests = "/api/v1/stores/:storeId/payment-requests";
  const one = `${requests}/:paymentRequestId`;

  const shown = async (list: readonly PaymentRequest[]) => {
    const invoices = await persistence.paymentRequests.invoicesOf(list.map(({ id }) => id));
    return list.map((request) => {
      const own = invoices.filter(({ terms }) => terms.paymentRequestId === request.id);
      return presentPaymentRequest(request, own, gateway.clock(), publicUrl);
    });
  };
  const show = async (request: PaymentRequest) => (await shown([request]))[0];

  router.post(requests, mayModify, idempotent(gateway), async (request, response) => {
    const { id, settings } = await storeOf(gateway, param(request, "storeId"));
    const wanted = readPaymentRequest(request.body, settings);
    response.json(await show(await createPaymentRequest(gateway, id, wanted, resourceIdOf(response))));
  });

  router.get(requests, mayView, async (request, response) => {
    const filter = { ...readPage(request), withArchived: readFlag(request, "includeArchived", false) };
    response.json(await shown(await persistence.paymentRequests.list(param(request, "storeId"), filter)));
  });

  router.get(one, mayView, async (request, response) => {
    response.json(await show(await ownRequest(gateway, request)));
  });

  router.put(one, mayModify, async (request, response) => {
    const { id } = await ownRequest(gateway, request);
    const { settings } = await storeOf(gateway, param(request, "storeId"));
    const wanted = readPaymentRequest(request.body, settings);
    response.json(await show(await replacePaymentRequest(gateway, id, wanted)));
  });

  router.delete(one, mayModify, async (request, response) => {
    await archivePaymentRequest(gateway, await ownRequest(gateway, request));
    response.status(200).end();
  });

  router.post(`${one}/pay`, mayView, idempotent(gateway), async (request, response) => {
    const asked = await ownRequest(gateway, request);
    const paying = { ...readPaying(request.body, asked), returnUrl: linkOf(publicUrl, asked.id) };
    const merchant = await storeOf(gateway, param(request, "storeId"));
    response.json(
      await showInvoice.one(
        await payPaymentRequest(gateway, merchant, asked.id, paying, resourceIdOf(response)),
      ),
    );
  });
  return router;
}

/** A payment request of this very store; another store's does not exist here. */
async function ownRequest(gateway: Pick<Gateway, "persistence">, request: Request): Promise<PaymentRequest> {
  const id = param(request, "paymentRequestId");
  const found = await loadPaymentRequest(gateway, id);
  if (found.storeId === param(request, "storeId")) return found;
  const message = `There is no payment request ${id.slice(0, 64)} in this store.`;
  throw new GatewayError("payment_request_not_found", message);
}
