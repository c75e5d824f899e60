import { Router } from "express";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import { issueForOrder } from "../../../usecases/invoices/issueForOrder.ts";
import { dismissFirstSteps } from "../../../usecases/stores/firstSteps.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { readInvoiceRequest } from "../../api/invoiceRequest.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError } from "../../errors.ts";
import { overviewPath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import type { AuthDeps } from "../visitor.ts";

const TEST_PRICE = { amount: "25.00", currency: "USD", metadata: { orderId: "Test payment" } };

/** The forms of the first steps: a test payment in the sandbox, and taking the list away. */
export function firstStepsRoutes(gateway: AuthDeps & InvoiceContext, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId`;

  router.post(`${path}/test-payment`, ...door.form(), async (request, response) => {
    if (!gateway.settings.sandbox) throw new HttpError(404, "not-found", "Test payments are in the sandbox.");
    const store = await storeOf(gateway, request.params["storeId"]);
    const id = timeOrderedId(gateway.clock(), gateway.random);
    const redirectURL = `${request.get("origin")}${overviewPath(store.id)}`; // the guard takes forms of our own origin alone
    const wanted = readInvoiceRequest({ ...TEST_PRICE, checkout: { redirectURL } }, store.settings);
    await issueForOrder(gateway, store, wanted, id);
    await door.record(response, {
      action: "invoice.created",
      storeId: store.id,
      subject: id,
      after: TEST_PRICE,
    });
    response.redirect(303, `/i/${id}`);
  });

  const dismissing = door.form();
  router.post(`${path}/first-steps/dismiss`, ...dismissing, async (request, response) => {
    const { id } = await storeOf(gateway, request.params["storeId"]);
    await dismissFirstSteps(gateway, id);
    response.redirect(303, overviewPath(id));
  });
  return router;
}
