import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, methodsOf, raw, type InvoiceBody } from "./merchant.ts";

let shop: SandboxApp;

describe("the merchant API", () => {
  before(async () => {
    shop = await startSandboxApp();
  });
  after(() => shop.close());

  const invoices = (query: string) => shop.get(`/invoices${query}`);
  const idsOf = async (query: string) => {
    const { status, body } = await invoices(query);
    expect(status, query).to.equal(200);
    return (body as readonly InvoiceBody[]).map(({ id }) => id);
  };

  describe("answers an invoice", () => {
    it("in the shape that shop plugins read, with exactly 200", async () => {
      const { status, body } = await shop.post("/invoices", { amount: "25.00", currency: "USD" });
      expect(status).to.equal(200);
      const now = Math.floor(shop.clock() / 1000);
      const { id, crosstill, ...rest } = body as Record<string, unknown> & { id: string };
      expect(id).to.match(/^[A-Za-z0-9]{20,}$/);
      expect(crosstill).to.have.all.keys(
        ...["version", "due", "requests", "deposits", "settlements", "refunds", "anomalies", "notPriced"],
        ...["paid", "remaining", "over", "currency", "oddities", "attention"],
        ...["policy", "refundTo", "marks", "resolved"],
      );
      expect(rest).to.deep.equal({
        storeId: shop.storeId,
        amount: "25.00",
        paidAmount: "0.00",
        currency: "USD",
        type: "Standard",
        checkoutLink: `${shop.url}/i/${id}`,
        createdTime: now,
        expirationTime: now + 15 * 60,
        monitoringExpiration: now + 15 * 60 + 7 * 86_400,
        status: "New",
        additionalStatus: "None",
        availableStatusesForManualMarking: ["Settled", "Invalid"],
        archived: false,
        metadata: {},
        checkout: {
          speedPolicy: "MediumSpeed",
          paymentMethods: (await methodsOf(shop, id)).map(({ paymentMethodId }) => paymentMethodId),
          defaultPaymentMethod: null,
          lazyPaymentMethods: true,
          expirationMinutes: 15,
          monitoringMinutes: 10_080,
          paymentTolerance: 0,
          redirectURL: null,
          redirectAutomatically: false,
          defaultLanguage: null,
        },
        receipt: { enabled: null, showQR: null, showPayments: null },
      });
    });

    it("the same from POST, GET and the list, also with a slash at the end", async () => {
      const made = await issue(shop, { metadata: { orderId: "same" } });
      for (const path of [`/invoices/${made.id}`, `/invoices/${made.id}/`]) {
        expect(await shop.get(path)).to.deep.equal({ status: 200, body: made });
      }
      for (const path of ["?orderId=same", "/?orderId=same"])
        expect((await invoices(path)).body).to.deep.equal([made]);
      expect((await shop.post("/invoices/", { amount: 1 })).status).to.equal(200);
    });

    it("for a price that is a text or a number, and in its currency's own decimals", async () => {
      const prices: readonly (readonly [unknown, string, string])[] = [
        ["25", "USD", "25.00"],
        [" 25.5 ", "usd", "25.50"],
        [25, "USD", "25.00"],
        [19.989999999999998, "USD", "19.99"],
        ["19.989999999999998", "USD", "19.99"],
        ["12.3456", "EUR", "12.35"],
        ["12.345", "EUR", "12.35"],
        ["12.3449", "EUR", "12.34"],
        [12.345, "EUR", "12.35"],
        ["1000.5", "JPY", "1001"],
        ["12.500000", "USDC", "12.500000"],
        [0.01, "USD", "0.01"],
      ];
      for (const [amount, currency, shown] of prices) {
        const { body } = await shop.post("/invoices", { amount, currency });
        expect(body, String(amount)).to.include({ amount: shown, currency: currency.toUpperCase() });
      }
    });

    it('for nothing, which is paid at once: WooCommerce may post "0.00"', async () => {
      for (const amount of ["0.00", "0", 0]) {
        const made = await issue(shop, { amount, checkout: { paymentMethods: ["BTC_CHAIN"] } });
        expect(made).to.include({
          amount: "0.00",
          type: "Standard",
          status: "Settled",
          additionalStatus: "None",
        });
        expect((await shop.get(`/invoices/${made.id}?includePaymentMethods=true`)).status).to.equal(200);
        const methods = (await shop.get(`/invoices/${made.id}/payment-methods`)).body as readonly Readonly<Record<string, unknown>>[]; // prettier-ignore
        expect(methods.map(({ due, paymentMethodPaid }) => [due, paymentMethodPaid])).to.deep.equal([
          ["0", "0"],
        ]);
        const page = await raw(shop, "get", `/i/${made.id}`).set("Accept", "text/html");
        expect([page.status, page.text.includes('data-stage="settled')]).to.deep.equal([200, true]);
      }
      const unknown = { amount: "0.00", checkout: { paymentMethods: ["DOGE"] } };
      expect((await shop.post("/invoices", unknown)).status).to.equal(422);
    });

    it("when every optional field is null, as the PHP library sends them, and ignores fields that it does not know", async () => {
      const checkout = Object.fromEntries(
        ["speedPolicy", "paymentMethods", "defaultPaymentMethod", "expirationMinutes", "monitoringMinutes", "paymentTolerance", "redirectURL", "redirectAutomatically", "defaultLanguage"].map((name) => [name, null]), // prettier-ignore
      );
      const { body } = await shop.post("/invoices", {
        amount: "25.00",
        currency: null,
        metadata: null,
        checkout,
      });
      expect(body).to.deep.include({ currency: "USD", metadata: {} });
      const extra = { requiresRefundEmail: "x", receipt: 7, checkout: { speedPolicy: 9, defaultLanguage: "xx-YY" }, additionalSearchTerms: [{}] }; // prettier-ignore
      expect((await shop.post("/invoices", { amount: "25.00", ...extra, checkout: null })).status).to.equal(
        200,
      );
      expect((await shop.post("/invoices", { amount: "25.00", ...extra })).status).to.equal(200);
    });

    it("with its metadata verbatim, nesting and order of keys included", async () => {
      const metadata =
        '{"z":1,"orderId":"m1","a":{"posData":"{\\"x\\":1}","list":[null,true,{"b":"ü","a":0.5}]},"constructor":"c","empty":{}}';
      const made = await raw(shop, "post", `/api/v1/stores/${shop.storeId}/invoices`)
        .set("Content-Type", "application/json")
        .send(`{"amount":"25.00","metadata":${metadata}}`)
        .expect(200);
      expect(made.text).to.include(`"metadata":${metadata}`);
      const { id } = made.body as InvoiceBody;
      const read = await raw(shop, "get", `/api/v1/stores/${shop.storeId}/invoices/${id}`).expect(200);
      expect(read.text).to.include(`"metadata":${metadata}`);
    });

    it("with a method id that a plugin has mangled, in its true form", async () => {
      for (const id of ["BTC-CHAIN", "btc_chain", "Btc-Chain"]) {
        const made = await issue(shop, { checkout: { paymentMethods: [id], defaultPaymentMethod: id } });
        expect(made.checkout).to.deep.include({
          paymentMethods: ["BTC-CHAIN"],
          defaultPaymentMethod: "BTC-CHAIN",
        });
        expect(await bitcoinOf(shop, made.id)).to.include({ paymentMethodId: "BTC-CHAIN", activated: true });
      }
    });

    it("with what the payer is offered in its answer: what was asked for, else all that the store has", async () => {
      const made = await issue(shop);
      expect(made.checkout.paymentMethods).to.include("BTC-CHAIN").and.to.have.length.above(2);
      const listed = (await shop.get("/invoices?take=1000")).body as readonly InvoiceBody[];
      const itself = listed.find(({ id }) => id === made.id); // those of one instant are in no order
      expect(itself?.checkout.paymentMethods).to.deep.equal(made.checkout.paymentMethods);
      const some = await issue(shop, { checkout: { paymentMethods: ["USDC_ARBITRUM", "BTC"] } });
      expect(some.checkout.paymentMethods).to.deep.equal(["USDC-ARBITRUM", "BTC-CHAIN"]);
    });

    it("with Bitcoin by the names that BTCPay had for it before, where it is chosen, too", async () => {
      for (const id of ["BTC", "BTC-OnChain", "BTC_BTCLike"]) {
        const made = await issue(shop, { checkout: { paymentMethods: [id], defaultPaymentMethod: id } });
        expect(made.checkout, id).to.deep.include({
          paymentMethods: ["BTC-CHAIN"],
          defaultPaymentMethod: "BTC-CHAIN",
        });
        const chosen = await shop.post(`/invoices/${made.id}/payment-methods/${id}/activate`);
        expect(chosen.status, id).to.equal(200);
        expect((await methodsOf(shop, made.id)).map(({ paymentMethodId }) => paymentMethodId)).to.deep.equal([
          "BTC-CHAIN",
        ]);
      }
    });

    it("with a redirect URL whose placeholders are left for the payer's way back", async () => {
      const redirectURL = "https://shop.example/done?id={InvoiceId}&o=%7BOrderId%7D";
      const { checkout } = await issue(shop, { checkout: { redirectURL, redirectAutomatically: true } });
      expect(checkout).to.include({ redirectURL, redirectAutomatically: true });
    });
  });

  it("answers payment methods as decimal texts, with the old names beside the new ones", async () => {
    const made = await issue(shop);
    const [method, ...others] = await methodsOf(shop, made.id);
    expect(others.filter(({ activated }) => activated)).to.deep.equal([]);
    const [request] = made.crosstill.requests;
    expect(method).to.deep.include({
      ...{ paymentMethodId: "BTC-CHAIN", paymentMethod: "BTC-CHAIN", cryptoCode: "BTC", currency: "BTC" },
      ...{ networkFee: "0", paymentMethodFee: "0", paymentMethodPaid: "0", totalPaid: "0" },
      ...{ activated: true, payments: [], destination: request?.depositAddress },
    });
    expect(method?.amount)
      .to.match(/^0\.\d{1,8}$/)
      .and.to.equal(method?.due);
    expect(method?.paymentLink).to.equal(`bitcoin:${request?.depositAddress}?amount=${method?.amount}`);
    expect(method)
      .to.have.property("rate")
      .that.matches(/^\d{4,6}\.\d{1,10}$/);
  });

  describe("lists invoices", () => {
    let made: readonly InvoiceBody[];
    before(async () => {
      const list: InvoiceBody[] = [];
      for (const orderId of ["l1", "l2", "l3"]) {
        shop.clock.advance(60_000);
        list.push(await issue(shop, { metadata: { orderId } }));
      }
      made = list;
    });

    it("newest first, page by page", async () => {
      const newest = made.map(({ id }) => id).toReversed();
      expect(await idsOf("?take=3")).to.deep.equal(newest);
      expect(await idsOf("?skip=1&take=1")).to.deep.equal([newest[1]]);
      expect(await idsOf("?take=0")).to.deep.equal([]);
    });

    it("of several orders, also where the name carries brackets", async () => {
      const [first, , third] = made;
      expect(await idsOf("?orderId=l1")).to.deep.equal([first?.id]);
      for (const query of [
        "?orderId=l3&orderId=l1",
        "?orderId[]=l1&orderId[]=l3",
        "?orderId%5B%5D=l3&orderId=l1",
      ]) {
        expect(await idsOf(query), query).to.deep.equal([third?.id, first?.id]);
      }
      expect(await idsOf("?orderId=nothing' or 1=1")).to.deep.equal([]);
    });

    it("of several states, whatever their case", async () => {
      shop.clock.advance(20 * 60_000);
      await shop.run("follow bitcoin", "expire invoices");
      const open = await issue(shop, { metadata: { orderId: "l1" } });
      const orders = "orderId=l1&orderId=l2&orderId=l3";
      expect(await idsOf(`?${orders}&status=New`)).to.deep.equal([open.id]);
      expect(await idsOf(`?${orders}&status=expired`)).to.deep.equal(made.map(({ id }) => id).toReversed());
      expect(await idsOf(`?${orders}&status=EXPIRED&status=new`)).to.have.length(4);
      const odd = await shop.get(`/invoices?${orders}&status=Nonsense`);
      expect(odd, "not an empty list").to.deep.equal({ status: 422, body: [{ path: "status", message: 'Expected one of New, Processing, Settled, Expired, Invalid; got "Nonsense".', code: "invalid" }] }); // prettier-ignore
    });

    it("of a time, both ends included", async () => {
      const [first, second, third] = made.map(({ createdTime }) => createdTime);
      const ids = made.map(({ id }) => id);
      expect(await idsOf(`?startDate=${first}&endDate=${second}`)).to.deep.equal([ids[1], ids[0]]);
      expect(await idsOf(`?startDate=${second}&endDate=${third}`)).to.deep.equal([ids[2], ids[1]]);
      expect(await idsOf(`?startDate=${third}&endDate=${third}`)).to.deep.equal([ids[2]]);
    });
  });
});
