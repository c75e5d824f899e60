import { expect } from "chai";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { secondMerchant } from "../merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

const ITEMS = [
  { id: "tea", title: "Tea", price: "3.50" },
  { id: "cake", title: "Cake", price: 4.8, description: "Apple", disabled: true },
];
const BODY = {
  appName: "Bar",
  currency: "usd",
  template: JSON.stringify(ITEMS),
  unknown: true,
  tipText: null,
};

describe("points of sale over the API", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  before(async () => void (shop = await startMerchantApp()));
  after(() => shop.close());

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(`${shop.url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${shop.apiKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Fields };
  };
  const make = (body: unknown = BODY, headers = {}) =>
    call("POST", `/stores/${shop.storeId}/apps/pos`, body, headers);

  it("are made with their items, read by both forms of the path, and found at their counter", async () => {
    const { status, body } = await make();
    expect(status).to.equal(200);
    const id = String(body["id"]);
    expect(body).to.deep.include({
      storeId: shop.storeId,
      name: "Bar",
      title: "Bar",
      appType: "PointOfSale",
      currency: "USD",
      showCustomAmount: false,
      showDiscount: false,
      enableTips: true,
      customTipPercentages: [15, 18, 20],
    });
    const link = `${shop.app.url}/pos/${id}`;
    expect(body["crosstill"]).to.deep.equal({ link, receipt: null, isPublic: false });
    expect(body["items"]).to.deep.equal([
      {
        id: "tea",
        title: "Tea",
        description: null,
        price: "3.50",
        priceType: "Fixed",
        image: null,
        disabled: false,
      },
      {
        id: "cake",
        title: "Cake",
        description: "Apple",
        price: "4.80",
        priceType: "Fixed",
        image: null,
        disabled: true,
      },
    ]);
    for (const path of [`/apps/${id}`, `/stores/${shop.storeId}/apps/${id}`])
      expect((await call("GET", path)).body, path).to.deep.equal(body);
  });

  it("have no stock of an item whose inventory is 0, and refuse a minimum price, which the counter does not have", async () => {
    const items = [
      { ...ITEMS[0], inventory: 0, priceType: "Fixed" },
      { ...ITEMS[0], id: "more", inventory: 5 },
      { ...ITEMS[0], id: "any", inventory: null, priceType: null },
    ];
    const { body } = await make({ ...BODY, template: JSON.stringify(items) });
    const shown = (body["items"] as readonly Fields[]).map(({ disabled }) => disabled);
    expect(shown).to.deep.equal([true, false, false]);
    const least = await make({ ...BODY, template: JSON.stringify([{ ...ITEMS[0], priceType: "Minimum" }]) });
    const [problem] = least.body as unknown as readonly Fields[];
    expect([least.status, problem?.["path"]]).to.deep.equal([422, "Template[0].PriceType"]);
    expect(problem?.["message"]).to.include('Expected "Fixed"');
  });

  it("are replaced, keep their items without a template, and are archived", async () => {
    const id = String((await make()).body["id"]);
    const change = { appName: "Pub", enableTips: false, crosstill: { isPublic: true, receipt: "Bye" } };
    const { body } = await call("PUT", `/apps/pos/${id}`, change);
    expect(body).to.deep.include({ title: "Pub", enableTips: false, customTipPercentages: [] });
    expect(body["items"]).to.have.length(2);
    expect((await fetch(`${shop.url}/pos/${id}`)).status, "the public counter").to.equal(200);
    expect((await call("DELETE", `/apps/${id}`)).status).to.equal(200);
    expect((await call("GET", `/apps/${id}`)).status).to.equal(404);
    expect((await fetch(`${shop.url}/pos/${id}`)).status).to.equal(404);
  });

  it("keep their currency, and take another one only with new prices", async () => {
    const { body: made } = await make({ ...BODY, currency: "JPY", template: JSON.stringify([{ id: "tea", title: "Tea", price: "500" }]) }); // prettier-ignore
    const put = (change: Fields) => call("PUT", `/apps/pos/${String(made["id"])}`, { appName: "Bar", ...change }); // prettier-ignore
    const kept = await put({});
    expect([kept.body["currency"], kept.body["items"]]).to.deep.equal(["JPY", made["items"]]);
    const refused = await put({ currency: "USD" });
    const [problem] = refused.body as unknown as readonly Fields[];
    expect([refused.status, problem?.["path"], problem?.["code"]]).to.deep.equal([422, "Currency", "currency-fixed"]); // prettier-ignore
    const priced = await put({ currency: "USD", template: JSON.stringify(ITEMS) });
    expect([priced.status, priced.body["currency"]]).to.deep.equal([200, "USD"]);
  });

  it("say what is wrong with a body, and are made once by an Idempotency-Key", async () => {
    const wrong: readonly (readonly [Fields, string])[] = [
      [{}, "AppName"],
      [{ ...BODY, currency: "XXX" }, "Currency"],
      [{ ...BODY, template: "- tea" }, "Template"],
      [{ ...BODY, template: JSON.stringify([{ id: "tea" }]) }, "Template[0].Title"],
      [{ ...BODY, template: JSON.stringify([ITEMS[0], ITEMS[0]]) }, "Template"],
      [{ ...BODY, template: JSON.stringify([{ ...ITEMS[0], id: "new" }]) }, "Template[0].Id"],
      [{ ...BODY, template: JSON.stringify([{ ...ITEMS[0], id: "../x?" }]) }, "Template[0].Id"],
      [{ ...BODY, template: JSON.stringify([{ ...ITEMS[0], title: "Tea\u202e" }]) }, "Template[0].Title"],
      [{ ...BODY, appName: "Bar\u200b" }, "AppName"],
      [{ ...BODY, title: "B\u0007ar" }, "Title"],
      [{ ...BODY, customTipPercentages: [7.5] }, "Tips[0]"],
    ];
    for (const [body, path] of wrong) {
      const { status, body: problems } = await make(body);
      expect([status, (problems as unknown as readonly Fields[])[0]?.["path"]]).to.deep.equal([422, path]);
    }
    const key = { "idempotency-key": "bar-1" };
    expect((await make(BODY, key)).body).to.deep.equal((await make(BODY, key)).body);
  });

  it("of another store do not exist for a key", async () => {
    const id = String((await make()).body["id"]);
    const { key } = await secondMerchant(shop, ["canmodifystoresettings"]);
    const other = { authorization: `token ${key}` };
    for (const [method, path, body] of [["GET", `/apps/${id}`], ["PUT", `/apps/pos/${id}`, BODY], ["DELETE", `/apps/${id}`]] as const)
      expect((await call(method, path, body, other)).status, method).to.equal(404);
  }); // prettier-ignore
});
