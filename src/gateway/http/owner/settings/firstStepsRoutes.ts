import { Router } from "express";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import { issueForOrder } from "../../../usecases/invoices/issueForOrder.ts";
import { dismissFirstSteps } from "../../../usecases/stores/firstSteps.ts";
import { examplePrice } from "../../../usecases/pricing/priceTerms.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { formatFixed, max } from "../../../../values/amount.ts";
import { priceDecimals } from "../../../../values/currency.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { readInvoiceRequest } from "../../api/invoiceRequest.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError } from "../../errors.ts";
import { overviewPath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import type { AuthDeps } from "../visitor.ts";

const PARTS = 4n; // of the round price of about ten to a hundred dollars that rates are asked for

/** What a test payment costs, in the currency in which the store states prices. Throws GatewayError rate_unavailable. */
async function testPrice({ rates }: Pick<InvoiceContext, "rates">, { settings }: MerchantStore) {
  const { defaultCurrency: currency, settlement } = settings;
  const decimals = priceDecimals(currency) ?? 0;
  const { price } = await examplePrice(rates, { currency, decimals }, settlement);
  const amount = formatFixed(max(price / PARTS, 1n), decimals);
  return { amount, currency, metadata: { orderId: "Test payment" } };
}

/** The forms of the first steps: a test payment in the sandbox, and taking the list away. */
export function firstStepsRoutes(gateway: AuthDeps & InvoiceContext, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId`;

  router.post(`${path}/test-payment`, ...door.form(), async (request, response) => {
    if (!gateway.settings.sandbox) throw new HttpError(404, "not-found", "Test payments are in the sandbox.");
    const store = await storeOf(gateway, request.params["storeId"]);
    const id = timeOrderedId(gateway.clock(), gateway.random);
    const redirectURL = `${request.get("origin")}${overviewPath(store.id)}`; // the guard takes forms of our own origin alone
    const price = await testPrice(gateway, store);
    const wanted = readInvoiceRequest({ ...price, checkout: { redirectURL } }, store.settings);
    await issueForOrder(gateway, store, wanted, id);
    await door.record(response, {
      action: "invoice.created",
      storeId: store.id,
      subject: id,
      after: price,
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
