import { expect } from "chai";
import request from "supertest";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { attribute, textOf } from "../../browser/readPage.ts";
import { bitcoinOf, issue, mark } from "./merchant.ts";

const DAY_MS = 24 * 60 * MINUTE_MS;
const SHOP = "https://shop.example";

describe("the checkout on a shop's page", () => {
  let shop: SandboxApp;
  let id: string;
  before(async () => {
    shop = await startSandboxApp();
    const checkout = {
      redirectURL: `${SHOP}/thanks/{InvoiceId}?order={OrderId}`,
      redirectAutomatically: true,
    };
    ({ id } = await issue(shop, { metadata: { orderId: "A 17" }, checkout }));
  });
  after(() => shop.close());

  const page = (path: string) => request(shop.url).get(path).set("Accept", "text/html");
  const policyOf = async (path: string) => String((await page(path)).headers["content-security-policy"]);
  const framed = (path: string, origin = SHOP) => `${path}?${new URLSearchParams({ view: "modal", origin })}`;

  it("may be framed by anybody with ?view=modal, and by nobody else", async () => {
    for (const path of [`/i/${id}?view=modal`, framed(`/i/${id}`), "/i/unknown?view=modal"]) {
      const { headers } = await page(path);
      expect(headers["content-security-policy"])
        .to.include("frame-ancestors *")
        .and.to.include("form-action 'self'");
      expect(headers).not.to.have.property("x-frame-options");
      expect(headers).to.include({
        "cross-origin-resource-policy": "cross-origin",
        "referrer-policy": "no-referrer",
      });
      expect(headers, "it needs no cookie").not.to.have.property("set-cookie");
    }
    const others = [
      `/i/${id}`,
      `/i/${id}/receipt`,
      `/i/${id}?view=modal&origin=null`,
      `/i/${id}?view=modal&view=x`,
    ];
    for (const path of [
      ...others,
      "/",
      "/owner/sign-in?view=modal",
      "/docs?view=modal",
      "/sandbox/wallet?view=modal",
      "/i/unknown",
    ])
      expect(await policyOf(path), path).to.include("frame-ancestors 'none'");
  });

  it("gives its scripts to every origin", async () => {
    for (const path of ["/modal/btcpay.js", "/modal/btcpay.js?ver=2.7.1", "/crosstill.js"]) {
      const { headers, text } = await request(shop.url).get(path).set("Origin", SHOP).expect(200);
      expect(headers).to.include({
        "content-type": "text/javascript; charset=utf-8",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      });
      expect(text).not.to.match(/\beval\b|new Function|innerHTML|\bimport\(/);
      expect(text.length).to.be.below(8_000);
      await request(shop.url).get(path).set("If-None-Match", String(headers["etag"])).expect(304);
    }
  });

  it("stays in the frame, and tells the shop's own origin only", async () => {
    const { text } = await page(framed(`/i/${id}`)).expect(200);
    expect(attribute(text, "sheet", "data-parent")).to.equal(SHOP);
    const query = new URLSearchParams({ view: "modal", origin: SHOP });
    expect(attribute(text, "live", "data-status-url")).to.equal(`/i/${id}/status?${query}`);
    const fragment = await page(`/i/${id}/status?${query}`).expect(200);
    expect(text).to.include(fragment.text.trim());
    const action = / action="([^"]*methods\/USDC-[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const chosen = await request(shop.url).post(action).expect(303);
    expect(chosen.headers["location"]).to.equal(`/i/${id}?${query}&again`);
    const again = await page(`/i/${id}?${query}&again`).expect(200);
    expect(attribute(again.text, "sheet", "data-again")).to.equal(undefined);
    expect(again.text).to.match(/id="sheet"[^>]* data-again/);
  });

  it("takes no refund address in a frame: whoever frames it could be behind what is typed", async () => {
    const { id: another } = await issue(shop);
    await bitcoinOf(shop, another);
    const { text } = await page(`/i/${another}?view=modal`).expect(200);
    expect(text).not.to.include('name="address"');
    expect(attribute(text, "refund-page", "href")).to.equal(`/i/${another}?refund`);
    expect(attribute(text, "refund-page", "target")).to.equal("_blank");
  });

  it("has the links that plugins know", async () => {
    const { headers } = await page(`/invoice?id=${id}&view=modal&origin=${SHOP}&lang=de`).expect(302);
    expect(headers["location"]).to.equal(
      `/i/${id}?${new URLSearchParams({ view: "modal", origin: SHOP, lang: "de" })}`,
    );
    expect((await page(`/invoice?id=${id}`)).headers["location"]).to.equal(`/i/${id}`);
    await page("/invoice").expect(404);
    await page("/i/unknown/receipt").expect(404);
    expect((await page(`/i/${id}/receipt`).expect(200)).text).to.include(id);
  });

  it("offers the method that a link names, and takes no quote for a link", async () => {
    const { id: fresh } = await issue(shop);
    const { version } = (await request(shop.url).get(`/i/${fresh}/status`)).body as Readonly<{
      version: number;
    }>;
    const { text } = await page(`/i/${fresh}/usdc_arbitrum?view=modal`).expect(200);
    const first = /<details class="other-methods"[^>]* open[\s\S]*?class="way-name">([^<]*)/.exec(text)?.[1];
    expect(first?.trim()).to.equal("USDC on Sandbox Arbitrum");
    expect((await request(shop.url).get(`/i/${fresh}/status`)).body).to.include({ version });
  });

  it("can be opened again for 90 days: it says what became of it, and asks for no money", async () => {
    const { destination } = await bitcoinOf(shop, id);
    const open = await page(`/i/${id}`);
    expect(textOf(open.text)).to.include("Keep this link: it shows your payment's status for 90 days");
    const { id: paid } = await issue(shop);
    await mark(shop, paid, "Settled");
    shop.clock.advance(15 * MINUTE_MS);
    await shop.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 2; round++) await shop.run(); // every chain is looked at, and then the time is over
    shop.clock.advance(90 * DAY_MS);
    for (const path of [`/i/${id}`, `/invoice?id=${id}`, `/i/${id}/receipt`, `/i/${id}?view=modal`]) {
      const { text } = await page(path).redirects(1).expect(200);
      expect(textOf(text)).to.include("This invoice has expired");
      expect(text).not.to.include(destination).and.not.to.include("qr-code");
    }
    expect(textOf((await page(`/i/${paid}/receipt`)).text)).to.include(
      "Sandbox shop has accepted this invoice as paid",
    );
  });
});
