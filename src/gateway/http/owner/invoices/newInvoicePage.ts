import { currencyChoices } from "../currencyChoices.ts";
import { Router, type Request, type Response } from "express";
import { issueForOrder } from "../../../usecases/invoices/issueForOrder.ts";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import type { InvoiceRequest } from "../../../usecases/invoices/issueInvoice.ts";
import { requireMailer } from "../../../usecases/mail/mailInvoice.ts";
import type { MerchantStore, StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { LONGEST_HOLD_MINUTES } from "../../../usecases/stores/storeOptions.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { readInvoiceRequest } from "../../api/invoiceRequest.ts";
import { storeOf } from "../../api/storeOf.ts";
import { problem } from "../../api/priceBody.ts";
import { HttpError, ValidationError, type Problem } from "../../errors.ts";
import { faultsOf, type Faults } from "../../selling/faults.ts";
import { amountOf, fieldOf } from "../fields.ts";
import { isFormId } from "../formId.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { invoicePath, newInvoicePath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf } from "../visitor.ts";
import { sentence } from "../../../../values/sentence.ts";

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
      const wanted = readTyped(typed, store.settings);
      if (wanted.mailTo) requireMailer(gateway);
      id = (await issueForOrder(gateway, store, wanted, await ownId(gateway, request, store))).id;
    } catch (error) {
      const faults = faultsOf(error, Object.values(BESIDE), wordsFor(response));
      if (!faults) throw error;
      return showForm(gateway, response, store, typed, faults);
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

/** The API's names of the fields beside which a problem stands. */
const BESIDE = {
  ...{ amount: "Amount", currency: "Currency" },
  ...{ email: "Crosstill.Email.To", minutes: "Checkout.ExpirationMinutes" },
} as const;

/** What the form asks for. Throws ValidationError with all that is wrong with it. */
function readTyped(typed: Typed, settings: StoreSettings): InvoiceRequest {
  const { minutes } = typed;
  if (minutes === "" || Number(minutes) <= LONGEST_HOLD_MINUTES)
    return readInvoiceRequest(bodyOf(typed), settings);
  const said = sentence("Expected at most {most} minutes (30 days); got {came}.", {
    most: LONGEST_HOLD_MINUTES,
    came: minutes,
  });
  throw new ValidationError([
    ...problemsOf({ ...typed, minutes: "" }, settings),
    problem(BESIDE.minutes, said),
  ]);
}

function problemsOf(typed: Typed, settings: StoreSettings): readonly Problem[] {
  try {
    readInvoiceRequest(bodyOf(typed), settings);
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.problems;
    throw error;
  }
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
  faults?: Faults,
): void {
  const view = {
    ...frameOf(gateway, response),
    problem: faults?.problem,
    faults: Object.fromEntries(Object.entries(BESIDE).map(([name, path]) => [name, faults?.fields[path]])),
    typed: typed ?? {},
    path: newInvoicePath(store.id),
    storeName: store.name,
    currency: store.settings.defaultCurrency,
    currencies: currencyChoices(languageOfVisitor(response)),
    hasMailer: gateway.mailer !== undefined,
    invoiceId: timeOrderedId(gateway.clock(), gateway.random),
  };
  sendOwnerPage(response, "newInvoice", view, faults ? { status: faults.status } : {});
}
