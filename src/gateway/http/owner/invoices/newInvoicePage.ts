import { Router, type Request, type Response } from "express";
import { issueForOrder } from "../../../usecases/invoices/issueForOrder.ts";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import { requireMailer } from "../../../usecases/mail/mailInvoice.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { PRICE_CURRENCIES } from "../../../../values/currency.ts";
import { readInvoiceRequest } from "../../api/invoiceRequest.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError, correctableError } from "../../errors.ts";
import { amountOf, fieldOf } from "../fields.ts";
import { isFormId } from "../formId.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { invoicePath, newInvoicePath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf } from "../visitor.ts";
import { sentence } from "../../../../values/sentence.ts";

type Problem = Readonly<{ status: number; message: string }>;

const FIELDS = ["amount", "currency", "orderId", "itemDesc", "email", "minutes"] as const;
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

/**
 * The form that makes an invoice of a store. What it takes is read as a call of the merchant API is, so both have the same rules;
 * sending it twice makes one invoice.
 */
export function newInvoicePage(gateway: InvoiceContext, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/invoices/new`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(path, ...door.page(), async (request, response) => {
    showForm(gateway, response, await load(request));
  });

  router.post(path, ...door.form(), async (request, response) => {
    const store = await load(request);
    const typed = typedIn(request);
    let id: string;
    try {
      const wanted = readInvoiceRequest(bodyOf(typed), store.settings);
      if (wanted.mailTo) requireMailer(gateway);
      id = (await issueForOrder(gateway, store, wanted, await ownId(gateway, request, store))).id;
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      return showForm(gateway, response, store, typed, problem);
    }
    await door.record(response, {
      action: "invoice.created",
      storeId: store.id,
      subject: id,
      after: { amount: typed.amount, currency: typed.currency },
    });
    response.redirect(303, invoicePath(id));
  });
  return router;
}

function typedIn(request: Request): Typed {
  const read = (name: string) => (name === "amount" ? amountOf : fieldOf)(request, name)?.trim() ?? "";
  return Object.fromEntries(FIELDS.map((name) => [name, read(name)])) as Typed;
}

/** The form as the body of POST …/invoices. An empty amount is any amount. */
function bodyOf({ amount, currency, orderId, itemDesc, email, minutes }: Typed) {
  const metadata = {
    ...(orderId && { orderId }),
    ...(itemDesc && { itemDesc }),
    ...(email && { buyerEmail: email }),
  };
  return {
    amount: amount === "" ? null : amount,
    currency: currency === "" ? null : currency,
    metadata,
    checkout: minutes === "" ? null : { expirationMinutes: Number(minutes) },
    crosstill: email === "" ? null : { email: { to: email } },
  };
}

/** The id that the form was shown with. One that another store's invoice has is refused. */
async function ownId(gateway: InvoiceContext, request: Request, store: MerchantStore): Promise<string> {
  const id = fieldOf(request, "invoiceId");
  const made = isFormId(id) ? await gateway.persistence.invoices.load(id) : undefined;
  if (isFormId(id) && (made === undefined || made.storeId === store.id)) return id;
  throw new HttpError(422, "invalid", sentence("Open the form again, and send it from there."));
}

function showForm(
  gateway: InvoiceContext,
  response: Response,
  store: MerchantStore,
  typed?: Typed,
  problem?: Problem,
): void {
  const view = {
    ...frameOf(gateway, response),
    problem: problem?.message,
    typed: typed ?? {},
    path: newInvoicePath(store.id),
    storeName: store.name,
    currency: store.settings.defaultCurrency,
    currencies: PRICE_CURRENCIES,
    hasMailer: gateway.mailer !== undefined,
    invoiceId: timeOrderedId(gateway.clock(), gateway.random),
  };
  sendOwnerPage(response, "newInvoice", view, problem ? { status: problem.status } : {});
}
