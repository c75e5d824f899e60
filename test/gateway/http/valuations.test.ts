import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { anInvoice, FLOOR, inBlock, success } from "../domain/invoices/given.ts";
import { hiddenFields, openVisitor, signedInAt, signedInColleague, type Visitor } from "./ownerPages.ts";

describe("a payment that no source of rates could value", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let owner: Visitor;
  let page: string;
  before(async () => {
    shop = await startMerchantApp();
    owner = await signedInAt(shop.app.gateway, shop.app.url);
    page = `/owner/stores/${shop.storeId}/valuations`;
    const { gateway } = shop.app;
    const { persistence } = gateway;
    const store = (await persistence.stores.load(shop.storeId))!;
    const books = { ...store.settings.books, tracked: ["EUR"] };
    await persistence.stores.change(store, { name: store.name, settings: { ...store.settings, books } });
    const invoice = anInvoice();
    const terms = { ...invoice.terms, metadata: { orderId: "A-7" } };
    await persistence.invoices.issue({ ...invoice, id: "unvalued", storeId: shop.storeId, terms }, { at: shop.clock(), events: [], deliveries: [] });
    const at = shop.clock();
    for (const seen of [inBlock({ outpoint: "aa:0", at }), success({ outpoint: "aa:0", amount: FLOOR, requestId: "r1", at })])
      await advanceInvoice(gateway, "unvalued", seen);
    shop.clock.advance(11 * MINUTE_MS);
  });
  after(() => shop.close());

  it("the page lists an unvalued payment with its order and a field for each rate, and without a form for the accountant", async () => {
    const { text } = await owner.get(page);
    expect(textOf(text)).to.include("25.00 USD Order A-7").and.to.include("EUR for 1 USD");
    const accountant = openVisitor(shop.app.url, shop.app.url);
    await signedInColleague(shop.app.gateway, accountant, shop.storeId, { role: "accountant", name: "Grace" });
    const seen = await accountant.get(page);
    expect(textOf(seen.text)).to.include("Order A-7").and.to.include("A person whose role changes invoices");
    expect(seen.text).not.to.include("rate-EUR");
    expect((await accountant.send(page, { invoiceId: "unvalued", outpoint: "aa:0", "rate-EUR": "0.9" })).status).to.equal(403);
  });

  it("a typed rate values the payment once, with an entry in the audit log", async () => {
    const { text } = await owner.get(page);
    const { invoiceId = "", outpoint = "" } = hiddenFields(text);
    const value = async (rate: string) => {
      await owner.get(page);
      return owner.send(page, { invoiceId, outpoint, "rate-EUR": rate });
    };
    const wrong = await value("much");
    expect(wrong.status).to.equal(422);
    expect(textOf(wrong.text)).to.include("Enter each rate as a number above zero");
    expect(wrong.text, "what was typed stays").to.include('value="much"');
    const { status, headers } = await value("0,9125");
    expect(status).to.equal(303);
    const done = textOf((await owner.get(headers["location"] ?? "")).text);
    expect(done).to.include("The payment is valued.").and.to.include("Every payment is valued.");
    const { persistence } = shop.app.gateway;
    const worths = (await persistence.books.worthsOf("unvalued")).get("aa:0");
    expect(worths).to.deep.include.members([{ currency: "EUR", value: "22.81", rate: "0.9125", source: "by hand", at: shop.clock() }]);
    const [entry] = await persistence.auditLog.list({ limit: 1 });
    expect(entry).to.deep.include({ action: "payment.valued", subject: "unvalued", after: { outpoint: "aa:0", EUR: "0.9125" } });
    const again = await value("0.8");
    expect([again.status, textOf(again.text).includes("This payment is valued already.")]).to.deep.equal([409, true]);
  });
}); // prettier-ignore
