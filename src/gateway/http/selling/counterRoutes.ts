import { randomBytes } from "node:crypto";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { timeOrderedId } from "../../../values/ids.ts";
import { formatFixed } from "../../../values/amount.ts";
import { saleOf, type Cart } from "../../domain/selling/sale.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { chargeSale } from "../../usecases/selling/chargeSale.ts";
import { GatewayError } from "../../errors.ts";
import { LARGEST_PRICE } from "../api/priceBody.ts";
import { storeOf } from "../api/storeOf.ts";
import { correctableError } from "../errors.ts";
import { isForOperators } from "../forOperators.ts";
import { formToken, idInFormToken } from "../formToken.ts";
import { askedLanguage, inLanguage, languageLinks, readLanguage } from "../language.ts";
import { perAddress, perStore } from "../limits.ts";
import { fieldOf } from "../owner/fields.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { counterPath, pointsOfSalePath } from "../owner/paths.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { renderPage, securityHeaders } from "../pages.ts";
import { readForm } from "../readBody.ts";
import { cashierIn, counterGuard, posIn } from "./counterGuard.ts";
import { cartOf, isOtherTotal, saleToken, typedCart, type TypedCart } from "./counterForm.ts";
import { counterView } from "./counterView.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";

const READS_PER_MINUTE = 240;
const CHARGES_PER_MINUTE = 30; // of one address: each costs quotes, which are scarce
const PUBLIC_CHARGES_OF_STORE = 60; // in a minute, from everywhere; cashiers have no such limit
const FIELDS = 150; // of the form: a hundred items, and what is beside them

type Refused = Readonly<{ status: number; error: string; typed: TypedCart }>;

/**
 * The counter of a point of sale: items, keypad, tip, discount, and the button that charges. What the page computes is shown only:
 * the sale is computed here, from the prices of the point of sale. Charging twice makes one invoice.
 */
export function counterRoutes(gateway: Gateway, door: SessionGuard): Router {
  const router = Router();
  const guard = counterGuard(gateway, door);

  const show = async (request: Request, response: Response, refused?: Refused) => {
    const pos = posIn(response);
    const store = await storeOf(gateway, pos.storeId);
    const { language, asked } = readLanguage(request, { store: store.settings.profile.defaultLang });
    const cashier = cashierIn(response);
    const byCashier = cashier !== undefined;
    const around = { store, language, sandbox: gateway.settings.sandbox, byCashier };
    const view = counterView(pos, refused ? { ...around, typed: refused.typed } : around);
    const here = request.method === "GET" ? request.originalUrl : counterPath(pos.id);
    const nonce = randomBytes(16).toString("base64");
    response.status(refused?.status ?? 200);
    response
      .set(securityHeaders(nonce, { referrer: "strict-origin" }))
      .vary("Accept-Language")
      .type("html");
    response.send(
      renderPage("pos/counter", {
        ...view,
        chargeUrl: inLanguage(view.chargeUrl, asked),
        languages: languageLinks(here, language),
        token: formToken(gateway.secrets, saleToken(pos), timeOrderedId(gateway.clock(), gateway.random)),
        formToken: cashier?.formToken,
        cashier: cashier?.user.name,
        listUrl:
          cashier && mayIn(cashier.access, pos.storeId, "cancreateinvoice")
            ? pointsOfSalePath(pos.storeId)
            : undefined,
        error: refused?.error,
        nonce,
      }),
    );
  };

  router.get("/pos/:posId", perAddress(READS_PER_MINUTE), ...guard.page, (request, response) =>
    show(request, response),
  );

  const refuse = async (request: Request, response: Response, error: unknown) => {
    const problem = correctableError(error, merchantWords("en"));
    if (!problem) throw error;
    const { settings } = await storeOf(gateway, posIn(response).storeId);
    const { language } = readLanguage(request, { store: settings.profile.defaultLang });
    const isPlain = language === "en" && !isForOperators(error);
    const why = isPlain ? problem.message : wordsOf(language)("pos.refused");
    await show(request, response, { status: problem.status, error: why, typed: typedCart(request) });
  };
  const isChargeable: RequestHandler = async (request, response, next) => {
    try {
      await readSale(gateway, request, response);
    } catch (error) {
      return refuse(request, response, error);
    }
    next();
  };
  const publicStore = ({ res }: Request) => (res && !cashierIn(res) ? posIn(res).storeId : undefined);
  const charging = [
    perAddress(CHARGES_PER_MINUTE),
    ...readForm("32kb", FIELDS),
    ...guard.form,
    isChargeable,
    perStore(PUBLIC_CHARGES_OF_STORE, publicStore),
  ];
  router.post("/pos/:posId/charge", ...charging, async (request, response) => {
    const pos = posIn(response);
    try {
      const { id, isNew } = await charge(gateway, request, response);
      const { storeId } = pos;
      if (isNew && cashierIn(response))
        await door.record(response, { action: "sale.charged", storeId, subject: id, after: { pos: pos.id } });
      response.redirect(303, inLanguage(`${counterPath(pos.id)}/sales/${id}`, askedLanguage(request)));
    } catch (error) {
      await refuse(request, response, error);
    }
  });
  return router;
}

/** The cart that was sent, and the id that its page has named for the invoice. Throws sale_refused and AmountError. */
async function readSale(
  { secrets }: Pick<Gateway, "secrets">,
  request: Request,
  response: Response,
): Promise<Readonly<{ cart: Cart; id: string }>> {
  const pos = posIn(response);
  const { settings } = pos;
  const typed = typedCart(request);
  const cart = cartOf(typed, settings, cashierIn(response) !== undefined);
  const { total } = saleOf(settings, cart);
  if (total > LARGEST_PRICE * 10n ** BigInt(settings.decimals))
    throw new GatewayError(
      "sale_refused",
      `Expected an amount of at most ${LARGEST_PRICE}. Check what was typed.`,
    );
  if (isOtherTotal(typed, total)) {
    const now = `${formatFixed(total, settings.decimals)} ${settings.currency}`;
    const message = `A price has changed: this comes to ${now} now. Check it, and charge it again.`;
    throw new GatewayError("sale_refused", message);
  }
  const id = await idInFormToken(secrets, saleToken(pos), fieldOf(request, "token") ?? "");
  if (id === undefined)
    throw new GatewayError(
      "sale_refused",
      "This page is too old. Check what is picked, and charge it again.",
    );
  return { cart, id };
}

async function charge(
  gateway: Gateway,
  request: Request,
  response: Response,
): Promise<Readonly<{ id: string; isNew: boolean }>> {
  const pos = posIn(response);
  const { cart, id } = await readSale(gateway, request, response);
  const store = await storeOf(gateway, pos.storeId);
  const isNew = (await gateway.persistence.invoices.load(id)) === undefined;
  await chargeSale(gateway, store, pos, cart, id);
  return { id, isNew };
}
