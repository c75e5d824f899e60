import { currencyChoices } from "../owner/currencyChoices.ts";
import { Router, type Request, type Response } from "express";
import type { Translate } from "../../../languages/merchantWords.ts";
import { formatFixed, parseDecimal } from "../../../values/amount.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import type { MerchantStore, PublicInvoices } from "../../usecases/stores/merchantStore.ts";
import { readAmount, readDecimals } from "../api/priceBody.ts";
import { storeOf } from "../api/storeOf.ts";
import { qrSvg } from "../checkout/qr.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { amountOf, fieldOf } from "../owner/fields.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../owner/page.ts";
import { payButtonsPath, STORES_PATH } from "../owner/paths.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { frameOf } from "../owner/visitor.ts";
import { redirectHosts, refuseRedirect } from "./buttonRedirect.ts";
import { buttonHtml, buttonLink } from "./buttonHtml.ts";
import { faultsOf, type Faults } from "./faults.ts";

type Deps = Pick<Gateway, "persistence" | "settings">;
type Typed = Readonly<{ isOn: boolean; currency: string; least: string; most: string }>;
type Said = Readonly<{ typed?: Typed; faults?: Faults }>;

const SETTINGS = ["Currency", "Least", "Most"];
const MOST_AMOUNTS = 10;

/** The page on which a store switches pay buttons on, and makes their HTML. Making HTML changes nothing: it is asked for by the query. */
export function payButtonPages(gateway: Deps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/pay-buttons`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(path, ...door.page(), async (request, response) => {
    show(gateway, publicUrl, request, response, await load(request));
  });

  router.post(path, ...door.form(), async (request, response) => {
    const store = await load(request);
    const text = (name: string) => fieldOf(request, name)?.trim() ?? "";
    const isOn = fieldOf(request, "isOn") !== undefined;
    const currency = text("currency") || store.settings.defaultCurrency;
    const amount = (name: string) => amountOf(request, name, currency) ?? "";
    const typed = { isOn, currency: text("currency"), least: amount("least"), most: amount("most") };
    try {
      const publicInvoices = isOn ? readBounds(typed, store, wordsFor(response)) : undefined;
      await retryOnConflict(async () => {
        const before = await load(request);
        const { name, settings } = before;
        await gateway.persistence.stores.change(before, { name, settings: { ...settings, publicInvoices } });
      });
      await door.record(response, {
        action: "store.pay_buttons_changed",
        storeId: store.id,
        before: toldOf(store.settings.publicInvoices),
        after: toldOf(publicInvoices),
      });
    } catch (error) {
      const faults = faultsOf(error, SETTINGS, wordsFor(response));
      if (!faults) throw error;
      return show(gateway, publicUrl, request, response, store, { typed, faults });
    }
    response.redirect(303, `${payButtonsPath(store.id)}?saved`);
  });
  return router;
}

function readBounds(
  { currency: code, least, most }: Typed,
  { settings }: MerchantStore,
  tr: Translate,
): PublicInvoices {
  const currency = (code === "" ? settings.defaultCurrency : code).toUpperCase();
  const problems: Problem[] = [];
  const decimals = readDecimals(currency, problems);
  const read = (text: string, path: string) => {
    const own: Problem[] = [];
    const amount = readAmount(text === "" ? undefined : text, decimals, currency, own);
    problems.push(...own.map((problem) => ({ ...problem, path })));
    return amount;
  };
  const bounds = { currency, decimals, least: read(least, "Least"), most: read(most, "Most") };
  if (problems.length === 0 && bounds.most < bounds.least)
    problems.push({ path: "Most", message: tr("Expected at least the least amount."), code: "invalid" });
  if (problems.length > 0) throw new ValidationError(problems);
  return bounds;
}

function toldOf(settings: PublicInvoices | undefined) {
  if (!settings) return { isOn: false };
  return { isOn: true, ...settings, least: settings.least.toString(), most: settings.most.toString() };
}

function show(
  gateway: Deps,
  publicUrl: string,
  request: Request,
  response: Response,
  store: MerchantStore,
  { typed, faults }: Said = {},
): void {
  const known = store.settings.publicInvoices;
  const plain = (amount: bigint | undefined, none: string) =>
    known && amount !== undefined ? formatFixed(amount, known.decimals) : none;
  const tr = wordsFor(response);
  const asked = askedIn(request);
  const made = known && "label" in request.query ? madeOf(publicUrl, store, known, asked, tr) : undefined;
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    path: payButtonsPath(store.id),
    isOn: known !== undefined,
    currencies: currencyChoices(languageOfVisitor(response)),
    typed: typed ?? {
      isOn: known !== undefined,
      currency: known?.currency ?? store.settings.defaultCurrency,
      least: plain(known?.least, "1"),
      most: plain(known?.most, "1000"),
    },
    currency: known?.currency,
    asked,
    made,
    redirectHosts: redirectHosts(store, tr),
    faults: faults?.fields ?? {},
    problem: faults?.problem,
    done: "saved" in request.query ? tr("Saved.") : undefined,
  };
  sendOwnerPage(response, "selling/payButtons", view, faults ? { status: faults.status } : {});
}

/** The button that the query asks for, as it was typed. */
function askedIn({ query }: Request) {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? value.trim().slice(0, 300) : "";
  };
  return {
    amounts: text("amounts"),
    label: text("label"),
    orderId: text("orderId"),
    description: text("description"),
    redirect: text("redirect"),
  };
}

type Asked = ReturnType<typeof askedIn>;
type Made = Readonly<{ html: string; link: string; qr: string } | { problem: string }>;

/** The button's HTML and link, or why there are none. */
function madeOf(
  publicUrl: string,
  store: MerchantStore,
  known: PublicInvoices,
  asked: Asked,
  tr: Translate,
): Made {
  const amounts = asked.amounts
    .split(/[\s;]+|,(?=[\s;]|$)/)
    .filter((one) => one !== "")
    .map((one) => typedAmount(one, known.decimals));
  const bounds = [known.least, known.most].map((amount) => formatFixed(amount, known.decimals));
  const [least = "", most = ""] = bounds;
  if (amounts.length > MOST_AMOUNTS)
    return { problem: tr("Expected at most {count} amounts.", { count: MOST_AMOUNTS }) };
  if (!amounts.every((amount) => isWithin(amount, known)))
    return {
      problem: tr("Expected amounts from {least} to {most}, such as 5 10 20.", {
        least,
        most: `${most} ${known.currency}`,
      }),
    };
  const refused = refuseRedirect(store, asked.redirect, tr);
  if (refused !== undefined) return { problem: refused };
  const button = {
    ...asked,
    label: asked.label === "" ? tr("Pay") : asked.label,
    payUrl: `${publicUrl}/pay/${store.id}`,
    currency: known.currency,
    amounts,
    least,
    most,
  };
  const link = buttonLink(button);
  return { html: buttonHtml(button), link, qr: qrSvg(link, tr("QR code with the payment link")) };
}

function isWithin(text: string, { decimals, least, most }: PublicInvoices): boolean {
  try {
    const amount = parseDecimal(text, decimals);
    return amount >= least && amount <= most;
  } catch {
    return false; // it is no amount
  }
}
