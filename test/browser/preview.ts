/** Serves every stage of the checkout page with made-up data: npx tsx test/browser/preview.ts [port], then open /, or /i/<name>?view=modal. */
import { randomBytes } from "node:crypto";
import express from "express";
import { framed } from "../../src/gateway/http/checkout/framed.ts";
import { createSigner } from "../../src/gateway/adapters/signing.ts";
import { genuineRoutes } from "../../src/gateway/http/genuine/routes.ts";
import { renderCheckout, renderStatusFragment } from "../../src/gateway/http/checkout/render.ts";
import { NO_SUCH_INVOICE } from "../../src/gateway/http/checkout/unknownInvoice.ts";
import { embedRoutes } from "../../src/gateway/http/embedRoutes.ts";
import { frameOf, setPageHeaders } from "../../src/gateway/http/frame.ts";
import { askedLanguage, languageLinks } from "../../src/gateway/http/language.ts";
import { assetRoutes, renderPage, securityHeaders } from "../../src/gateway/http/pages.ts";
import { renderPsbtPage } from "../../src/gateway/http/checkout/psbtPage.ts";
import { wordsOf } from "../../src/languages/translate.ts";
import { anOffer } from "../gateway/domain/invoices/given.ts";
import { ADDRESS } from "./checkoutStages.ts";
import { views } from "./checkoutViews.ts";

const psbtOffer = anOffer({ depositAddress: ADDRESS, input: 31_234n });

/** The preview as an express application; the last part of a path is the name of a view. */
export function previewApp(): express.Express {
  const app = express();
  app.use(assetRoutes(), embedRoutes());
  app.use(genuineRoutes(createSigner(new Uint8Array(32)), "https://pay.example"));
  const html = (response: express.Response, page: (nonce: string) => string) => {
    const nonce = randomBytes(16).toString("base64");
    response.set(securityHeaders(nonce)).type("html").send(page(nonce));
  };
  app.get("/", (_, response) => {
    const links = Object.keys(views).map((name) => `<li><a href="/i/${name}">${name}</a></li>`);
    html(
      response,
      () => `<ul>${links.join("")}<li><a href="/home">home</a></li><li><a href="/error">error</a></li></ul>`,
    );
  });
  app.get("/home", (_, response) => {
    const curl = `curl -X POST http://localhost:3000/api/v1/stores/4Wm9/invoices \\\n  -H "Authorization: token <api key>" \\\n  -H "Content-Type: application/json" -d '{"amount":"25.00","currency":"USD"}'`;
    const data = {
      sandbox: true,
      walletUrl: "/sandbox/wallet",
      storeId: "4Wm9",
      curl,
    };
    html(response, (nonce) => renderPage("home", { ...data, nonce }));
  });
  app.get("/error", (_, response) => {
    const data = { title: "Not found", message: NO_SUCH_INVOICE, code: "invoice-not-found" };
    html(response, (nonce) => renderPage("error", { ...data, nonce }));
  });
  app.get("/psbt{/:made}", (request, response) => {
    const language = askedLanguage(request) ?? "en";
    const page = {
      ...{ invoiceId: "8Hq2vLm4WcXn7TzKpR5dYb9sGfA3Je", storeName: "Harbour Coffee Roasters" },
      ...{ invoiceUrl: "/i/awaiting", makeUrl: "/psbt", sendUrl: "/psbt/signed" },
      ...{
        sandbox: false,
        offer: psbtOffer,
        language,
        languages: languageLinks(request.originalUrl, language),
      },
    };
    const made = {
      offer: psbtOffer,
      psbtBase64: "cHNidP8BAFICAAAAAQ".repeat(20),
      fee: 1_410n,
      changeTo: ADDRESS,
    };
    const form = request.params.made
      ? { made }
      : { addresses: "nonsense", problem: wordsOf(language)("psbt.noAddress", { text: "nonsense" }) };
    html(response, (nonce) => renderPsbtPage(page, form, nonce));
  });
  app.get("/i/:name", (request, response, next) => {
    const view = views[request.params.name];
    if (!view) return next();
    const { name } = request.params;
    const language = askedLanguage(request) ?? "en";
    const languages = languageLinks(request.originalUrl, language);
    const here = {
      ...view,
      language,
      languages,
      statusUrl: `/i/${name}/status`,
      eventsUrl: `/i/${name}/events`,
    };
    const frame = frameOf(request);
    html(response, (nonce) => {
      setPageHeaders(response, nonce, frame);
      return renderCheckout(framed(here, frame), nonce);
    });
  });
  app.get("/i/:name/status", (request, response, next) => {
    const view = views[request.params.name];
    if (!view) return next();
    html(response, () => renderStatusFragment({ ...view, language: askedLanguage(request) ?? "en" }));
  });
  app.get("/i/:name/events", (_, response) => {
    response.type("text/event-stream").flushHeaders(); // nothing ever happens
  });
  return app;
}

const [, program, port = "4173"] = process.argv;
if (program?.endsWith("preview.ts")) {
  previewApp().listen(Number(port), () => process.stdout.write(`http://localhost:${port}\n`));
}
