import { Router, type Request, type Response } from "express";
import { decimalIn } from "../../../languages/formats.ts";
import { AmountError, formatFixed } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { inPrice } from "../../domain/invoices/paid.ts";
import { listUnvalued, valueByHand, type UnvaluedPayment } from "../../usecases/books/valueByHand.ts";
import { storeOf } from "../api/storeOf.ts";
import { donePath } from "./doneWords.ts";
import { fieldOf } from "./fields.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "./page.ts";
import { pageZone } from "./pageZone.ts";
import { invoicePath, STORES_PATH, valuationsPath } from "./paths.ts";
import { readableTime } from "./readableTime.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "./visitor.ts";

const MOST_SHOWN = 50; // further ones appear once these are valued
const RATE_DECIMALS = 30;

/** The refused form of one payment: the typed rates, and the reason. */
type Refused = Readonly<{
  outpoint: string;
  typed: ReadonlyMap<string, string>;
  problem: string;
  status: number;
}>;

/** Payments that no source of rates could value, each with a form that takes the rates from a person. */
export function valuationPage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/valuations`;

  router.get(path, ...door.page(), async (request, response) => showPage(gateway, request, response));

  router.post(path, ...door.form(), async (request, response) => {
    const store = await storeOf(gateway, request.params["storeId"]);
    const [invoiceId, outpoint] = [fieldOf(request, "invoiceId") ?? "", fieldOf(request, "outpoint") ?? ""];
    const typed = ratesIn(request);
    const tr = wordsFor(response);
    const refuse = (status: number, problem: string) =>
      showPage(gateway, request, response, { outpoint, typed, problem, status });
    try {
      if (!(await valueByHand(gateway, store, { invoiceId, outpoint }, typed)))
        return await refuse(409, tr("This payment is valued already."));
    } catch (error) {
      if (!(error instanceof AmountError)) throw error;
      return refuse(422, tr("Enter each rate as a number above zero, such as 1.0837."));
    }
    const after = { outpoint, ...Object.fromEntries(typed) };
    await door.record(response, { action: "payment.valued", storeId: store.id, subject: invoiceId, after });
    response.redirect(303, donePath(valuationsPath(store.id), "valued"));
  });
  return router;
}

const RATE_FIELD = /^rate-([A-Z0-9]{2,10})$/;

/** The rates of a form by their currencies, as decimals. */
function ratesIn(request: Request): ReadonlyMap<string, string> {
  const rates = new Map<string, string>();
  for (const name of Object.keys((request.body ?? {}) as object)) {
    const [, currency] = RATE_FIELD.exec(name) ?? [];
    if (currency !== undefined) rates.set(currency, typedAmount(fieldOf(request, name) ?? "", RATE_DECIMALS));
  }
  return rates;
}

async function showPage(
  gateway: AuthDeps,
  request: Request,
  response: Response,
  refused?: Refused,
): Promise<void> {
  const store = await storeOf(gateway, request.params["storeId"]);
  const found = await listUnvalued(gateway, store, MOST_SHOWN + 1);
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    path: valuationsPath(store.id),
    mayValue: mayIn(visitorOf(response).access, store.id, "canmodifyinvoices"),
    hasMore: found.length > MOST_SHOWN,
    payments: found.slice(0, MOST_SHOWN).map((one) => paymentView(one, response, store.id, refused)),
    problem: refused?.problem,
    isProblemShown: found.some(({ deposit }) => deposit.outpoint === refused?.outpoint),
  };
  sendOwnerPage(response, "valuations", view, refused ? { status: refused.status } : {});
}

function paymentView(
  { invoice: { id, terms }, deposit, currencies }: UnvaluedPayment,
  response: Response,
  storeId: string,
  refused: Refused | undefined,
) {
  const amount = formatFixed(inPrice(terms, deposit.credit), terms.decimals);
  const own = refused?.outpoint === deposit.outpoint ? refused : undefined;
  return {
    invoiceId: id,
    outpoint: deposit.outpoint,
    orderId: metadataText(terms.metadata, "orderId"),
    page: invoicePath(id),
    currency: terms.currency,
    amount: `${decimalIn(languageOfVisitor(response), amount)} ${terms.currency}`,
    seen: readableTime(deposit.seenAt, pageZone(response, storeId)),
    rates: currencies.map((currency) => ({ currency, typed: own?.typed.get(currency) ?? "" })),
    problem: own?.problem,
  };
}
