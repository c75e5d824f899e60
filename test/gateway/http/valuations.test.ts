import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import type { RefundLine } from "../../../src/gateway/domain/books/lines/line.ts";
import { payoutBooking } from "../../../src/gateway/domain/books/lines/refundLine.ts";
import { refundWorth } from "../../../src/gateway/domain/books/lines/refundWorth.ts";
import type { Payout } from "../../../src/gateway/domain/payouts/payout.ts";
import { isoTime, MINUTE_MS } from "../../../src/values/time.ts";
import { statementPath } from "../../../src/gateway/http/owner/paths.ts";
import { fillBookLines } from "../../../src/gateway/usecases/books/fillBookLines.ts";
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
    expect(done).to.include("The payment is valued.").and.to.include("Every payment and payout is valued.");
    const { persistence } = shop.app.gateway;
    const worths = (await persistence.books.worthsOf("unvalued")).get("aa:0");
    expect(worths).to.deep.include.members([{ currency: "EUR", value: "22.81", rate: "0.9125", source: "by hand", at: shop.clock() }]);
    const [entry] = await persistence.auditLog.list({ limit: 1 });
    expect(entry).to.deep.include({ action: "payment.valued", subject: "unvalued", after: { outpoint: "aa:0", EUR: "0.9125" } });
    const again = await value("0.8");
    expect([again.status, textOf(again.text).includes("This payment is valued already.")]).to.deep.equal([409, true]);
  });

  it("a change of the tracked currencies lists the payment again, and pages and files say that it has no value", async () => {
    const { persistence } = shop.app.gateway;
    const store = (await persistence.stores.load(shop.storeId))!;
    const books = { ...store.settings.books, tracked: ["GBP"] };
    await persistence.stores.change(store, { name: store.name, settings: { ...store.settings, books } });
    shop.clock.advance(2 * MINUTE_MS);
    await fillBookLines(shop.app.gateway, { invoice: "", done: false });
    const month = statementPath(shop.storeId, isoTime(shop.clock()).slice(0, 7));
    const statement = (await owner.get(month)).text;
    expect(textOf(statement)).to.include("1 of the payments could not be valued in GBP");
    expect(textOf(statement)).to.match(/xero-statement.csv a bank statement for Xero \d bookings? (is|are) left out/);
    const file = await owner.get(`${month}/xero-statement.csv`);
    expect(file.headers).to.include({ "crosstill-left-out-reason": "no value in GBP" });
    expect(textOf((await owner.get(`/owner/stores/${shop.storeId}/exports`)).text)).to.include("leave out payments and payouts without a value in GBP. Value them by hand");
    const listed = textOf((await owner.get(page)).text);
    expect(listed).to.include("25.00 USD Order A-7").and.to.include("GBP for 1 USD").and.not.to.include("EUR for 1 USD");
    const { headers } = await owner.send(page, { invoiceId: "unvalued", outpoint: "aa:0", "rate-GBP": "0.8" });
    expect(textOf((await owner.get(headers["location"] ?? "")).text)).to.include("Every payment and payout is valued.");
    const worths = (await persistence.books.worthsOf("unvalued")).get("aa:0") ?? [];
    expect(worths.map(({ currency, value }) => [currency, value])).to.deep.include.members([["EUR", "22.81"], ["GBP", "20.00"]]);
  });

  it("a completed payout without a value is listed, and valued by hand once", async () => {
    const { gateway } = shop.app;
    const { persistence } = gateway;
    const settled = { chainId: 31337, currency: "0x2222222222222222222222222222222222222222", symbol: "USDC", decimals: 6 };
    const payout: Payout = { id: "payout-1", storeId: shop.storeId, pullPaymentId: undefined, destination: `0x${"11".repeat(20)}`, coin: { methodId: "USDC-CHAIN", ...settled }, originalCurrency: "USDC", originalDecimals: 6, originalAmount: 50_000_000n, payoutAmount: 50_000_000n, worth: undefined, state: "Completed", revision: 0, proof: undefined, service: undefined, metadata: {}, createdAt: shop.clock(), version: 1 };
    const { lines } = payoutBooking(payout, undefined, undefined);
    await persistence.payouts.keep({ payout: { after: payout }, announcements: [], booked: { booking: { entries: [], lines, assets: [] }, at: shop.clock() } });
    const listed = await owner.get(page);
    expect(textOf(listed.text)).to.include("50 USDC Payout payout-1").and.to.include("GBP for 1 USDC");
    const value = async (rate: string) => {
      await owner.get(page);
      return owner.send(page, { payoutId: "payout-1", "rate-GBP": rate, "rate-USD": "1" });
    };
    expect((await value("x")).status).to.equal(422);
    const { headers } = await value("0.8");
    const done = textOf((await owner.get(headers["location"] ?? "")).text);
    expect(done).to.include("The payout is valued.").and.to.include("Every payment and payout is valued.");
    expect((await value("0.9")).status).to.equal(409);
    const rows = (await persistence.books.linesIn("refunds", { storeId: shop.storeId, from: 0, to: shop.clock() + 1, after: undefined, limit: 9 })).map(({ kind, body }) => [kind, refundWorth(body as RefundLine, "GBP")]);
    expect(rows).to.have.deep.members([["booked", undefined], ["reversed", undefined], ["corrected", "40.00"]]);
  });
}); // prettier-ignore
