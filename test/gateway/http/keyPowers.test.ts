import { expect } from "chai";
import request from "supertest";
import { DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { issue, keyFor, mark, type ProblemBody } from "./merchant.ts";

/** What somebody can do who has got hold of a shop plugin's key: not have an order called paid that is not. */
describe("a key that may create invoices", () => {
  let shop: MerchantApp;
  before(async () => void (shop = await startMerchantApp()));
  after(() => shop.close());

  const send = (key: string, method: "post" | "put", path: string, body: object) =>
    request(shop.url)[method](`/api/v1/stores/${shop.storeId}${path}`).set("Authorization", `token ${key}`).send(body);
  const boundsOfStore = async (change: object) => {
    const merchant = (await shop.app.gateway.persistence.stores.load(shop.storeId))!;
    const settings = { ...merchant.settings, bounds: { ...merchant.settings.bounds, ...change } };
    await shop.app.gateway.persistence.stores.change(merchant, { name: merchant.name, settings });
  };
  const LAX: readonly (readonly [object, string])[] = [
    [{ checkout: { paymentTolerance: 100 } }, "tolerance"],
    [{ crosstill: { policy: { tolerance: 5.01 } } }, "tolerance"],
    [{ crosstill: { policy: { forgive: 5.01 } } }, "forgive"],
    [{ crosstill: { policy: { toleranceFloor: "24.99" } } }, "tolerance"],
    [{ crosstill: { policy: { underpaid: "accept" } } }, "underpaid"],
    [{ crosstill: { policy: { preset: "top-up" } } }, "underpaid, lateFrom"],
    [{ crosstill: { policy: { lateFrom: 94 } } }, "lateFrom"],
    [{ crosstill: { policy: { evidence: "reported" } } }, "evidence"],
    [{ amount: null, crosstill: { policy: { evidence: "reported" } } }, "evidence"],
  ];

  it("cannot make one that nothing, a part or the service's word alone would settle", async () => {
    const key = await keyFor(shop, "cancreateinvoice");
    for (const [body, what] of LAX) {
      const answer = await send(key, "post", "/invoices", { amount: "25.00", ...body });
      const [problem] = answer.body as readonly ProblemBody[];
      expect([answer.status, problem?.code], JSON.stringify(body)).to.deep.equal([422, "policy-not-allowed"]);
      expect(problem?.message).to.include(`; ${what} would be laxer`);
    }
    const strict = { underpaid: "hold", overpaid: "hold", tolerance: 5, lateFrom: 95, evidence: "verified", confirmations: 6 };
    expect((await send(key, "post", "/invoices", { amount: "25.00", crosstill: { policy: strict } })).status).to.equal(200);
  });

  it("can where the store lets its invoices say so, which no key can change", async () => {
    const key = await keyFor(shop, ...DEFAULT_PERMISSIONS);
    const tolerance = await send(key, "put", "", { paymentTolerance: 50 });
    expect([tolerance.status, (tolerance.body as readonly ProblemBody[])[0]?.message].join(" ")).to.match(/^422 Expected at most 5; got 50/);
    await boundsOfStore({ toleranceBps: 10_000, acceptUnderpaid: true, weakerEvidence: true });
    for (const [body] of LAX)
      expect((await send(key, "post", "/invoices", { amount: "25.00", ...body })).status, JSON.stringify(body)).to.equal(200);
    await boundsOfStore({ toleranceBps: 500, acceptUnderpaid: false, weakerEvidence: false });
  });

  it("cannot mark one as Settled or take that back, nor assign money, with a shop plugin's permissions", async () => {
    const key = await keyFor(shop, ...DEFAULT_PERMISSIONS, "canmodifyinvoices", "canmanagepullpayments");
    const { id } = await issue(shop);
    const settle = await send(key, "post", `/invoices/${id}/status`, { status: "Settled" });
    expect([settle.status, (settle.body as { missingPermission?: string }).missingPermission]).to.deep.equal([403, "btcpay.store.canmarkinvoices"]);
    const assigned = { chainId: 1, outpoint: "a:0", invoiceId: id, by: "Ada", reason: "mine" };
    expect((await send(key, "post", "/crosstill/unattributed/assign", assigned)).status).to.equal(403);
    expect((await send(key, "post", `/invoices/${id}/status`, { status: "Invalid" })).status, "as plugins do").to.equal(200);
    const paid = await issue(shop);
    await mark(shop, paid.id, "Settled");
    expect((await send(key, "post", `/invoices/${paid.id}/status`, { status: "Invalid" })).status).to.equal(403);
  });

  it("is named by the server in what it decides, whoever it says that it is", async () => {
    const key = await keyFor(shop, "canmarkinvoices", "canmodifyinvoices");
    const keys = await shop.app.gateway.persistence.keys.list(100);
    const { id: keyId } = keys.findLast(({ permissions }) => permissions.includes("canmarkinvoices"))!;
    const { id } = await issue(shop);
    expect((await send(key, "post", `/invoices/${id}/status`, { status: "Settled" })).status).to.equal(200);
    const invoice = (await shop.app.gateway.persistence.invoices.load(id))!;
    expect(invoice.facts.marks.map(({ by }) => by)).to.deep.equal([`API key ${keyId} "tests"`]);
  });
}); // prettier-ignore
