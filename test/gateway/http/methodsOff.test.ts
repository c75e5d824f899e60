import { expect } from "chai";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { issue } from "./merchant.ts";

type Row = Readonly<{ paymentMethodId: string; enabled: boolean }>;

describe("a coin that a store switches off", function () {
  this.timeout(30_000);
  let shop: MerchantApp;
  before(async () => {
    shop = await startMerchantApp();
  });
  after(() => shop.close());
  const list = async () => (await shop.get("/payment-methods")).body as readonly Row[];
  const change = async (id: string, body: unknown) => {
    const address = `${shop.url}/api/v1/stores/${shop.storeId}/payment-methods/${id}`;
    const headers = { authorization: `token ${shop.apiKey}`, "content-type": "application/json" };
    const answer = await fetch(address, { method: "PUT", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const offered = async (id: string) =>
    ((await shop.get(`/invoices/${id}/payment-methods`)).body as readonly Row[]).map(
      (row) => row.paymentMethodId,
    );

  it("is listed as disabled, and payers of new invoices are not offered it", async () => {
    const { status, body } = await change("btc_chain", { enabled: false });
    expect([status, body]).to.deep.include(200);
    expect(body).to.include({ paymentMethodId: "BTC-CHAIN", enabled: false });
    expect((await list()).find(({ paymentMethodId }) => paymentMethodId === "BTC-CHAIN")?.enabled).to.equal(
      false,
    );
    const { id } = await issue(shop, { amount: "25.00", currency: "USD" });
    expect(await offered(id)).to.deep.equal([]);
    const refused = await shop.post(`/invoices/${id}/payment-methods/BTC-CHAIN/activate`);
    expect(refused.status).to.equal(422);
    const wanted = { amount: "25.00", currency: "USD", checkout: { paymentMethods: ["BTC-CHAIN"] } };
    expect((await shop.post("/invoices", wanted)).status).to.equal(422);
  });

  it("is offered again once it is on, and keeps being paid where it was asked for before", async () => {
    expect((await change("BTC-CHAIN", { enabled: true })).body).to.include({ enabled: true });
    const { id } = await issue(shop, { amount: "25.00", currency: "USD" });
    expect(await offered(id)).to.include("BTC-CHAIN");
    await change("BTC-CHAIN", { enabled: false });
    expect(await offered(id), "its address stays where it was shown").to.include("BTC-CHAIN");
    await change("BTC-CHAIN", { enabled: true });
  });

  it("must be one that the store has, and the body must say what shall be", async () => {
    expect((await change("DOGE-CHAIN", { enabled: false })).status).to.equal(404);
    expect((await change("BTC-CHAIN", {})).status).to.equal(422);
    expect((await change("BTC-CHAIN", { enabled: "no" })).status).to.equal(422);
  });
});
