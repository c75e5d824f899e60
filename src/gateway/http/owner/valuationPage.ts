import { paymentTime } from "../../domain/invoices/credit.ts";
import { Router, type Request, type Response } from "express";
import { decimalIn } from "../../../languages/formats.ts";
import { AmountError, formatDecimal, formatFixed } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { inPrice } from "../../domain/invoices/paid.ts";
import { accountingCurrency } from "../../usecases/books/bookSettings.ts";
import { listUnvalued, valueByHand, type UnvaluedPayment } from "../../usecases/books/valueByHand.ts";
import {
  listUnvaluedPayouts,
  valuePayoutByHand,
  type UnvaluedPayout,
} from "../../usecases/books/valuePayouts.ts";
import { storeOf } from "../api/storeOf.ts";
import { donePath } from "./doneWords.ts";
import { fieldOf } from "./fields.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "./page.ts";
import { pageZone } from "./pageZone.ts";
import { invoicePath, payoutPath, STORES_PATH, valuationsPath } from "./paths.ts";
import { readableTime } from "./readableTime.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "./visitor.ts";

const MOST_SHOWN = 50; // further ones appear once these are valued
const RATE_DECIMALS = 30;

/** The refused form of one payment or payout: the typed rates, and the reason. */
type Refused = Readonly<{
  subject: string; // the outpoint, or the id of the payout
  typed: ReadonlyMap<string, string>;
  problem: string;
  status: number;
}>;

/** Payments and payouts without a value in the currency of the books, each with a form that takes the rates from a person. */
export function valuationPage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/valuations`;

  router.get(path, ...door.page(), async (request, response) => showPage(gateway, request, response));

  router.post(path, ...door.form(), async (request, response) => {
    const store = await storeOf(gateway, request.params["storeId"]);
    const [invoiceId, outpoint] = [fieldOf(request, "invoiceId") ?? "", fieldOf(request, "outpoint") ?? ""];
    const payoutId = fieldOf(request, "payoutId");
    const typed = ratesIn(request);
    const tr = wordsFor(response);
    const refuse = (status: number, problem: string) =>
      showPage(gateway, request, response, { subject: payoutId ?? outpoint, typed, problem, status });
    try {
      const isValued =
        payoutId === undefined
          ? await valueByHand(gateway, store, { invoiceId, outpoint }, typed)
          : await valuePayoutByHand(gateway, store, payoutId, typed);
      if (!isValued)
        return await refuse(
          409,
          payoutId === undefined
            ? tr("This payment is valued already.")
            : tr("This payout is valued already."),
        );
    } catch (error) {
      if (!(error instanceof AmountError)) throw error;
      return refuse(422, tr("Enter each rate as a number above zero, such as 1.0837."));
    }
    const rates = Object.fromEntries(typed);
    const entry =
      payoutId === undefined
        ? { action: "payment.valued", subject: invoiceId, after: { outpoint, ...rates } }
        : { action: "payout.valued", subject: payoutId, after: rates };
    await door.record(response, { ...entry, storeId: store.id });
    const done = payoutId === undefined ? "valued" : "payoutValued";
    response.redirect(303, donePath(valuationsPath(store.id), done));
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
  const payouts = await listUnvaluedPayouts(gateway, store, MOST_SHOWN + 1);
  const listed = [
    ...found.slice(0, MOST_SHOWN).map((one) => paymentView(one, response, store.id, refused)),
    ...payouts.slice(0, MOST_SHOWN).map((one) => payoutView(one, response, store.id, refused)),
  ];
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    currency: accountingCurrency(store.settings),
    path: valuationsPath(store.id),
    mayValue: mayIn(visitorOf(response).access, store.id, "canmodifyinvoices"),
    hasMore: found.length > MOST_SHOWN || payouts.length > MOST_SHOWN,
    listed,
    problem: refused?.problem,
    isProblemShown: listed.some(({ problem }) => problem !== undefined),
  };
  sendOwnerPage(response, "valuations", view, refused ? { status: refused.status } : {});
}

function paymentView(
  { invoice: { id, terms }, deposit, currencies }: UnvaluedPayment,
  response: Response,
  storeId: string,
  refused: Refused | undefined,
) {
  const [tr, orderId] = [wordsFor(response), metadataText(terms.metadata, "orderId")];
  const amount = formatFixed(inPrice(terms, deposit.credit), terms.decimals);
  return {
    fields: { invoiceId: id, outpoint: deposit.outpoint },
    name: orderId ? tr("Order {order}", { order: orderId }) : tr("Invoice {id}", { id }),
    page: invoicePath(id),
    isPayout: false,
    currency: terms.currency,
    amount: `${decimalIn(languageOfVisitor(response), amount)} ${terms.currency}`,
    at: readableTime(paymentTime(deposit), pageZone(response, storeId)),
    ...formView(deposit.outpoint, currencies, refused),
  };
}

function payoutView(
  { payout: { id, createdAt }, left: { coin, amount }, currencies }: UnvaluedPayout,
  response: Response,
  storeId: string,
  refused: Refused | undefined,
) {
  return {
    fields: { payoutId: id },
    name: wordsFor(response)("Payout {id}", { id }),
    page: payoutPath(id),
    isPayout: true,
    currency: coin.symbol,
    amount: `${decimalIn(languageOfVisitor(response), formatDecimal(amount, coin.decimals))} ${coin.symbol}`,
    at: readableTime(createdAt, pageZone(response, storeId)),
    ...formView(id, currencies, refused),
  };
}

function formView(subject: string, currencies: readonly string[], refused: Refused | undefined) {
  const own = refused?.subject === subject ? refused : undefined;
  return {
    rates: currencies.map((currency) => ({ currency, typed: own?.typed.get(currency) ?? "" })),
    problem: own?.problem,
  };
}
