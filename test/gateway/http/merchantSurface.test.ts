import { expect } from "chai";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { auditBooks } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import { DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, keyFor, type InvoiceBody } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("what shop plugins ask beside invoices", () => {
  let shop: SandboxApp;
  let key: string;
  before(async () => {
    shop = await startSandboxApp();
    const { persistence, clock, random } = shop.app.gateway;
    const grant = { storeId: shop.storeId, label: "plugin", permissions: DEFAULT_PERMISSIONS };
    key = await issueKey(persistence.keys, { clock, random }, grant, "test");
  });
  after(() => shop.close());

  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${shop.url}${path}`, {
      ...{ method, headers: { authorization: `token ${key}`, "content-type": "application/json", ...headers } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, headers: answer.headers, body: (text === "" ? undefined : JSON.parse(text)) as unknown };
  }; // prettier-ignore
  const get = async (path: string) => {
    const { status, body } = await call("GET", path);
    expect(status, path).to.equal(200);
    return body;
  };
  const own = () => `/api/v1/stores/${shop.storeId}`;

  it("which server it is: new enough for every plugin, and never out of step", async () => {
    const info = (await get("/api/v1/server/info")) as Fields;
    expect(info).to.include({ onion: null, fullySynched: true });
    const [major = 0, minor = 0] = String(info["version"]).split(".").map(Number);
    expect(major * 100 + minor, "plugins want 1.7.6 or more").to.be.above(107);
    expect(info["supportedPaymentMethods"]).to.include("BTC-CHAIN");
    expect(info).to.have.nested.property("crosstill.version");
  });

  it("what the key may do: exactly what was granted, each for its store, with the key itself", async () => {
    expect(await get("/api/v1/api-keys/current")).to.deep.equal({
      apiKey: key,
      label: "plugin",
      permissions: DEFAULT_PERMISSIONS.map((name) => `btcpay.store.${name}:${shop.storeId}`),
    });
  });

  it("the store, alone and in a list, with every field that typed clients read", async () => {
    const store = (await get(own())) as Fields;
    expect(await get("/api/v1/stores")).to.deep.equal([store]);
    expect(await get("/api/v1/stores/"), "with a slash").to.deep.equal([store]);
    expect(store).to.include({ id: shop.storeId, defaultCurrency: "USD", networkFeeMode: "Never", archived: false });
    expect(store).to.include({ invoiceExpiration: 900, monitoringExpiration: 604_800, paymentTolerance: 0 });
    for (const name of ["anyoneCanCreateInvoice", "redirectAutomatically", "lazyPaymentMethods", "payJoinEnabled"])
      expect(store[name], name).to.be.a("boolean");
    for (const name of ["name", "speedPolicy", "defaultPaymentMethod", "defaultLang"])
      expect(store[name], name).to.be.a("string");
  }); // prettier-ignore

  it("its payment methods, by ids that are words joined by dashes, and the two lists of old plugins", async () => {
    const methods = (await get(`${own()}/payment-methods`)) as readonly Fields[];
    expect(methods[0]).to.deep.include({ enabled: true, paymentMethodId: "BTC-CHAIN" });
    for (const { paymentMethodId } of methods) expect(paymentMethodId).to.match(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/);
    expect(await get(`${own()}/payment-methods/OnChain`)).to.deep.equal([
      { cryptoCode: "BTC", enabled: true, paymentMethod: "BTC-CHAIN" },
    ]);
    expect(await get(`${own()}/payment-methods/LightningNetwork`)).to.deep.equal([]);
  }); // prettier-ignore

  it("rates: a decimal string for each pair, and a reason where there is none", async () => {
    const rates = (await get(`${own()}/rates?currencyPair=btc_usd&currencyPair=USD_USD&currencyPair=x`)) as readonly Fields[]; // prettier-ignore
    expect(rates).to.have.length(3);
    expect(rates[0]?.["currencyPair"]).to.equal("BTC_USD");
    expect(rates[0]?.["rate"]).to.match(/^\d+(\.\d+)?$/);
    expect(rates[1]).to.deep.equal({ currencyPair: "USD_USD", errors: [], rate: "1" });
    expect(rates[2]?.["rate"]).to.equal(null);
    expect(rates[2]?.["errors"]).to.have.length(1);
  });

  it("the same by the short paths", async () => {
    const { id } = await issue(shop);
    expect(await get(`/api/v1/invoices/${id}`)).to.deep.equal(await get(`${own()}/invoices/${id}`));
    const methods = await get(`/api/v1/invoices/${id}/payment-methods/?onlyAccountedPayments=false`);
    expect(methods).to.deep.equal(await get(`${own()}/invoices/${id}/payment-methods`));
    const { status, body } = await call("GET", "/api/v1/invoices/nobody");
    expect([status, (body as Fields)["code"]]).to.deep.equal([404, "invoice-not-found"]);
    expect((await fetch(`${shop.url}/api/v1/invoices/${id}`)).status, "without a key").to.equal(401);
  });

  it("a mark, in any letters; and what is settled cannot be marked unpaid", async () => {
    const { id } = await issue(shop);
    const key = await keyFor(shop, "canmodifyinvoices", "canmarkinvoices");
    const mark = async (status: unknown) => {
      const init = {
        method: "POST",
        headers: { authorization: `token ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ status }),
      };
      const answer = await fetch(`${shop.url}${own()}/invoices/${id}/status`, init);
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const settled = await mark("settled");
    expect(settled.status).to.equal(200);
    expect(settled.body as InvoiceBody).to.include({ id, status: "Settled" });
    expect(settled.body)
      .to.have.nested.property("crosstill.marks[0].by")
      .that.matches(/^API key \w+ "tests"$/);
    expect((await mark("Invalid")).body).to.include({ status: "Invalid", additionalStatus: "Marked" });
    const twice = await mark("Invalid");
    expect([twice.status, (twice.body as readonly Fields[])[0]?.["message"]]).to.deep.equal([
      422,
      `Invoice ${id} is Invalid and can be marked Settled only; got Invalid.`,
    ]);
    const odd = await mark("paid");
    expect([odd.status, (odd.body as readonly Fields[])[0]?.["path"]]).to.deep.equal([422, "Status"]);
  });

  it("webhooks: made with defaults, found, changed with the secret kept, and deleted", async () => {
    const url = "http://127.0.0.1:1/hook";
    const made = (await call("POST", `${own()}/webhooks`, { url })).body as Fields;
    expect(made).to.deep.include({ url, enabled: true, automaticRedelivery: true });
    expect(made["secret"]).to.match(/^.{20,}$/);
    const { secret, ...shown } = made;
    const path = `${own()}/webhooks/${String(made["id"])}`;
    expect(await get(path), "the secret is shown once").to.deep.equal(shown);
    expect(await get(`/api/v1/webhooks/${String(made["id"])}`)).to.deep.equal(shown);
    const events = { everything: false, specificEvents: ["InvoiceSettled", "PendingTransactionCreated"] };
    const change = { url: `${url}/2`, enabled: false, secret: null, authorizedEvents: events };
    const changed = await call("PUT", path, change);
    expect(changed.body).to.deep.include({ url: `${url}/2`, enabled: false, authorizedEvents: events });
    const { persistence, secrets } = shop.app.gateway;
    const kept = (await persistence.webhooks.load(String(made["id"])))?.secret ?? "";
    expect([secrets.isSealed(kept), await secrets.open(kept)], "what is stored is no secret").to.deep.equal([
      true,
      secret,
    ]);
    expect((await call("PUT", path, { url: "ftp://nowhere" })).status).to.equal(422);
    await call("PUT", path, { url, authorizedEvents: { everything: true } });
    const { violations } = await auditBooks(shop.app.gateway.persistence, shop.clock());
    expect(violations, "what happened before, it did not want").to.deep.equal([]);
    const gone = await call("DELETE", path);
    expect([gone.status, gone.text, gone.headers.get("content-type")]).to.deep.equal([200, "", null]);
    const missing = await call("GET", path);
    expect([missing.status, (missing.body as Fields)["code"]]).to.deep.equal([404, "webhook-not-found"]);
  });

  it("from any page: browsers are told that they may", async () => {
    const origin = { origin: "https://shop.example" };
    const preflight = await call("OPTIONS", `${own()}/invoices`, undefined, {
      ...{ ...origin, "access-control-request-method": "POST" },
      "access-control-request-headers": "authorization,content-type,x-client",
    });
    expect(preflight.status).to.equal(200);
    expect(preflight.headers.get("access-control-allow-headers")).to.include("x-client");
    expect(preflight.headers.get("access-control-allow-methods")).to.include("PUT");
    const refused = await call("GET", `${own()}/invoices/none`, undefined, origin);
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).to.deep.equal([404, "*"]);
    const page = await fetch(`${shop.url}/`, { headers: origin });
    expect(page.headers.get("access-control-allow-origin")).to.equal(null);
  });

  it("what there is to ask, without a key", async () => {
    const permissions = (await get("/misc/permissions")) as readonly Fields[];
    const invoices = permissions.find(({ name }) => name === "btcpay.store.canmodifyinvoices");
    expect(invoices?.["included"]).to.have.members([
      "btcpay.store.canviewinvoices",
      "btcpay.store.cancreateinvoice",
    ]);
    expect(await get("/misc/lang"))
      .to.have.length(7)
      .and.to.deep.include({ code: "de", currentLanguage: "Deutsch" });
  });
});
