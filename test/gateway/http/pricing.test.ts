import { expect } from "chai";
import type { QuoteAsk } from "../../../src/gateway/ports/servicePort.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import { startMerchantApp } from "../../support/merchantApp.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, methodsOf, raw, type ProblemBody } from "./merchant.ts";

const QUOTE_TIMEOUT_MS = 1_500; // instead of the five seconds that payers wait at most

let shop: SandboxApp;

/** Breaks the intent service until `work` is done. */
async function whileServiceIs<T>(
  kind: "down" | "slow" | "refuse" | "429",
  work: () => Promise<T>,
): Promise<T> {
  expect((await shop.control("faults", { target: "intents", kind, seconds: 600 })).status).to.equal(200);
  try {
    return await work();
  } finally {
    await shop.control("faults", { target: "intents", kind, seconds: 0 });
    shop.clock.advance(5 * SECOND_MS); // until then the gateway leaves it alone
  }
}

const quotes = () => shop.app.calls.read().quotes;
const activate = (invoiceId: string, methodId = "BTC-CHAIN") =>
  shop.post(`/invoices/${invoiceId}/payment-methods/${methodId}/activate`);
const choose = (invoiceId: string, methodId = "BTC-CHAIN") =>
  raw(shop, "post", `/i/${invoiceId}/methods/${methodId}`).set("Accept", "text/html").redirects(0);

describe("the price of an invoice in the payer's coin", () => {
  before(async () => {
    shop = await startSandboxApp({ quoteTimeoutMs: QUOTE_TIMEOUT_MS });
  });
  after(() => shop.close());

  it("is missing while quotes state no minimum, and the invoice is issued", async () => {
    const merchant = await startMerchantApp();
    const { service } = merchant.app.gateway;
    const { quote } = service;
    Object.assign(service, {
      quote: async (ask: QuoteAsk) => ({ ...(await quote(ask)), minimum: undefined }),
    });
    const { id, status } = await issue(merchant);
    expect(status).to.equal("New");
    const { activated, destination } = await bitcoinOf(merchant, id);
    expect({ activated, destination }).to.deep.equal({ activated: false, destination: "" });
    await merchant.close();
  });

  for (const kind of ["down", "refuse", "429", "slow"] as const) {
    it(`is not there when the service is "${kind}"; the invoice is`, async () => {
      const { id, status } = await whileServiceIs(kind, () => issue(shop));
      expect(status).to.equal("New");
      expect(await bitcoinOf(shop, id)).to.include({
        activated: false,
        destination: "",
        paymentLink: "",
        amount: "0",
      });
      expect((await activate(id)).status).to.equal(200);
      expect(await bitcoinOf(shop, id)).to.include({ activated: true });
    });
  }

  it("is waited for by a payer for five seconds, unless a test says otherwise", async () => {
    const usual = await startMerchantApp();
    try {
      expect(usual.app.gateway.settings.quoteTimeoutMs).to.equal(5_000);
    } finally {
      await usual.close();
    }
  });

  it("cannot be had while the service is silent: choosing says so, and nothing is kept", async () => {
    await whileServiceIs("down", async () => {
      const { id } = await issue(shop);
      const { status, body } = await activate(id);
      expect(status).to.equal(503);
      expect(body)
        .to.include({ code: "service-unavailable" })
        .and.to.have.property("message")
        .that.matches(/Try again\.$/);
      await choose(id).expect(303).expect("Location", `/i/${id}?refused=BTC-CHAIN`);
      const page = await raw(shop, "get", `/i/${id}?refused=BTC-CHAIN`)
        .set("Accept", "text/html")
        .expect(200);
      expect(page.text).to.include("gave no price").and.to.include("not available right now");
      expect(await bitcoinOf(shop, id)).to.include({ activated: false });
    });
  });

  it("is still shown after a restart while the service is silent", async () => {
    const { id } = await issue(shop);
    const before = await bitcoinOf(shop, id);
    expect(before).to.include({ activated: true });
    shop = await shop.restart();
    await whileServiceIs("down", async () => expect(await bitcoinOf(shop, id)).to.deep.equal(before));
  });

  it("is never asked for by reading", async () => {
    const open = await issue(shop);
    expect(await bitcoinOf(shop, open.id)).to.include({ activated: true });
    const waiting = await whileServiceIs("down", () => issue(shop));
    const before = quotes();
    for (const { id } of [open, waiting]) {
      await shop.get(`/invoices/${id}`);
      await shop.get(`/invoices?orderId=${id}`);
      await methodsOf(shop, id);
      for (const path of [`/i/${id}`, `/i/${id}/status`]) {
        for (const accept of ["text/html", "application/json"])
          await raw(shop, "get", path).set("Accept", accept).expect(200);
      }
    }
    await shop.get("/exports/payments.csv");
    expect(quotes()).to.equal(before);
  });

  it("is asked for by choosing on the page, once: choosing again shows the same one", async () => {
    const { id } = await whileServiceIs("down", () => issue(shop));
    const before = quotes();
    await choose(id).expect(303).expect("Location", `/i/${id}`);
    const chosen = await bitcoinOf(shop, id);
    expect(chosen.activated).to.equal(true);
    const asked = quotes();
    expect(asked).to.be.above(before);
    await choose(id, "btc_chain").expect(303);
    expect((await activate(id, "btc_chain")).body, "an empty success").to.equal("");
    expect(await bitcoinOf(shop, id)).to.deep.equal(chosen);
    expect(quotes()).to.equal(asked);
  });

  it("is not chosen from another site's page", async () => {
    const { id } = await whileServiceIs("down", () => issue(shop));
    const { text } = await choose(id).set("Sec-Fetch-Site", "cross-site").expect(403);
    expect(text).to.include("Choose the payment method on the checkout page itself");
    await choose(id).set("Sec-Fetch-Site", "same-origin").expect(303);
  });

  it("is not made where the fees would eat too much: choosing names the amount that would do", async () => {
    const { id } = await issue(shop, { amount: "1.00" });
    expect(await bitcoinOf(shop, id)).to.include({ activated: false, destination: "" });
    const { status, body } = await activate(id);
    expect(status).to.equal(422);
    const [problem, ...others] = body as readonly (ProblemBody & { recommendedMinimum: string })[];
    expect(others).to.deep.equal([]);
    expect(problem).to.include({
      path: "Amount",
      code: "amount-too-small",
      currency: "USD",
      methodId: "BTC-CHAIN",
    });
    expect(problem?.recommendedMinimum).to.match(/^\d+\.\d\d$/);
    expect(problem?.message).to.include(`${problem?.recommendedMinimum} USD`);
    await choose(id).expect(303);
    const page = await raw(shop, "get", `/i/${id}`).set("Accept", "text/html").expect(200);
    expect(page.text).to.include(`${problem?.recommendedMinimum} USD`);
    const enough = await issue(shop, { amount: (Number(problem?.recommendedMinimum) * 1.05).toFixed(2) });
    expect(await bitcoinOf(shop, enough.id)).to.include({ activated: true });
  });

  it("is not made by a method that the invoice or the store does not have", async () => {
    const { id } = await issue(shop);
    const [problem] = (await activate(id, "DOGE-CHAIN")).body as readonly ProblemBody[];
    expect(problem)
      .to.include({ code: "method-not-available" })
      .and.property("message")
      .to.include("BTC-CHAIN");
    await choose(id, "%3Cscript%3E").expect(303);
    const page = await raw(shop, "get", `/i/${id}`).set("Accept", "text/html").expect(200);
    expect(page.text).not.to.include("<script>");
  });

  it("is not made for an invoice that is closed", async () => {
    const { id } = await whileServiceIs("down", () => issue(shop));
    shop.clock.advance(16 * 60_000);
    const { status, body } = await activate(id);
    expect(status).to.equal(422);
    expect((body as readonly ProblemBody[])[0]).to.include({ code: "invoice-closed" });
  });
});
