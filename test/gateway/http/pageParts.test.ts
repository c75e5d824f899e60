import { expect } from "chai";
import express from "express";
import request from "supertest";
import { qrSvg } from "../../../src/gateway/http/checkout/qr.ts";
import { groupsOfFour } from "../../../src/gateway/http/checkout/render.ts";
import { remaining } from "../../../src/gateway/http/checkout/words.ts";
import { assetRoutes, assetUrl, renderPage, securityHeaders } from "../../../src/gateway/http/pages.ts";
import { method } from "../../browser/checkoutStages.ts";
import { decode, textOf } from "../../browser/readPage.ts";

const NONCE = "bm9uY2U=";

describe("the words of the page", () => {
  it("count minutes first and seconds only in the last five", () => {
    expect(remaining("en", 90_061_000)).to.equal("25 h 2 min");
    expect(remaining("en", 841_000)).to.equal("15 min");
    expect(remaining("en", 300_999)).to.equal("5:00");
    expect(remaining("en", 9_000)).to.equal("0:09");
    expect(remaining("en", -5)).to.equal("0:00");
  });

  it("group an address for the eye without changing it", () => {
    for (const text of [method.address, "0xd000000000000000000000000000000000000d0d", "abc"]) {
      expect(groupsOfFour(text).join("")).to.equal(text);
    }
  });
});

describe("a QR code", () => {
  it("is drawn once for the same text", () => {
    expect(qrSvg("bitcoin:BC1QTEST?amount=1", "code")).to.equal(qrSvg("bitcoin:BC1QTEST?amount=1", "code"));
  });

  it("still decodes after hundreds of others", () => {
    for (let number = 0; number < 450; number++) qrSvg(`text ${number}`, "code");
    expect(decode(qrSvg("text 3", "code"))).to.equal("text 3");
  });

  it("has a quiet zone of four modules and a text for readers", () => {
    const svg = qrSvg("quiet", "code");
    const smallest = Math.min(
      ...[...svg.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]),
    );
    expect(smallest).to.equal(4);
    expect(svg).to.match(/role="img" aria-label="[^"]+"/);
  });
});

describe("the other pages", () => {
  it("say what went wrong, with its code", () => {
    const html = renderPage("error", {
      title: "Not found",
      message: "<b>No</b>",
      code: "not_found",
      nonce: NONCE,
    });
    expect(textOf(html)).to.include("not_found");
    expect(html).to.include("&lt;b&gt;No&lt;/b&gt;");
  });

  it("show the sandbox's links only in the sandbox", () => {
    const links = {
      walletUrl: "/sandbox/wallet",
      storeId: "4Wm9",
      curl: "curl -d '{\"a\":1}'",
    };
    expect(renderPage("home", { sandbox: true, ...links, nonce: NONCE }))
      .to.include('action="/sandbox/demo"')
      .and.to.include("4Wm9");
    expect(renderPage("home", { sandbox: false, nonce: NONCE })).not.to.include("Create an invoice");
  });
});

describe("the headers of a page", () => {
  it("allow scripts by nonce, styles from here, and nothing else", () => {
    const policy = securityHeaders(NONCE)["Content-Security-Policy"];
    expect(policy)
      .to.include(`script-src 'nonce-${NONCE}'`)
      .and.to.include("default-src 'none'")
      .and.to.include("frame-ancestors 'none'");
    expect(policy).not.to.include("unsafe");
  });
});

describe("assets", () => {
  const app = express().use(assetRoutes());

  it("are served for ever under the hash of their content", async () => {
    const answer = await request(app).get(assetUrl("checkout.js")).expect(200);
    expect(answer.headers["cache-control"]).to.include("immutable");
    expect(answer.headers["content-type"]).to.include("text/javascript");
  });

  it("are not cached under another hash", async () => {
    const answer = await request(app).get("/assets/base.css?v=old").expect(200);
    expect(answer.headers["cache-control"]).to.equal("no-cache");
  });

  it("have a font of at most 40 kB, which its stylesheet names by its hash", async () => {
    const { text } = await request(app).get(assetUrl("tokens.css")).expect(200);
    const [, name = ""] = /url\("(inter\.woff2\?v=[0-9a-f]+)"\)/.exec(text) ?? [];
    expect(`/assets/${name}`).to.equal(assetUrl("inter.woff2"));
    const { headers, body } = await request(app).get(`/assets/${name}`).responseType("blob").expect(200);
    expect(headers).to.include({ "content-type": "font/woff2" });
    expect(headers["cache-control"]).to.include("immutable");
    expect((body as Buffer).length).to.be.below(40 * 1024);
  });

  it("are only the known files", async () => {
    for (const path of [
      "nothing.css",
      "..%2flayout.eta",
      "%2e%2e%2fcheckout.eta",
      "__proto__",
      "constructor",
    ]) {
      await request(app).get(`/assets/${path}`).expect(404);
    }
    expect(() => assetUrl("nothing.css")).to.throw("nothing.css");
  });
});
