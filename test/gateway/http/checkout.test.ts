import { expect } from "chai";
import request from "supertest";
import { formatDecimal, formatFixed, parseDecimal } from "../../../src/values/amount.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { listen } from "../../support/eventStream.ts";
import { bitcoinOf, issue, type InvoiceBody } from "./merchant.ts";

const PRIVATE = {
  orderId: "A-17",
  itemDesc: "Tea",
  buyerEmail: "buyer@shop.example",
  posData: '{"secret":"s3cr3t"}',
};

let shop: SandboxApp;
let invoice: InvoiceBody;

const page = (path: string) => request(shop.url).get(path).set("Accept", "text/html,*/*");
const json = async (id: string) =>
  (await request(shop.url).get(`/i/${id}/status`).expect(200)).body as Status;
type Status = Readonly<{ status: string; stage: string; version: number; confirmations?: object }>;

describe("the checkout's routes", () => {
  before(async () => {
    shop = await startSandboxApp();
    invoice = await issue(shop, {
      metadata: PRIVATE,
      checkout: { redirectURL: "https://shop.example/{InvoiceId}" },
    });
  });
  after(() => shop.close());

  it("show a page with price, amount and address, and a way to pay it in the sandbox", async () => {
    const { destination, due } = await bitcoinOf(shop, invoice.id);
    const answer = await page(`/i/${invoice.id}`).expect(200).expect("Content-Type", /html/);
    expect(answer.headers["content-security-policy"]).to.include("frame-ancestors 'none'");
    expect(answer.headers["cache-control"]).to.equal("no-store");
    for (const text of ["25.00", due, destination, "Sandbox shop", "A-17", "Tea"])
      expect(answer.text).to.include(text);
    const link = /href="([^"]*\/sandbox\/wallet\?[^"]*)"/.exec(answer.text)?.[1]?.replaceAll("&amp;", "&");
    expect(link).to.equal(
      `${shop.url}/sandbox/wallet?${new URLSearchParams({ asset: "bitcoin/BTC", to: destination, amount: due, back: `/i/${invoice.id}` })}`,
    );
    const wallet = await page(new URL(link ?? "").pathname + new URL(link ?? "").search).expect(200);
    expect(wallet.text).to.include(destination);
  });

  it("answer the state as JSON to scripts and as a fragment of the page to the page", async () => {
    expect(await json(invoice.id)).to.deep.equal({
      ...{ invoiceId: invoice.id, status: "New", additionalStatus: "None", stage: "awaiting" },
      ...{ version: 1, expiresAtMs: shop.clock() + 15 * 60_000 },
    });
    const fragment = await page(`/i/${invoice.id}/status`).expect(200).expect("Content-Type", /html/);
    expect(fragment.text)
      .to.match(/^\s*<main id="live"/)
      .and.not.to.include("<html");
    expect(fragment.headers["cache-control"]).to.equal("no-store");
    const whole = await page(`/i/${invoice.id}`);
    expect(whole.text).to.include(fragment.text.trim());
  });

  it("leak neither metadata nor keys", async () => {
    const { apiKey = "", intentsApiKey = "", wallet } = shop.app.sandbox?.file ?? {};
    const texts = await Promise.all([
      page(`/i/${invoice.id}`),
      page(`/i/${invoice.id}/status`),
      request(shop.url).get(`/i/${invoice.id}/status`),
    ]);
    for (const { text } of texts) {
      for (const secret of [
        "buyer@shop.example",
        "s3cr3t",
        "posData",
        apiKey,
        intentsApiKey,
        wallet?.bitcoin.wif ?? "",
        wallet?.evm.privateKey ?? "",
      ]) {
        expect(secret.length).to.be.above(5);
        expect(text).not.to.include(secret);
      }
    }
    expect(texts[2]?.text).not.to.include("A-17");
  });

  it("answer 404 for an invoice that there is not: a page to people, JSON to scripts", async () => {
    for (const id of ["nothing", "__proto__", "%3Cscript%3E", "x".repeat(2_000)]) {
      for (const path of [`/i/${id}`, `/i/${id}/status`]) {
        const answer = await page(path).expect(404).expect("Content-Type", /html/);
        expect(answer.text).to.include("Not found").and.not.to.include("<script>");
        expect(answer.text).to.include(
          "Have you paid already? Then contact the shop with the transaction id",
        );
        expect(answer.text, "the id says nothing to anybody").not.to.include(decodeURIComponent(id));
        expect(answer.headers["content-security-policy"]).to.be.a("string");
        const { body } = await request(shop.url).get(path).set("Accept", "application/json").expect(404);
        expect(body).to.include({ code: "invoice-not-found" });
      }
      await request(shop.url).get(`/i/${id}/events`).set("Accept", "text/event-stream").expect(404);
      await request(shop.url).post(`/i/${id}/methods/BTC-CHAIN`).set("Accept", "text/html").expect(404);
    }
  });

  it("take a choice from the page itself only, not from another page of the same site", async () => {
    const choose = (site: string) =>
      request(shop.url).post(`/i/${invoice.id}/methods/BTC-CHAIN`).set("Sec-Fetch-Site", site);
    for (const site of ["cross-site", "same-site"]) await choose(site).expect(403);
    await choose("same-origin").expect(303);
  });

  it("renew an old price under the page without a word, at the same address, and with eight digits", async () => {
    const { id } = await issue(shop);
    const before = await bitcoinOf(shop, id);
    await shop.run("renew offers");
    expect(await bitcoinOf(shop, id), "young").to.deep.equal(before);
    shop.clock.advance(5 * 60_000);
    await shop.run("renew offers");
    expect(await bitcoinOf(shop, id), "old, but nobody is looking").to.deep.equal(before);
    await page(`/i/${id}`).expect(200);
    await shop.run("renew offers");
    const after = await bitcoinOf(shop, id);
    expect(after.destination).to.equal(before.destination);
    expect(after.due).not.to.equal(before.due);
    const { text } = await page(`/i/${id}`);
    const shown = /id="amount-text">([^<]*)</.exec(text)?.[1];
    expect(shown).to.equal(formatFixed(parseDecimal(after.due, 8), 8));
    expect(text).not.to.include(before.due).and.not.to.include("<s>");
    const address = `to=${before.destination}&amp;amount=${after.due}`;
    expect(text, "the wallet link asks the new amount").to.include(address);
  });

  it("take the amount that the page showed before the renewal as paid", async () => {
    const { id } = await issue(shop);
    const { destination, due } = await bitcoinOf(shop, id);
    shop.clock.advance(5 * 60_000);
    await page(`/i/${id}`);
    await shop.run("renew offers");
    await pay(destination, parseDecimal(due, 8));
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    expect(await json(id)).to.include({ status: "Processing", stage: "seen" });
  });

  it("tell an open page of every change, at once and in order", async () => {
    const { id } = await issue(shop);
    const { destination, due } = await bitcoinOf(shop, id);
    const news = await listen(shop, id);
    expect(news.type).to.include("text/event-stream");
    expect(await news.next(), "what the page may have missed").to.equal(1);
    await pay(destination, parseDecimal(due, 8) / 2n);
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    const first = await news.next();
    expect(await json(id)).to.include({ version: first, status: "New", stage: "repricing" });
    expect((await page(`/i/${id}`)).text, "the old price is not for the rest").not.to.include("qr-code");
    await shop.run("price rests");
    const appraised = await news.next();
    expect(appraised).to.be.above(first);
    expect(await news.next(), "the rest has a price").to.be.above(appraised);
    const { text } = await page(`/i/${id}`);
    const rest = await bitcoinOf(shop, id);
    expect(text).to.include(`is still missing: please send ${rest.due} BTC.`).and.to.include("qr-code");
    await pay(rest.destination, parseDecimal(rest.due, 8));
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    const second = await news.next();
    expect(second).to.be.above(first);
    expect(await json(id)).to.deep.include({
      version: second,
      status: "Processing",
      confirmations: { need: 1, have: 0 },
    });
    await news.close();
  });

  it("say that the shop decides, and ask for no more, where the policy holds a part", async () => {
    const { id } = await issue(shop, { crosstill: { policy: { underpaid: "hold" } } });
    const { destination, due } = await bitcoinOf(shop, id);
    await page(`/i/${id}`);
    await pay(destination, parseDecimal(due, 8) / 2n);
    shop.clock.advance(3_000);
    await shop.run("watch mempool", "price rests");
    expect(await json(id)).to.include({ status: "New", stage: "held" });
    const { text } = await page(`/i/${id}`);
    expect(text).to.include("Sandbox shop decides what happens next").and.not.to.include(destination);
  });

  it("limit how many windows may listen to one invoice", async () => {
    const { id } = await issue(shop);
    const open = await Promise.all(Array.from({ length: 50 }, () => listen(shop, id)));
    const { body } = await request(shop.url).get(`/i/${id}/events`).expect(429);
    expect(body).to.include({ code: "too-many-streams" });
    await Promise.all(open.map((stream) => stream.close()));
  });

  it("limit how many windows of one address may listen, at however many invoices, until some are closed", async () => {
    const [one, two, three] = [await issue(shop), await issue(shop), await issue(shop)];
    const half = (id: string) => Promise.all(Array.from({ length: 50 }, () => listen(shop, id)));
    const [first, second] = [await half(one.id), await half(two.id)];
    await request(shop.url).get(`/i/${three.id}/events`).expect(429);
    await Promise.all(first.map((stream) => stream.close()));
    while (shop.app.gateway.viewers.isWatched(one.id)) await new Promise(setImmediate); // it hears of their end a moment later
    const later = await listen(shop, three.id);
    expect(later.type).to.include("text/event-stream");
    await later.close();
    await Promise.all(second.map((stream) => stream.close()));
  });

  it("offers no coin that the service converts while the service refuses the key, and says so for each coin", async () => {
    const { id } = await issue(shop);
    const coins = async () => {
      shop.clock.advance(2_000); // pages are cached for a second
      return (await page(`/i/${id}?methods`).expect(200)).text;
    };
    const buttons = (text: string) => [...text.matchAll(/\/methods\/([\w-]+)/g)].map(([, coin]) => coin);
    const offered = buttons(await coins());
    expect(offered).to.include("USDC-BASE").and.to.include("ETH-BASE");
    const { service } = shop.app.gateway;
    const { standing } = service;
    Object.assign(service, { standing: () => ({ ...standing(), refusesQuotes: true }) });
    const text = await coins();
    Object.assign(service, { standing });
    expect(buttons(text), "the settlement coin is not converted").to.deep.equal(["USDC-BASE"]);
    expect(text).to.match(/ETH on [^:]*: This payment method cannot be used now\./);
    expect(buttons(await coins())).to.deep.equal(offered);
  });
});

async function pay(address: string, sats: bigint): Promise<void> {
  const { status, body } = await shop.control("bitcoin/pay", { address, sats: sats.toString() });
  expect(status, `${formatDecimal(sats, 8)} BTC: ${JSON.stringify(body)}`).to.equal(200);
}
