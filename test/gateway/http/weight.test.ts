import http from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { expect } from "chai";
import { renderCheckout } from "../../../src/gateway/http/checkout/render.ts";
import { views } from "../../browser/checkoutViews.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { issue, mark } from "./merchant.ts";

const FIRST_BYTES = 14 * 1024; // what a server may send before the first word comes back: ten packets
const ALL_BYTES = 20 * 1024; // of bodies

type Got = Readonly<{ bytes: number; body: number; headers: http.IncomingHttpHeaders; text: string }>;

describe("the weight of the checkout", () => {
  let shop: MerchantApp;
  let path: string;
  let page: Got;
  before(async () => {
    shop = await startMerchantApp();
    const { id } = await issue(shop, { metadata: { orderId: "A-17", itemDesc: "Two of these" } });
    path = `/i/${id}`;
    page = await get(path);
  });
  after(() => shop.close());

  /** As browsers ask: the bytes are those on the wire. */
  function get(path: string, encoding = "gzip, deflate, br"): Promise<Got> {
    return new Promise((resolve, reject) => {
      const headers = { accept: "text/html,*/*", "accept-encoding": encoding };
      const request = http.get(new URL(path, shop.url), { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
          const body = Buffer.concat(parts);
          const plain = response.headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
          const head = response.rawHeaders.join("\r\n").length + 20;
          resolve({ bytes: head + body.length, body: body.length, headers: response.headers, text: plain.toString() });
        });
      });
      request.on("error", reject);
    });
  } // prettier-ignore

  it("is a first answer of at most 14 kB that says what to pay and where by itself", () => {
    expect(page.headers).to.include({ "content-encoding": "br" });
    expect(page.bytes).to.be.at.most(FIRST_BYTES);
    for (const part of ["25.00", "BTC", "<svg", "bitcoin:"]) expect(page.text).to.include(part);
  });

  /** The size of a page with all that it asks for; the icon of the tab comes after everything else. */
  async function sizeOf({ body, text }: Pick<Got, "body" | "text">): Promise<number> {
    const links = [...text.matchAll(/<(?:link|script|img|iframe)\b[^>]*\b(?:href|src)="([^"]+)"/g)];
    const paths = links.map(([, link = ""]) => link);
    expect(paths.filter((path) => path.includes(".css"))).to.not.be.empty;
    expect(paths.filter((path) => !/^\/(?!\/)/.test(path))).to.deep.equal([]);
    const parts = await Promise.all(paths.map((path) => get(path)));
    return parts.reduce((sum, part) => sum + part.body, body);
  }

  it("is at most 20 kB with everything that the page asks for, and all of it comes from its own origin", async () => {
    expect(await sizeOf(page)).to.be.at.most(ALL_BYTES);
  });

  it("is as light for a coin on an EVM chain, with the code of its link and the apps of wallets", async () => {
    const text = renderCheckout(views["evm"]!, "bm9uY2U=");
    expect(text).to.include('id="link-qr"').and.to.include("MetaMask");
    expect(await sizeOf({ text, body: packed(text).length })).to.be.at.most(ALL_BYTES);
  });

  it("is the same page for those who take nothing packed", async () => {
    const plain = await get(path, "identity");
    expect(plain.headers).to.not.have.property("content-encoding");
    const nonces = / nonce="[^"]*"/g;
    expect(plain.text.replace(nonces, "")).to.equal(page.text.replace(nonces, ""));
  });

  it("is as light with the longest texts that a merchant may write, before the payment and after it", async () => {
    const letters = (count: number) => Array.from({ length: count }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000))).join("");
    const link = `https://shop.example/${Array.from({ length: 500 }, (_, place) => ((place * 7919) % 65_521).toString(36)).join("")}`.slice(0, 2_000);
    const { apiKey } = shop;
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const profile = { name: letters(100), supportUrl: link, website: link };
    const { status } = await fetch(`${shop.url}/api/v1/stores/${shop.storeId}`, { method: "PUT", headers, body: JSON.stringify(profile) });
    expect(status).to.equal(200);
    const metadata = { orderId: letters(6_000), itemDesc: letters(6_000) };
    const { id } = await issue(shop, { metadata, checkout: { redirectURL: `${link}${"{OrderId}".repeat(5)}` } });
    for (const language of ["en", "ja", "ar"]) expect((await get(`/i/${id}?lang=${language}`)).bytes, language).to.be.at.most(FIRST_BYTES);
    await mark(shop, id, "Settled");
    for (const language of ["en", "ja", "ar"]) expect((await get(`/i/${id}?lang=${language}`)).bytes, `${language}, settled`).to.be.at.most(FIRST_BYTES);
  }); // prettier-ignore

  it("leaves the answers of the API as they are", async () => {
    const { headers, text } = await get("/openapi.json");
    expect(headers).to.not.have.property("content-encoding");
    expect(text.length).to.be.above(100_000);
  });
});

/** As pages are packed on their way (compressed.ts). */
function packed(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
