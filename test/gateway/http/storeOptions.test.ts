import { expect } from "chai";
import { auditBooks } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import { issueForOrder } from "../../../src/gateway/usecases/invoices/issueForOrder.ts";
import { readInvoiceRequest } from "../../../src/gateway/http/api/invoiceRequest.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { findShop, permissionsForShop } from "../../../src/gateway/domain/access/shops.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, type InvoiceBody, type MethodBody } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("what a merchant may change", () => {
  let shop: SandboxApp;
  let key: string;
  let own: string;
  before(async () => {
    shop = await startSandboxApp();
    const { persistence, clock, random } = shop.app.gateway;
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS };
    key = await issueKey(persistence.keys, { clock, random }, grant, "test");
    own = `/api/v1/stores/${shop.storeId}`;
  });
  after(() => shop.close());

  const keyForShop = (id: string) => {
    const { persistence, clock, random } = shop.app.gateway;
    const permissions = permissionsForShop(findShop(id)!);
    return issueKey(persistence.keys, { clock, random }, { storeId: shop.storeId, label: id, permissions, shop: id }, "test");
  }; // prettier-ignore
  const call = async <T = Fields>(method: string, path: string, body?: unknown, by = key) => {
    const answer = await fetch(`${shop.url}${path}`, {
      ...{ method, headers: { authorization: `token ${by}`, "content-type": "application/json" } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, text, body: (text === "" ? undefined : JSON.parse(text)) as T };
  };
  const idsOf = async (query: string) => {
    const { status, body } = await call<readonly InvoiceBody[]>("GET", `${own}/invoices${query}`);
    expect(status, query).to.equal(200);
    return body.map(({ id }) => id);
  };
  const switchTo = (crosstill: object) => call("PUT", own, { crosstill });

  it("at once: of changes to different settings none is lost", async () => {
    const changes = [{ website: "https://a.example" }, { supportUrl: "https://b.example" }, { brandColor: "#0F3B21" }, { crosstill: { oneInvoicePerOrder: true } }]; // prettier-ignore
    const answers = await Promise.all(changes.map((change) => call("PUT", own, change)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const { body } = await call("GET", own);
    expect(body).to.include({ website: "https://a.example", supportUrl: "https://b.example", brandColor: "#0F3B21" });
    expect(body["crosstill"]).to.include({ oneInvoicePerOrder: true });
    await switchTo({ oneInvoicePerOrder: false });
  }); // prettier-ignore

  describe("of an invoice", () => {
    it("its metadata, all of it and at any state; nothing said changes nothing", async () => {
      const made = await issue(shop, { metadata: { orderId: "m-1", note: "old" } });
      const path = `${own}/invoices/${made.id}`;
      await call("POST", `${path}/status`, { status: "Settled" });
      const { status, body } = await call("PUT", path, { metadata: { orderId: "m-2", posData: '{"a":1}' } });
      expect(status).to.equal(200);
      expect(body["metadata"]).to.deep.equal({ orderId: "m-2", posData: '{"a":1}' });
      for (const nothing of [{}, { metadata: null }])
        expect((await call("PUT", path, nothing)).body).to.deep.equal(body);
      expect((await call("GET", path)).body).to.deep.equal(body);
      expect(await idsOf("?orderId=m-2")).to.deep.equal([made.id]);
      expect(await idsOf("?orderId=m-1")).to.deep.equal([]);
      expect((await call("PUT", path, { metadata: [1] })).status).to.equal(422);
    });

    it("whether it is in the lists: archived it is still read by its id, and comes back", async () => {
      const { id } = await issue(shop, { metadata: { orderId: "archive" } });
      const path = `${own}/invoices/${id}`;
      for (let times = 0; times < 2; times++) {
        const gone = await call("DELETE", path);
        expect([gone.status, gone.text, gone.headers.get("content-type")]).to.deep.equal([200, "", null]);
      }
      expect(await idsOf("?orderId=archive")).to.deep.equal([]);
      expect(await idsOf("?orderId=archive&includeArchived=true")).to.deep.equal([id]);
      expect((await call("GET", `/api/v1/invoices/${id}`)).body).to.include({ archived: true });
      expect((await call("POST", `${path}/unarchive`)).body).to.include({ id, archived: false });
      const again = await call("POST", `${path}/unarchive`);
      expect([again.status, again.body["code"]]).to.deep.equal([400, "already-unarchived"]);
    });

    it("and neither is lost by what happens to it, nor seen by an audit", async () => {
      const { id } = await issue(shop);
      await call("PUT", `${own}/invoices/${id}`, { metadata: { orderId: "kept" } });
      await call("DELETE", `${own}/invoices/${id}`);
      await call("POST", `${own}/webhooks`, { url: "http://127.0.0.1:1/hook" });
      await call("POST", `${own}/invoices/${id}/status`, { status: "Invalid" });
      const { persistence } = shop.app.gateway;
      await persistence.events.number(100, shop.clock());
      const feed = await persistence.events.list(shop.storeId, { after: 0, limit: 100, undelivered: true });
      const events = feed.map(({ body }) => body as Fields).filter((one) => one["invoiceId"] === id);
      expect(events.map(({ type, metadata }) => [type, metadata])).to.deep.equal([["InvoiceInvalid", { orderId: "kept" }]]); // prettier-ignore
      const { body } = await call("GET", `${own}/invoices/${id}`);
      expect(body).to.deep.include({ status: "Invalid", archived: true, metadata: { orderId: "kept" } });
      const { violations } = await auditBooks(shop.app.gateway.persistence, shop.clock());
      expect(violations).to.deep.equal([]);
    });
  });

  it("finds invoices by the beginning of a word: id, order, e-mail, address, the shop's own", async () => {
    const metadata = { orderId: "find-77", buyerEmail: "Ada@shop.example" };
    const made = await issue(shop, { metadata, additionalSearchTerms: ["SKU_1%"] });
    const [request] = made.crosstill.requests;
    const words = [made.id.slice(0, 20), "find-7", "ada@", request?.depositAddress.slice(0, 30), "sku_1%"];
    for (const word of words)
      expect(await idsOf(`?textSearch=${encodeURIComponent(word ?? "")}`), word).to.deep.equal([made.id]);
    const path = `${own}/invoices/${made.id}`;
    await call("PUT", path, { metadata: { ...metadata, buyerEmail: "grace@shop.example" } });
    for (const word of ["grace@", request?.depositAddress ?? "", "sku_1%"])
      expect(await idsOf(`?textSearch=${encodeURIComponent(word)}`), word).to.deep.equal([made.id]);
    for (const word of ["ada@", "nd-77", "sku_2", "sku%"])
      expect(await idsOf(`?textSearch=${encodeURIComponent(word)}`), word).to.deep.equal([]);
  });

  it("shows methods with invoices when that is asked for, and gives back what plugins send", async () => {
    const sent = { speedPolicy: "highspeed", defaultLanguage: "en-US" };
    const made = await issue(shop, {
      checkout: sent,
      receipt: { enabled: true },
      metadata: { orderId: "with" },
    });
    expect(made.checkout).to.include({ speedPolicy: "HighSpeed", defaultLanguage: "en-US" });
    expect(made).to.deep.include({ receipt: { enabled: true, showQR: null, showPayments: null } });
    const [listed] = (await call<readonly Fields[]>("GET", `${own}/invoices?orderId=with&includePaymentMethods=true`)).body; // prettier-ignore
    const methods = await call("GET", `${own}/invoices/${made.id}/payment-methods`);
    expect(listed?.["paymentMethods"]).to.deep.equal(methods.body);
    expect(made).to.not.have.property("paymentMethods");
  });

  it("takes any amount where none is named, and the first payment is the price", async () => {
    const made = (await call<InvoiceBody>("POST", `${own}/invoices`, { amount: null })).body;
    expect(made).to.include({ type: "TopUp", amount: "0.00", status: "New" });
    const path = `${own}/invoices/${made.id}`;
    const methodOf = async () =>
      (await call<readonly MethodBody[]>("GET", `${path}/payment-methods`)).body[0];
    const method = await methodOf();
    expect(method).to.include({ activated: true, due: "0", amount: "0" });
    expect(method?.paymentLink).to.equal(`bitcoin:${method?.destination}`);
    expect(await (await fetch(made.checkoutLink)).text())
      .to.include("Any amount")
      .and.not.include("Send exactly");
    await shop.control("bitcoin/pay", { address: method?.destination, sats: "70000" });
    await shop.control("bitcoin/mine", { blocks: 1 });
    const paid = async () => (await call<InvoiceBody>("GET", path)).body;
    for (let round = 0; round < 40 && (await paid()).status !== "Settled"; round++) {
      shop.clock.advance(5_000);
      await shop.run();
    }
    const { status, amount, ...rest } = await paid();
    expect([status, amount]).to.deep.equal(["Settled", (rest as unknown as Fields)["paidAmount"]]);
    expect(Number(amount)).to.be.within(20, 100);
    expect(rest).to.include({ additionalStatus: "None", type: "TopUp" });
    expect(await methodOf()).to.include({ due: "0", amount: "0.0007" });
    const { violations } = await auditBooks(shop.app.gateway.persistence, shop.clock());
    expect(violations).to.deep.equal([]);
  });

  it("of the store: what it says stays, what it does not know is ignored, and what is wrong is told", async () => {
    const change = {
      ...{ name: "Coffee", website: "https://shop.example", supportUrl: "mailto:help@shop.example" },
      ...{ brandColor: "#0F3B21", defaultCurrency: "eur", invoiceExpiration: 1200, paymentTolerance: 1.5 },
      ...{ speedPolicy: "LowSpeed", networkFeeMode: "Always", lightningAmountInSatoshi: true, logoUrl: null },
    };
    const { status, body } = await call("PUT", own, change);
    expect(status).to.equal(200);
    expect(body).to.include({ name: "Coffee", website: "https://shop.example", defaultCurrency: "EUR" });
    expect(body).to.include({ invoiceExpiration: 1200, paymentTolerance: 1.5, networkFeeMode: "Never" });
    expect((await call("GET", own)).body).to.deep.equal(body);
    expect((await call("PUT", own, { name: null })).body).to.deep.equal(body);
    expect((await call("PUT", own, body)).body, "what was read, sent back").to.deep.equal(body);
    const elsewhere = await call<readonly Fields[]>("PUT", own, {
      crosstill: { settlement: { recipient: "0x0" } },
    });
    expect([elsewhere.status, elsewhere.body[0]?.["path"]]).to.deep.equal([422, "Crosstill.Settlement"]);
    const wrong = await call<readonly Fields[]>("PUT", own, { website: "javascript:x", defaultCurrency: "QQQ" }); // prettier-ignore
    expect([wrong.status, wrong.body.map(({ path }) => path)]).to.deep.equal([
      422,
      ["Website", "DefaultCurrency"],
    ]);
    await call("PUT", own, { defaultCurrency: "USD", website: "" });
    expect((await call("GET", own)).body).to.include({ website: null });
  });

  it("lists payment methods to PrestaShop's key as BTCPay Server 1 did, and to other keys one by one", async () => {
    const prestashop = await keyForShop("prestashop");
    const map = await call<Readonly<Record<string, unknown>>>("GET", `${own}/payment-methods`, undefined, prestashop);
    expect(map.body["BTC"]).to.deep.include({ enabled: true, data: {} });
    expect((await call("GET", `${own}/payment-methods`)).body).to.be.an("array");
  }); // prettier-ignore

  it("shows one method for all of them to Magento's key, and all to other keys", async () => {
    const magento = await keyForShop("magento");
    const get = async (path: string, by?: string) => (await call<readonly Fields[]>("GET", own + path, undefined, by)).body;
    expect((await get("/payment-methods", magento)).map((one) => one["paymentMethodId"])).to.deep.equal(["USDC-ANY"]);
    const { id } = await issue(shop, { checkout: { paymentMethods: ["usdc_any"] } });
    const [method, ...more] = await get(`/invoices/${id}/payment-methods`, magento);
    expect(more).to.deep.equal([]);
    expect(method).to.deep.include({ paymentMethodId: "USDC-ANY", amount: "25", due: "25", rate: "1", activated: true });
    expect(method).to.have.nested.property("additionalData.paymentMethodIds").that.includes("BTC-CHAIN");
    const activated = await call("POST", `${own}/invoices/${id}/payment-methods/USDC_ANY/activate`, undefined, magento);
    expect([activated.status, activated.text]).to.deep.equal([200, ""]);
    expect((await get(`/invoices/${id}/payment-methods`)).map((one) => one["paymentMethodId"])).to.include("BTC-CHAIN");
  }); // prettier-ignore

  it("lists the exact permissions to Magento's plugin, whose button then marks an invoice as settled", async () => {
    const magento = await keyForShop("magento");
    const { body } = await call("GET", "/api/v1/api-keys/current", undefined, magento);
    const names = ["canviewinvoices", "cancreateinvoice", "webhooks.canmodifywebhooks", "canviewstoresettings", "canmodifyinvoices"];
    expect(body["permissions"]).to.deep.equal(names.map((name) => `btcpay.store.${name}:${shop.storeId}`));
    const { id } = await issue(shop);
    const marked = await call("POST", `${own}/invoices/${id}/status`, { status: "Settled" }, magento);
    expect([marked.status, marked.body["status"]]).to.deep.equal([200, "Settled"]);
  }); // prettier-ignore

  describe("whether an order has one open invoice", () => {
    before(() => switchTo({ oneInvoicePerOrder: true }));
    after(() => switchTo({ oneInvoicePerOrder: false }));
    const order = (orderId: string, amount = "25.00") => issue(shop, { amount, metadata: { orderId } });

    it("gives the open one back, also to ten at once", async () => {
      const made = await Promise.all(Array.from({ length: 10 }, () => order("one")));
      expect(new Set(made.map(({ id }) => id))).to.have.length(1);
      expect((await order("another")).id).to.not.equal(made[0]?.id);
      expect((await issue(shop)).id).to.not.equal((await issue(shop)).id);
    });

    it("gives the same to several processes that are asked at once", async () => {
      const { gateway } = shop.app;
      const merchant = (await gateway.persistence.stores.load(shop.storeId))!;
      const metadata = { orderId: "processes" };
      const wanted = readInvoiceRequest({ amount: "25.00", metadata }, merchant.settings);
      const made = await Promise.all(
        [1, 2, 3].map(() => issueForOrder({ ...gateway, issuing: new Map() }, merchant, wanted)),
      );
      expect(new Set(made.map(({ id }) => id))).to.have.property("size", 1);
      expect(await idsOf("?orderId=processes")).to.deep.equal([made[0]?.id]);
    });

    it("gives back the one for nothing, which is paid already", async () => {
      const made = await order("free", "0.00");
      expect((await order("free", "0")).id).to.equal(made.id);
      expect((await order("free too", "0")).id).to.not.equal(made.id);
    });

    it("makes one for another amount, which takes the place of the old one in the lists", async () => {
      const old = await order("changed");
      const made = await order("changed", "30.00");
      expect(await idsOf("?orderId=changed")).to.deep.equal([made.id]);
      expect((await call("GET", `${own}/invoices/${old.id}`)).body).to.include({
        status: "New",
        archived: true,
      });
      expect((await order("changed", "30.00")).id).to.equal(made.id);
    });

    it("makes one when the other has ended, or is about to", async () => {
      const { id } = await order("ended");
      shop.clock.advance(19 * MINUTE_MS);
      expect((await order("ended")).id).to.not.equal(id);
      const paid = await order("paid");
      await call("POST", `${own}/invoices/${paid.id}/status`, { status: "Settled" });
      expect((await order("paid")).id).to.not.equal(paid.id);
    });
  });
});
