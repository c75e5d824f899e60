import { randomBytes } from "node:crypto";
import { Router, urlencoded, type Request } from "express";
import { choosePaymentMethod, loadBoth } from "../../gateway/choosePaymentMethod.ts";
import { ERROR_STATUS, GatewayError } from "../../gateway/errors.ts";
import { unavailableMethods } from "../../gateway/methodAvailability.ts";
import { setRefundAddress } from "../../gateway/setRefundAddress.ts";
import { methodsOf } from "../../gateway/methods.ts";
import type { Gateway, Signer } from "../../gateway/ports.ts";
import type { Invoice } from "../../invoices/invoice.ts";
import { param } from "../api/query.ts";
import { HttpError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { frameOf, inFrame, setPageHeaders } from "../frame.ts";
import { refuseOtherSites } from "../sameSite.ts";
import type { ViewerHub } from "../viewers.ts";
import { checkoutView } from "./buildView.ts";
import { framed } from "./framed.ts";
import { createPageCache, NONCE_PLACE, partsOf, withNonce } from "./pageCache.ts";
import { mailForm } from "./mailForm.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { linkRoutes, type ShowPage } from "./linkRoutes.ts";
import { remembered } from "./remembered.ts";
import { renderCheckout, renderStatusFragment } from "./render.ts";
import { unknownInvoice } from "./unknownInvoice.ts";
import type { CheckoutView } from "./view.ts";
import type { Explorers, ViewContext } from "./viewContext.ts";

const CHOICES_PER_MINUTE = 20; // each may cost quotes, which are scarce

export type CheckoutAbout = Readonly<{
  publicUrl: string;
  explorers: Explorers;
  viewers: ViewerHub;
  viewsPerMinute: number; // of one address
}>;
type CheckoutOptions = CheckoutAbout & Readonly<{ signer: Signer }>;

const SIGNATURES = 2_000; // remembered, so that a page drawn again need not be signed again

/** The public pages of an invoice. Whoever has the link may see it; it shows no metadata but order and description. */
export function checkoutRoutes(gateway: Gateway, about: CheckoutAbout): Router {
  const { publicKey, sign } = gateway.signer;
  const options: CheckoutOptions = { ...about, signer: { publicKey, sign: remembered(SIGNATURES, sign) } };
  const router = Router();
  const cache = createPageCache();
  options.viewers.onNews(cache.forget);
  router.use("/i", perAddress(options.viewsPerMinute));

  const show: ShowPage = async (request, response, change = (view) => view) => {
    const invoiceId = param(request, "invoiceId");
    options.viewers.saw(invoiceId);
    const frame = frameOf(request);
    const draw = async () =>
      renderCheckout(framed(change(await viewOf(gateway, options, invoiceId)), frame), NONCE_PLACE);
    const isOwn = request.method !== "GET"; // the answer to what somebody typed
    const page = await (isOwn
      ? draw().then(partsOf)
      : cache.page({ invoiceId, name: lookOf(request) }, gateway.clock(), draw));
    const nonce = randomBytes(16).toString("base64");
    setPageHeaders(response, nonce, frame);
    response.type("html").send(withNonce(page, nonce));
  };

  router.get("/i/:invoiceId", (request, response) =>
    show(request, response, (view) => ({
      ...view,
      still: (["refund", "methods", "signed", "tell"] as const).find((form) => form in request.query),
    })),
  );

  router.get("/i/:invoiceId/status", async (request, response) => {
    const { invoiceId } = request.params;
    options.viewers.saw(invoiceId);
    const view = framed(await viewOf(gateway, options, invoiceId), frameOf(request));
    response.set("Cache-Control", "no-store");
    if (request.accepts(["json", "html"]) === "html")
      return void response.type("html").send(renderStatusFragment(view));
    response.json(publicStatus(view));
  });

  router.get("/i/:invoiceId/events", async (request, response) => {
    const { invoice } = await loadBoth(gateway, request.params.invoiceId);
    const open = options.viewers.stream(invoice.id, invoice.version, response);
    if (!open)
      throw new HttpError(
        429,
        "too-many-streams",
        "This invoice is open in too many windows; the page polls instead.",
      );
  });

  router.post(
    "/i/:invoiceId/methods/:methodId",
    perAddress(CHOICES_PER_MINUTE),
    urlencoded({ extended: false, limit: "1kb" }),
    async (request, response) => {
      const invoiceId = param(request, "invoiceId");
      const methodId = param(request, "methodId");
      refuseOtherSites(request, "Choose the payment method on the checkout page");
      try {
        await choosePaymentMethod(gateway, invoiceId, methodId);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code.endsWith("_not_found")) throw error;
        gateway.log.warn("checkout.choice_failed", { invoice: invoiceId, methodId, error });
      } finally {
        cache.forget(invoiceId); // why a method cannot be had is said on the page, and is no new version
      }
      const frame = frameOf(request);
      const url = inFrame(`/i/${encodeURIComponent(invoiceId)}`, frame);
      response.redirect(303, frame ? `${url}&again` : url);
    },
  );

  router.post(
    "/i/:invoiceId/refund-address",
    perAddress(CHOICES_PER_MINUTE),
    urlencoded({ extended: false, limit: "1kb" }),
    async (request, response) => {
      const invoiceId = param(request, "invoiceId");
      refuseOtherSites(request, "Give the refund address on the checkout page");
      const { method = "", address = "" } = readForm(request.body);
      try {
        await setRefundAddress(gateway, invoiceId, method, address);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code.endsWith("_not_found")) throw error;
        if (ADDRESS_REFUSED.has(error.code)) {
          const { message } = error;
          response.status(ERROR_STATUS[error.code]);
          return show(request, response, (view) => withRefusal(view, address, message));
        }
        gateway.log.warn("checkout.refund_address_without_price", { invoice: invoiceId, error }); // it is kept for the next one
      } finally {
        cache.forget(invoiceId);
      }
      response.redirect(303, `/i/${encodeURIComponent(invoiceId)}`);
    },
  );
  router.use(mailRoutes(gateway, show, cache.forget));
  router.use(linkRoutes(show));
  router.use("/i", unknownInvoice);
  return router;
}

/** What a page's look may depend on, beside the invoice and the time. */
function lookOf(request: Request): string {
  return `${request.originalUrl} ${request.get("accept-language") ?? ""}`;
}

const ADDRESS_REFUSED: ReadonlySet<string> = new Set(["refund_address_refused", "invoice_closed"]);

function readForm(body: unknown): Readonly<Partial<Record<"method" | "address", string>>> {
  const { method, address } = (body ?? {}) as Readonly<Record<string, unknown>>; // as the form parser made it
  return {
    ...(typeof method === "string" ? { method } : {}),
    ...(typeof address === "string" ? { address } : {}),
  };
}

/** The page again, with what was typed and what is wrong with it; it does not reload meanwhile. */
function withRefusal(view: CheckoutView, typed: string, error: string): CheckoutView {
  if (!view.refundForm) return { ...view, notice: error };
  return { ...view, still: "refund", refundForm: { ...view.refundForm, typed, error } };
}

async function viewOf(gateway: Gateway, options: CheckoutOptions, invoiceId: string): Promise<CheckoutView> {
  const { invoice, store } = await loadBoth(gateway, invoiceId);
  const { settings } = gateway;
  const methods = await methodsFor(gateway, invoice, store);
  const unavailable = await unavailableMethods(gateway, store, invoice, methods);
  const context: ViewContext = {
    store,
    methods,
    unavailable,
    refusals: gateway.refusals.of(invoiceId),
    now: gateway.clock(),
    publicUrl: options.publicUrl,
    sandbox: settings.sandbox,
    testNetwork: settings.bitcoinNetwork !== "mainnet",
    bitcoinConfirmations: invoice.terms.policy.confirmations,
    offerMaxAgeMs: settings.offerMaxAgeMs,
    chainUncertain: gateway.explorer.doubt() !== undefined,
    explorers: options.explorers,
    signer: options.signer,
  };
  return { ...checkoutView(invoice, context), mailForm: await mailForm(gateway, invoice, store, "en") };
}

/** A page whose price is committed must show it even while the service cannot be asked which methods there are. */
async function methodsFor(
  gateway: Gateway,
  invoice: Invoice,
  store: ViewContext["store"],
): Promise<ViewContext["methods"]> {
  try {
    const methods = await methodsOf(gateway, store);
    const { methods: wanted } = invoice.terms.checkout;
    const names = new Set(wanted.map((id) => id.replaceAll("_", "-").toUpperCase()));
    return names.size === 0 ? methods : methods.filter(({ id }) => names.has(id));
  } catch (error) {
    gateway.log.warn("checkout.methods_unknown", { invoice: invoice.id, error });
    return [];
  }
}

/** What a script may poll. */
function publicStatus({
  invoiceId,
  state,
  additional,
  stage,
  version,
  expiresAtMs,
  confirmations,
}: CheckoutView) {
  return {
    invoiceId,
    status: state,
    additionalStatus: additional,
    stage,
    version,
    expiresAtMs,
    confirmations,
  };
}
