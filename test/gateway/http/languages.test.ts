import { expect } from "chai";
import request from "supertest";
import { markupOf } from "../../../src/languages/markup.ts";
import { wordsOf } from "../../../src/languages/translate.ts";
import { attribute, textOf } from "../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { issue } from "./merchant.ts";

const de = wordsOf("de");

describe("a payer's pages in the payer's language", () => {
  let shop: MerchantApp;
  let id: string;
  before(async () => {
    shop = await startMerchantApp();
    ({ id } = await issue(shop));
  });
  after(() => shop.close());

  const get = (path: string, browser = "") =>
    request(shop.url).get(path).set("Accept", "text/html").set("Accept-Language", browser);
  const put = (body: object) =>
    request(shop.url)
      .put(`/api/v1/stores/${shop.storeId}`)
      .set("Authorization", `token ${shop.apiKey ?? ""}`)
      .send(body)
      .expect(200);
  const languageOf = async (path: string, browser?: string) =>
    /<html lang="(\w+)" dir="(\w+)">/
      .exec((await get(path, browser)).text)
      ?.slice(1)
      .join(" ");

  it("come in the browser's language, and say to caches that they do", async () => {
    const page = await get(`/i/${id}`, "de-AT,de;q=0.9,en;q=0.5");
    expect(page.headers["vary"]).to.match(/accept-language/i);
    expect(textOf(page.text)).to.include(de("stage.awaiting")).and.to.include("25,00");
    expect(textOf(page.text)).not.to.include("Waiting for your payment");
    expect(await languageOf(`/i/${id}`, "ar")).to.equal("ar rtl");
    expect(await languageOf(`/i/${id}`, "nl")).to.equal("en ltr");
  });

  it("come as the address asks, and keep that in every link, form and update of theirs", async () => {
    const { text } = await get(`/i/${id}?lang=de`, "fr");
    expect(textOf(text)).to.include(de("stage.awaiting"));
    const own = [...text.matchAll(/(?:href|action|data-\w+-url)="(\/i\/[^"]*)"/g)].map(([, url = ""]) => url);
    expect(own.length).to.be.above(5);
    for (const url of own) expect(url).to.include("lang=");
    const status = attribute(text, "live", "data-status-url") ?? "";
    expect(textOf((await get(status, "fr")).text)).to.include(de("stage.awaiting"));
  });

  it("stay in that language when a way to pay is chosen, in a frame too", async () => {
    const choose = (query: string) =>
      request(shop.url).post(`/i/${id}/methods/BTC-CHAIN${query}`).type("form");
    expect((await choose("?lang=ja")).headers["location"]).to.equal(`/i/${id}?lang=ja`);
    const framed = await choose("?view=modal&lang=ja");
    expect(framed.headers["location"]).to.include("view=modal").and.to.include("lang=ja");
    expect(await languageOf(framed.headers["location"] ?? "")).to.equal("ja ltr");
  });

  it("offer the other languages without scripts", async () => {
    const { text } = await get(`/i/${id}?view=modal&lang=es`);
    expect(text).to.match(/href="\/i\/[^"]*view=modal&amp;lang=ar[^"]*" lang="ar"/);
    expect(text).to.match(/lang="es" hreflang="es" target="_self" aria-current="true">Español/);
  });

  it("come in the store's language before the browser's, and in the invoice's before the store's", async () => {
    await put({ name: "Tea House", defaultLang: "pt-BR" });
    expect(await languageOf(`/i/${id}?store`, "de")).to.equal("pt ltr");
    const own = await issue(shop, { checkout: { defaultLanguage: "fr-FR" } });
    expect(await languageOf(`/i/${own.id}`, "de")).to.equal("fr ltr");
    expect(await languageOf(`/i/${own.id}?lang=ar`, "de")).to.equal("ar rtl");
    const odd = await issue(shop, { checkout: { defaultLanguage: "tlh" } });
    expect(await languageOf(`/i/${odd.id}`, "de")).to.equal("pt ltr");
  });

  it("speak of what is wrong in the same language, and never in two", async () => {
    const unknown = await get("/i/nothing", "de");
    expect(textOf(unknown.text)).to.include(de("problem.noInvoice"));
    const typed = await request(shop.url)
      .post(`/i/${id}/refund-address?lang=de`)
      .type("form")
      .send({ method: "BTC-CHAIN", address: "nonsense" });
    expect(typed.status).to.equal(422);
    expect(textOf(typed.text)).to.include(de("pay.refundRefused"));
  });

  it("are a payment request's too, up to its invoice", async () => {
    const { body } = await shop.post("/payment-requests", {
      title: "Rent",
      amount: "1234.50",
      currency: "USD",
    });
    const { id: requestId } = body as { id: string };
    const { text } = await get(`/payment-requests/${requestId}?lang=de`);
    expect(textOf(text))
      .to.include(de("request.ready"))
      .and.to.include(de("request.payAmount", { amount: "1.234,50 USD" }));
    const paid = await request(shop.url).post(`/payment-requests/${requestId}/pay?lang=de`).type("form");
    expect(paid.headers["location"]).to.match(/^\/i\/\w+\?lang=de$/);
  });

  it("show a store's name as text in every language", async () => {
    await put({ name: '<img src=x onerror="1">', defaultLang: "ar" });
    const { text } = await get(`/i/${id}?escaped`);
    expect(text).not.to.include("<img");
    expect(markupOf("ar")("pay.signedBy", { domain: "<b>" })).to.include("&lt;b&gt;");
  });
});
