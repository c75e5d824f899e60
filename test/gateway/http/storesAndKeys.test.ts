import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { keyFor } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;
type Made = Fields &
  Readonly<{ id: string; apiKey: string; crosstill: Fields & Readonly<{ apiKey: string }> }>;

describe("stores and keys that are made and ended over the API", () => {
  let shop: MerchantApp;
  let key: string;
  before(async () => {
    shop = await startMerchantApp();
    key = await keyFor(shop, "unrestricted");
  });
  after(() => shop.close());

  const call = async (method: string, path: string, body?: unknown, by = key, more: Readonly<Record<string, string>> = {}) => {
    const headers = { authorization: `token ${by}`, "content-type": "application/json", ...more };
    const answer = await fetch(`${shop.url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Made };
  }; // prettier-ignore
  const wrong = ({ status, body }: Readonly<{ status: number; body: Fields }>) => {
    const [problem] = [body].flat() as readonly Fields[];
    return [status, problem?.["code"], problem?.["path"]];
  };

  it("a key makes another of its store, which may do no more than itself, and ends it", async () => {
    const permissions = ["btcpay.store.cancreateinvoice", `btcpay.store.canviewinvoices:${shop.storeId}`];
    const { status, body } = await call("POST", "/api-keys", { label: "Till", permissions });
    expect([status, body["label"], body["permissions"]]).to.deep.equal([200, "Till", [
      `btcpay.store.cancreateinvoice:${shop.storeId}`, `btcpay.store.canviewinvoices:${shop.storeId}`,
    ]]);
    const list = () => call("GET", `/stores/${shop.storeId}/invoices`, undefined, body.apiKey);
    expect((await list()).status).to.equal(200);
    expect((await call("POST", "/api-keys", { permissions }, body.apiKey)).status, "it is not unrestricted").to.equal(403);
    expect(wrong(await call("POST", "/api-keys", { permissions: ["canpay"] }))).to.deep.equal([422, "invalid", "Permissions[0]"]);
    expect(wrong(await call("POST", "/api-keys", {}))).to.deep.equal([422, "invalid", "Permissions"]);
    expect((await call("POST", "/api-keys", { permissions: ["btcpay.store.canviewinvoices:another"] })).status).to.equal(403);
    expect((await call("DELETE", `/api-keys/${body.apiKey}`)).status).to.equal(200);
    expect((await list()).status).to.equal(401);
    expect(wrong(await call("DELETE", `/api-keys/${body.apiKey}`)).slice(0, 2)).to.deep.equal([404, "apikey-not-found"]);
  }); // prettier-ignore

  it("a store takes no currency in which its invoices could not be priced, and says which rate is missing", async () => {
    const before = (await call("GET", `/stores/${shop.storeId}`)).body;
    for (const [method, path] of [
      ["PUT", `/stores/${shop.storeId}`],
      ["POST", "/stores"],
    ] as const) {
      const refused = await call(method, path, { name: "Lagos", defaultCurrency: "NGN" });
      expect(wrong(refused)).to.deep.equal([422, "invalid", "DefaultCurrency"]);
      expect(JSON.stringify(refused.body)).to.include("No rate from NGN to USD").and.to.include("RATES_URLS");
    }
    expect((await call("GET", `/stores/${shop.storeId}`)).body).to.deep.equal(before);
  });

  it("a store is made with a key of its own, is paid where the first is, and a repeated call makes no second", async () => {
    const once = { "idempotency-key": "other-shop" };
    const made = await call("POST", "/stores", { name: "Other", defaultCurrency: "EUR" }, key, once);
    expect(made.status).to.equal(200);
    expect(made.body).to.include({ name: "Other", defaultCurrency: "EUR", archived: false });
    const again = await call("POST", "/stores", { name: "Other", defaultCurrency: "EUR" }, key, once);
    expect(again.body.id).to.equal(made.body.id);
    const own = (await call("GET", `/stores/${shop.storeId}`)).body;
    expect(made.body.crosstill["settlement"]).to.deep.equal(own.crosstill["settlement"]);
    expect(
      (await call("GET", `/stores/${made.body.id}`, undefined, made.body.crosstill.apiKey)).status,
    ).to.equal(200);
    expect(
      (await call("GET", `/stores/${made.body.id}`)).status,
      "the first key is of the first store",
    ).to.equal(403);
    expect(wrong(await call("POST", "/stores", {}))).to.deep.equal([422, "invalid", "Name"]);
    const stolen = { name: "x", crosstill: { settlement: { recipient: "0x1" } } };
    expect(wrong(await call("POST", "/stores", stolen))).to.deep.equal([
      422,
      "invalid",
      "Crosstill.Settlement",
    ]);
  });

  it("a store is deleted by archiving it, and not while money moves", async () => {
    const { body: made } = await call("POST", "/stores", { name: "Closing" });
    const own = made.crosstill.apiKey;
    const path = `/stores/${made.id}`;
    const issue = () => call("POST", `${path}/invoices`, { amount: "5.00" }, own);
    const invoice = await issue();
    const pull = await call("POST", `${path}/pull-payments`, { amount: "5.00", currency: "USD" }, own);
    const busy = await call("DELETE", path, undefined, own);
    expect(wrong(busy).slice(0, 2)).to.deep.equal([422, "store-busy"]);
    expect((busy.body as unknown as readonly Fields[])[0]?.["message"]).to.include("an invoice is open").and.include("a pull payment can");
    await call("POST", `/stores/${made.id}/invoices/${invoice.body.id}/status`, { status: "Invalid" }, own);
    await call("DELETE", `${path}/pull-payments/${pull.body.id}`, undefined, own);
    expect((await call("DELETE", path, undefined, own)).status).to.equal(200);
    expect((await issue()).status, "its keys are revoked").to.equal(401);
    const { persistence } = shop.app.gateway;
    const kept = (await persistence.stores.load(made.id))!;
    expect(kept.settings.archivedAt).to.equal(shop.clock());
    const late = await advanceInvoice(shop.app.gateway, invoice.body.id, { kind: "anomaly", at: shop.clock(), what: "late", detail: "x" });
    expect(late.facts.anomalies, "its invoices are followed as ever").to.have.length(1);
    const again = await keyFor({ ...shop, storeId: made.id }, ...ALL_PERMISSIONS);
    const refused = await call("POST", `${path}/invoices`, { amount: "5.00" }, again);
    expect(wrong(refused).slice(0, 2)).to.deep.equal([422, "store-archived"]);
  }); // prettier-ignore

  it("a payment method is read by its id, in any of its spellings", async () => {
    const path = `/stores/${shop.storeId}/payment-methods`;
    const { body: list } = await call("GET", path);
    for (const id of ["BTC-CHAIN", "btc_chain", "BTC"])
      expect((await call("GET", `${path}/${id}`)).body, id).to.deep.equal((list as unknown as readonly Fields[])[0]);
    expect((await call("GET", `${path}/OnChain/BTC`)).body).to.deep.equal({ enabled: true, cryptoCode: "BTC", paymentMethod: "BTC-CHAIN" });
    expect(wrong(await call("GET", `${path}/DOGE-CHAIN`)).slice(0, 2)).to.deep.equal([404, "paymentmethod-not-found"]);
    expect((await call("GET", `${path}/OnChain/DOGE`)).status).to.equal(404);
  }); // prettier-ignore

  it("rates are as the operator has set them: what was read may be sent back, and nothing else", async () => {
    const path = `/stores/${shop.storeId}/rates/configuration`;
    const { body: read } = await call("GET", `${path}/primary`);
    expect((await call("PUT", `${path}/primary`, read)).body).to.deep.equal(read);
    expect((await call("GET", path)).body, "as older clients ask").to.deep.equal(read);
    expect((await call("PUT", path, { spread: "0" })).body).to.deep.equal(read);
    const other = { spread: "1.5", preferredSource: "kraken", isCustomScript: true, effectiveScript: "X_X = 1;" };
    const refused = (await call("PUT", `${path}/primary`, other)).body as unknown as readonly Fields[];
    expect(refused.map(({ path: field }) => field)).to.deep.equal(["Spread", "PreferredSource", "IsCustomScript", "EffectiveScript"]);
    expect((await call("POST", `${path}/preview?currencyPair=BTC_BTC`, {})).body).to.deep.equal([{ currencyPair: "BTC_BTC", errors: [], rate: "1" }]);
    expect((await call("GET", `${path}/fallback`)).status).to.equal(404);
  }); // prettier-ignore
});
