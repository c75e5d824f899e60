import { expect } from "chai";
import request from "supertest";
import {
  createPageCache,
  NONCE_PLACE,
  withNonce,
  type Page,
} from "../../../src/gateway/http/checkout/pageCache.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";

const text = (page: Page) => withNonce(page, "n").toString();

describe("checkout pages that are looked at again within a second", () => {
  let shop: SandboxApp;
  before(async () => {
    shop = await startSandboxApp();
  });
  after(() => shop.close());

  const look = (path: string) => request(shop.url).get(path).set("Accept", "text/html").expect(200);

  it("have a nonce of their own each time, and it is the one that the headers allow", async () => {
    const { id } = await issue(shop);
    const nonces = [];
    for (let time = 0; time < 3; time++) {
      const answer = await look(`/i/${id}`);
      const [, nonce = ""] = /script-src 'nonce-([^']+)'/.exec(answer.headers["content-security-policy"] ?? "") ?? [];
      const given = [...answer.text.matchAll(/ nonce="([^"]*)"/g)].map(([, said]) => said);
      expect(given).to.not.be.empty;
      expect(new Set(given)).to.deep.equal(new Set([nonce]));
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).to.equal(3);
  }); // prettier-ignore

  it("show a payment as soon as it is known", async () => {
    const { id } = await issue(shop);
    const { destination, due } = await bitcoinOf(shop, id);
    await shop.control("bitcoin/pay", { address: destination, sats: String(parseDecimal(due, 8)) });
    shop.clock.advance(3_000);
    expect((await look(`/i/${id}`)).text).to.include('data-status="New"');
    await shop.run("watch mempool");
    expect((await look(`/i/${id}`)).text).to.include('data-status="Processing"');
  });

  it("show what the merchant says of the invoice as soon as it is said", async () => {
    const { id } = await issue(shop);
    expect((await look(`/i/${id}`)).text).not.to.include("Oolong, 50 g");
    const { apiKey } = shop.app.sandbox!.file;
    await request(shop.url)
      .put(`/api/v1/stores/${shop.storeId}/invoices/${id}`)
      .set("Authorization", `token ${apiKey}`)
      .send({ metadata: { itemDesc: "Oolong, 50 g" } })
      .expect(200);
    expect((await look(`/i/${id}`)).text).to.include("Oolong, 50 g");
  });

  it("stand in a frame only where they were asked for in one", async () => {
    const { id } = await issue(shop);
    const alone = (await look(`/i/${id}`)).text;
    const framed = (await look(`/i/${id}?view=modal`)).text;
    expect(framed).to.include('role="dialog"');
    for (const page of [alone, (await look(`/i/${id}`)).text]) expect(page).to.not.include('role="dialog"');
  });

  it("count the time that is left anew a second later", async () => {
    const { id } = await issue(shop);
    const now = async () => /data-now="(\d+)"/.exec((await look(`/i/${id}`)).text)?.[1];
    const first = await now();
    expect(await now()).to.equal(first);
    shop.clock.advance(1_000);
    expect(await now()).to.equal(String(Number(first) + 1_000));
  });
});

describe("the page cache", () => {
  const LOOK = { invoiceId: "an invoice", name: "/i/an-invoice" };

  it("draws once for a crowd, and once more for whoever comes after a change, even one in the middle of drawing", async () => {
    const cache = createPageCache();
    let drawn = 0;
    let finish = () => {};
    const slowly = () => new Promise<string>((resolve) => (finish = () => resolve(`page ${++drawn}`)));
    const crowd = [cache.page(LOOK, 0, slowly), cache.page(LOOK, 1, slowly)];
    cache.forget(LOOK.invoiceId);
    finish();
    expect((await Promise.all(crowd)).map(text)).to.deep.equal(["page 1", "page 1"]);
    const later = cache.page(LOOK, 2, slowly);
    finish();
    expect(text(await later)).to.equal("page 2");
    expect(text(await cache.page(LOOK, 3, slowly))).to.equal("page 2");
  });

  it("tells everybody who asked when a page cannot be drawn, and tries again for the next one", async () => {
    const cache = createPageCache();
    const failing = () => Promise.reject(new Error("No database."));
    for (let asked = 0; asked < 2; asked++)
      expect(await cache.page(LOOK, 0, failing).catch((error: Error) => error.message)).to.equal(
        "No database.",
      );
    expect(text(await cache.page(LOOK, 0, async () => `<i nonce="${NONCE_PLACE}">`))).to.equal(
      '<i nonce="n">',
    );
  });
});
