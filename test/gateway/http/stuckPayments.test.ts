import { expect } from "chai";
import request from "supertest";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { textOf } from "../../browser/readPage.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, methodsOf } from "./merchant.ts";
import { openVisitor, PASSWORD } from "./ownerPages.ts";

let app: SandboxApp;
let shop: ReturnType<typeof shopOf>;

const html = async (id: string) => (await request(app.url).get(`/i/${id}`).set("Accept", "text/html")).text;
const choose = (id: string, methodId: string) =>
  request(app.url).post(`/i/${id}/methods/${methodId}`).set("origin", app.url).expect(303);

describe("a payment that does not go straight on", () => {
  before(async () => {
    app = await startSandboxApp();
    shop = shopOf(app);
    await app.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => app.close());

  it("says that the rest is too small to be paid, and lets the merchant see it before the time is over", async () => {
    const { id } = await issue(app, { crosstill: { policy: { forgive: 0 } } });
    const { due } = await shop.bitcoin(id);
    await shop.pay(id, BigInt(Math.round(Number(due) * 1e8)) - 20n);
    await shop.mine();
    for (let second = 0; second < 15; second++) await shop.tick();
    const said = textOf(await html(id));
    expect(said).to.include("is too small to pay in BTC on Bitcoin now");
    expect(said).to.include("Do not pay the whole price again").and.not.to.include("is being worked out");
    expect((await shop.load(id)).status).to.equal("New");
    const { body } = await app.get("/crosstill/inbox");
    expect(JSON.stringify(body)).to.include(id).and.to.include("underpaid").and.not.to.include("anomaly");
    const { gateway } = app.app;
    const tooSmall = (methodId: string) =>
      ({ kind: "restTooSmall", at: app.clock(), methodId, rest: 1_000_000n, dust: 0n }) as const;
    for (const { paymentMethodId } of await methodsOf(app, id))
      await advanceInvoice(gateway, id, tooSmall(paymentMethodId));
    expect(textOf(await html(id)))
      .to.include("is too small to pay separately")
      .and.not.to.include("Pay it another way");
  }).timeout(60_000);

  it("leaves a small rest to the shop when the payer picks a coin that it is too small for", async () => {
    const { id } = await issue(app);
    await choose(id, "ETH-BASE");
    const { facts } = (await app.app.gateway.persistence.invoices.load(id))!;
    const { chainId, currency, depositAddress, input } = facts.offers.at(-1)!;
    const at = app.clock();
    const part = {
      kind: "output",
      at,
      outpoint: `0x${"5a".repeat(32)}:0`,
      chainId,
      currency,
      address: depositAddress,
      value: input - input / 125n,
      sentBy: at,
      confirmations: 1,
      blockHash: "block-1",
    } as const;
    await advanceInvoice(app.app.gateway, id, part);
    await choose(id, "BTC-CHAIN");
    const invoice = await shop.load(id);
    expect(invoice).to.include({ status: "New", additionalStatus: "PaidPartial" });
    const { body } = await app.get("/crosstill/inbox");
    expect(JSON.stringify(body)).to.include(id).and.to.include("underpaid");
    expect(textOf(await html(id)), "the payer can still pay it as before").to.include("0.20 USD");
  }).timeout(60_000);

  it("shows the coin that was chosen last, also when it had been chosen before", async () => {
    const { id } = await issue(app);
    const { destination } = await bitcoinOf(app, id);
    const [, other] = await methodsOf(app, id);
    await choose(id, other!.paymentMethodId);
    expect(await html(id)).not.to.include(`data-copy="${destination}"`);
    await choose(id, "BTC-CHAIN");
    expect(await html(id)).to.include(`data-copy="${destination}"`);
    const [again] = await methodsOf(app, id);
    expect(again!.destination, "no new price was asked for").to.equal(destination);
    await choose(id, other!.paymentMethodId);
    expect(await html(id)).not.to.include(`data-copy="${destination}"`);
  }).timeout(30_000);

  it("is for a person when its money was passed on after a reorganisation had taken it away", async () => {
    const { id } = await issue(app);
    const { facts } = (await app.app.gateway.persistence.invoices.load(id))!;
    const { chainId, currency, depositAddress, input, floor, requestId } = facts.offers[0]!;
    const at = app.clock();
    const outpoint = `${"ab".repeat(32)}:0`;
    const output = { kind: "output", at, outpoint, chainId, currency, address: depositAddress, value: input, sentBy: at } as const; // prettier-ignore
    const settled = { kind: "settled", amount: floor, txHash: `0x${"cd".repeat(32)}`, evidence: "verified", proof: `31337:0x${"cd".repeat(32)}:0` } as const; // prettier-ignore
    const success: Observation = { kind: "request", at, requestId, depositAddress, parent: undefined, word: "success", depositTxid: "ab".repeat(32), input, outcome: settled }; // prettier-ignore
    for (const seen of [
      { ...output, confirmations: 1, blockHash: "block-1" },
      { ...output, confirmations: 0, blockHash: undefined },
      success,
      success,
    ])
      await advanceInvoice(app.app.gateway, id, seen);
    const invoice = await shop.load(id);
    expect(invoice.status).to.equal("Settled");
    expect(JSON.stringify(invoice.crosstill.anomalies))
      .to.include("origin_reorganised")
      .and.to.include(outpoint);
    expect(invoice.crosstill.anomalies).to.have.length(1);
  });

  it("can be priced in the currencies that shops use", async () => {
    for (const [currency, amount] of [
      ["EUR", "25.00"],
      ["GBP", "25.00"],
      ["CHF", "25.00"],
      ["BRL", "120.00"],
      ["JPY", "4000"],
    ])
      // prettier-ignore
      expect((await bitcoinOf(app, (await issue(app, { currency, amount })).id)).due, currency).to.match(/^0\.00/);
  }).timeout(30_000);

  it("is on a page for its owner, to which the link of shop plugins leads", async () => {
    const { id } = await issue(app, { metadata: { orderId: "A-17", itemDesc: "<b>Tea</b>" } });
    const visitor = openVisitor(app.url as never, app.url);
    const link = await visitor.get(`/invoices/${id}`);
    expect([link.status, link.headers["location"]]).to.deep.equal([302, `/owner/invoices/${id}`]);
    const asked = await visitor.get(`/owner/invoices/${id}`);
    expect([asked.status, asked.headers["location"]]).to.deep.equal([303, `/owner/sign-in?to=%2Fowner%2Finvoices%2F${id}`]); // prettier-ignore
    await visitor.get(ownerLinkUrl("", await newOwnerLink(app.app.gateway)));
    await visitor.send("/owner/setup", { name: "Ada", password: PASSWORD, again: PASSWORD });
    const { status, text } = await visitor.get(`/owner/invoices/${id}`);
    expect(status).to.equal(200);
    for (const words of [
      id,
      "25.00 USD",
      "order A-17",
      "&lt;b&gt;Tea",
      "None yet",
      "USDC on Sandbox Base",
      "InvoiceCreated",
      "No webhook wanted it",
    ])
      expect(text).to.include(words);
    expect((await visitor.get("/owner/invoices/unknown")).status).to.equal(404);
  }).timeout(30_000);
});
