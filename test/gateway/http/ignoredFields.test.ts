import { expect } from "chai";
import { unknownFields } from "../../../src/gateway/http/api/noteIgnoredFields.ts";
import { invoiceBody } from "../../../src/gateway/http/api/invoiceRequest.ts";
import { OPERATIONS } from "../../../src/gateway/http/reference/operations.ts";
import type { Operation } from "../../../src/gateway/http/reference/operation.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

describe("fields of a body that no call reads", () => {
  let shop: MerchantApp;
  before(async () => {
    shop = await startMerchantApp();
  });
  after(() => shop.close());
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `token ${shop.apiKey}`, "content-type": "application/json" };
    const url = `${shop.url}/api/v1/stores/${shop.storeId}${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, ignored: answer.headers.get("crosstill-ignored-fields") };
  };

  it("are named in a header, and the invoice is made as Greenfield makes it", async () => {
    const body = { amount: "25.00", curency: "EUR", checkout: { speedPolicy: "HighSpeed", redirectUrl: "https://shop.example" } };
    const { status, ignored } = await post("/invoices", body);
    expect([status, ignored]).to.deep.equal([200, "curency, checkout.redirectUrl"]);
  }); // prettier-ignore

  it("are named for webhooks, stores, payment requests and pull payments too", async () => {
    const bodies = {
      "/webhooks": { url: "http://127.0.0.1:1/hook", secrett: "x" },
      "/payment-requests": { amount: "5", title: "Tea", expiry: 5 },
      "/pull-payments": { name: "Prize", amount: "5", curency: "EUR" },
    };
    const named = [];
    for (const [path, body] of Object.entries(bodies)) named.push((await post(path, body)).ignored);
    expect(named).to.deep.equal(["secrett", "expiry", "curency"]);
  });

  it("do not count what metadata holds, what clients read before, or what can be no header", async () => {
    const read = { metadata: { any: { thing: 1 } }, checkout: { lazyPaymentMethods: true }, status: "New" };
    expect((await post("/invoices", { amount: "25.00", ...read })).ignored).to.equal(null);
    expect(unknownFields({ "a\r\nb, c\ud800": 1 }, [invoiceBody])).to.deep.equal(["a%0D%0Ab%2C%20c%3F"]);
  });

  it("are found in no example of the reference", () => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const { body, example }: Operation = operation;
      if (body && example !== undefined) expect(unknownFields(example, [body]), name).to.deep.equal([]);
    }
  });
});
