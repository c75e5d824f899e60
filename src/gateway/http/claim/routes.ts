import { randomBytes } from "node:crypto";
import { Router, type Request, type Response } from "express";
import { claimPayout, type PayoutRequest } from "../../usecases/payouts/claimPayout.ts";
import { requirePullPayment } from "../../usecases/payouts/createPullPayment.ts";
import { claimToken, idInClaimToken } from "../../usecases/payouts/claimLink.ts";
import { GatewayError } from "../../errors.ts";
import { estimateClaim } from "../../usecases/payouts/estimateClaim.ts";
import { payoutMethods } from "../../usecases/pricing/methods.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { parseDecimal } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { leftOf, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Explorers } from "../checkout/viewContext.ts";
import { HttpError, correctableError } from "../errors.ts";
import { formToken, idInFormToken } from "../formToken.ts";
import {
  askedLanguage,
  inLanguage,
  languageLinks,
  readLanguage,
  withOwnAddresses,
  type Spoken,
} from "../language.ts";
import { perAddress } from "../limits.ts";
import { renderPage, securityHeaders } from "../pages.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { claimProblem, claimView, type ClaimForm } from "./claimView.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";

const CLAIMS_PER_MINUTE = 20; // of one address; each poll ahead costs a quote
const READS_PER_MINUTE = 240;
const MOST_PAYOUTS = 100;

/**
 * The public page of a pull payment: holders of the link see the amount, enter an address, and follow the
 * payout.
 */
export function claimPage(gateway: Gateway, explorers: Explorers): Router {
  const router = Router();
  const path = "/pull-payments/:token";
  const form = readForm("2kb");
  const show = (request: Request, response: Response, typed?: ClaimForm) =>
    showPage({ gateway, explorers, request, response }, typed);

  router.get(path, perAddress(READS_PER_MINUTE), (request, response) => show(request, response));

  // One address for both buttons: the first previews, the second claims what was shown.
  router.post(path, perAddress(CLAIMS_PER_MINUTE), ...form, async (request, response) => {
    refuseOtherSites(request, "Claim the payment on the page");
    const pullPayment = await linkedBy(gateway, request);
    const { id } = pullPayment;
    const typed = typedIn(request.body);
    try {
      const wanted = requestOf(typed, pullPayment);
      if (!typed.confirmed) {
        const { estimate } = await estimateClaim(gateway, id, wanted);
        return await show(request, response, { ...typed, estimate });
      }
      const made = await claimPayout(
        gateway,
        id,
        wanted,
        await idInFormToken(gateway.secrets, `claim ${id}`, typed.token),
      );
      requireAsTyped(made, wanted, leftOf(await requirePullPayment(gateway, id)));
    } catch (error) {
      const problem = correctableError(error, merchantWords("en"));
      if (!problem) throw error;
      response.status(problem.status);
      const { language } = await languageFor(gateway, request, pullPayment);
      const said = claimProblem(language, error, problem.message);
      return show(request, response, { ...typed, problem: said });
    }
    response.redirect(303, inLanguage(pathOf(gateway, id), askedLanguage(request)));
  });
  return router;
}

type Shown = Readonly<{ gateway: Gateway; explorers: Explorers; request: Request; response: Response }>;

/** The language for a reader of a pull payment's page: its store's, where that is fixed. */
async function languageFor(
  gateway: Pick<Gateway, "persistence">,
  request: Request,
  { storeId }: PullPayment,
): Promise<Spoken> {
  const merchant = await gateway.persistence.stores.load(storeId);
  return readLanguage(request, { store: merchant?.settings.profile.defaultLang });
}

async function showPage(shown: Shown, typed?: ClaimForm): Promise<void> {
  const { gateway, explorers, request, response } = shown;
  const pullPayment = await linkedBy(gateway, request);
  const { id } = pullPayment;
  const url = pathOf(gateway, id);
  const [store, payouts, methods] = await Promise.all([
    gateway.persistence.stores.load(pullPayment.storeId),
    gateway.persistence.payouts.list({ pullPaymentId: id, limit: MOST_PAYOUTS }),
    payoutMethods(gateway).catch(() => []), // the page explains it, and shows existing claims
  ]);
  const { sandbox, bitcoinNetwork } = gateway.settings;
  const now = gateway.clock();
  const { language, asked } = readLanguage(request, { store: store?.settings.profile.defaultLang });
  const view = claimView(pullPayment, {
    url,
    payouts,
    methods,
    store,
    language,
    sandbox,
    bitcoinNetwork,
    now,
    explorers,
    typed,
  });
  const nonce = randomBytes(16).toString("base64");
  response.set(securityHeaders(nonce)).vary("Accept-Language").type("html");
  const token = formToken(gateway.secrets, `claim ${id}`, timeOrderedId(now, gateway.random));
  const page = withOwnAddresses(view, (url) => inLanguage(url, asked));
  const languages = languageLinks(inLanguage(url, asked), language);
  response.send(renderPage("claim", { ...page, languages, token, nonce }));
}

/** A form that is sent twice makes one claim; one that was changed in between must not look as if the second had counted. */
function requireAsTyped(
  { destination, coin, originalAmount }: Payout,
  wanted: PayoutRequest,
  left: bigint,
): void {
  const isSame = wanted.destination.toLowerCase().includes(destination.toLowerCase()); // it may be a wallet's link
  const isSameAmount = wanted.amount === undefined ? left === 0n : wanted.amount === originalAmount; // without one, all that is left
  const method = wanted.methodId.replaceAll("_", "-").toUpperCase();
  if (isSame && isSameAmount && coin.methodId.toUpperCase() === method) return;
  const message = `This form has made a claim already: ${coin.methodId} to ${destination}. That one counts, and what you have typed now was not claimed. To change it, ask the shop to cancel the claim, then load this page again.`;
  throw new HttpError(409, "claimed-already", message);
}

function requestOf({ method, address, amount }: ClaimForm, { decimals }: PullPayment): PayoutRequest {
  const units = amount.trim() === "" ? undefined : parseDecimal(typedAmount(amount, decimals), decimals);
  return { destination: address, methodId: method, amount: units };
}

function typedIn(body: unknown): ClaimForm {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>; // as the form parser made it
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, 500) : "");
  const [method, address, amount] = [text("method"), text("address"), text("amount")];
  return { method, address, amount, token: text("token"), confirmed: text("step") === "claim" };
}

/** The pull payment of a whole link. An id alone opens nothing: events, lists and older links show it. */
async function linkedBy(
  gateway: Pick<Gateway, "persistence" | "secrets">,
  request: Request,
): Promise<PullPayment> {
  const id = idInClaimToken(gateway, String(request.params["token"]));
  if (id !== undefined) return requirePullPayment(gateway, id);
  throw new GatewayError(
    "pullpayment_not_found",
    "This link is incomplete, or was made by an older version of this gateway. Ask the shop for the link as it is now.",
  );
}

function pathOf(gateway: Pick<Gateway, "secrets">, id: string): string {
  return `/pull-payments/${claimToken(gateway, { id })}`;
}
