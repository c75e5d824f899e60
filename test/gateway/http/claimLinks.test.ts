import { expect } from "chai";
import { createPullPayment } from "../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { secondMerchant } from "./merchant.ts";

const THIEF = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const CLAIM = { destination: THIEF, payoutMethodId: "BTC-CHAIN" };

type Pull = Readonly<{ id: string; viewLink?: string }>;

/** The link of a pull payment is money to whoever has it. */
describe("the link of a pull payment", () => {
  let shop: MerchantApp;
  let pull: Required<Pull>;
  let automatic: Required<Pull>; // nobody looks at its claims
  before(async () => {
    shop = await startMerchantApp();
    const body = { amount: "20", currency: "USD" };
    pull = (await shop.post("/pull-payments", body)).body as Required<Pull>;
    automatic = (await shop.post("/pull-payments", { ...body, autoApproveClaims: true })).body as Required<Pull>;
  });
  after(() => shop.close());

  const keyWith = (...permissions: readonly string[]) => {
    const { persistence, clock, random } = shop.app.gateway;
    return issueKey(persistence.keys, { clock, random }, { storeId: shop.storeId, label: "", permissions }, "live");
  };
  const ask = async (path: string, options: Readonly<{ key?: string; body?: unknown }> = {}) => {
    const { key, body } = options;
    const answer = await fetch(shop.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `token ${key}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const own = (path: string) => `/api/v1/stores/${shop.storeId}${path}`;
  const claims = (id: string) => shop.app.gateway.persistence.payouts.list({ pullPaymentId: id, limit: 9 });

  it("is not in what a key that may only look is shown, and the id that it is shown claims nothing", async () => {
    const key = await keyWith("canviewstoresettings");
    const listed = await ask(own("/pull-payments"), { key });
    expect(listed.text).to.include(pull.id).and.not.include("viewLink").and.not.include("/pull-payments/");
    expect((await ask(own(`/pull-payments/${pull.id}`), { key })).text).not.to.include("viewLink");
    const shortForm = await ask(`/api/v1/pull-payments/${pull.id}`, { key });
    expect(shortForm.status).to.equal(200);
    expect(shortForm.text).not.to.include("viewLink");
    const path = `/api/v1/pull-payments/${pull.id}/payouts`;
    expect((await ask(path, { body: CLAIM })).status, "without a key").to.equal(404);
    expect((await ask(path, { key, body: CLAIM })).status, "with the key").to.equal(403);
    const stranger = (await secondMerchant(shop, ["unrestricted"])).key;
    expect((await ask(path, { key: stranger, body: CLAIM })).status, "with another store's").to.equal(404);
    expect((await ask(`/pull-payments/${pull.id}`)).status, "the page").to.equal(404);
    expect(await claims(pull.id)).to.deep.equal([]);
  });

  it("is shown to keys that may make such a pull payment: where claims approve themselves, to those that may say so", async () => {
    const key = await keyWith("canviewpullpayments", "cancreatenonapprovedpullpayments");
    const listed = JSON.parse((await ask(own("/pull-payments"), { key })).text) as readonly Pull[];
    const links = new Map(listed.map(({ id, viewLink }) => [id, viewLink]));
    expect([links.get(pull.id), links.get(automatic.id)]).to.deep.equal([pull.viewLink, undefined]);
    const body = { ...CLAIM, pullPaymentId: automatic.id, amount: "1" };
    expect((await ask(own("/payouts"), { key, body })).status, "by its id").to.equal(403);
    expect((await ask(`/api/v1/pull-payments/${automatic.id}/payouts`, { key, body: CLAIM })).status).to.equal(403);
    expect(await claims(automatic.id)).to.deep.equal([]);
  });

  it("opens the page and the API without a key, changed or cut short neither", async () => {
    const last = new URL(pull.viewLink).pathname.split("/").at(-1) ?? "";
    expect(last.startsWith(`${pull.id}-`) && last.length > pull.id.length + 40).to.equal(true);
    const changed = `${last.slice(0, -2)}${last.endsWith("A0") ? "B" : "A"}0`;
    for (const path of ["/pull-payments", "/api/v1/pull-payments"]) {
      expect((await ask(`${path}/${last}`)).status, path).to.equal(200);
      for (const wrong of [changed, last.slice(0, -1), `${pull.id}-`, pull.id, `${automatic.id}${last.slice(pull.id.length)}`])
        expect((await ask(`${path}/${wrong}`)).status, `${path} ${wrong}`).to.equal(404);
    }
    expect(JSON.parse((await ask(`/api/v1/pull-payments/${last}`)).text)).to.include({ viewLink: pull.viewLink });
    expect((await ask(`/api/v1/pull-payments/${last}/payouts`, { body: { ...CLAIM, amount: "2" } })).status).to.equal(200);
    expect(await claims(pull.id)).to.have.length(1);
  });

  it("of a pull payment that an older version made is another than the buyer was given then", async () => {
    const promise = { name: "", description: "", currency: "USD", decimals: 2, amount: 5_00n, autoApprove: false, startsAt: undefined, expiresAt: undefined, methods: [] };
    const { id } = await createPullPayment(shop.app.gateway, shop.storeId, promise); // no different in the database
    const old = await ask(`/pull-payments/${id}`);
    expect([old.status, old.text].join(" ")).to.match(/^404 [^]*Ask the shop for the link as it is now/);
    const { viewLink = "" } = (await shop.get(`/pull-payments/${id}`)).body as Pull;
    expect((await fetch(viewLink.replace(/^https?:\/\/[^/]+/, shop.url))).status).to.equal(200);
  });
}); // prettier-ignore
