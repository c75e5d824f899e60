import { expect } from "chai";
import { noteBackup } from "../../../../src/gateway/usecases/lastBackup.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startMerchantApp } from "../../../support/merchantApp.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { signedInAt, type Visitor } from "../ownerPages.ts";

describe("the first steps on the overview", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());
  const overview = async () => (await owner.get(`/owner?store=${shop.storeId}`)).text;
  const doneOf = (html: string, label: string) =>
    new RegExp(`<li class="is-done">(?:(?!</li>).)*${label}`, "s").test(html);

  it("each lead to the place that does them, and show which are done", async () => {
    const html = await overview();
    for (const label of [
      "Your account",
      "A store: ",
      "Settlement in USDC",
      "Refund addresses",
      "Connect a shop",
    ])
      expect(doneOf(html, label), label).to.equal(true);
    for (const label of ["A second factor", "Make a test payment", "Make a backup"])
      expect(doneOf(html, label), label).to.equal(false);
    expect(html).to.include('href="/owner/server#backup"').and.include('href="/owner/account#second-factor"');
    const { gateway } = shop.app;
    await noteBackup(gateway.persistence, gateway.clock());
    expect(doneOf(await overview(), "Make a backup")).to.equal(true);
  });

  it("make an invoice in the sandbox and open its checkout", async () => {
    await overview();
    const { status, headers } = await owner.send(`/owner/stores/${shop.storeId}/test-payment`, {});
    expect([status, /^\/i\/\w+$/.test(headers["location"] ?? "")]).to.deep.equal([303, true]);
    const page = await (await fetch(`${shop.url}${headers["location"]}`)).text();
    expect(textOf(page)).to.include("25.00");
    const id = headers["location"]?.split("/").at(-1) ?? "";
    const invoice = await shop.app.gateway.persistence.invoices.load(id);
    expect(invoice?.terms.checkout.redirectUrl).to.equal(`${shop.url}/owner?store=${shop.storeId}`);
  });

  it("makes the test payment in the currency of the store, in which the books value it", async () => {
    const { persistence } = shop.app.gateway;
    const store = (await persistence.stores.load(shop.storeId))!;
    const settings = { ...store.settings, defaultCurrency: "EUR" };
    await persistence.stores.change(store, { name: store.name, settings });
    await overview();
    const { headers } = await owner.send(`/owner/stores/${shop.storeId}/test-payment`, {});
    const id = headers["location"]?.split("/").at(-1) ?? "";
    expect((await persistence.invoices.load(id))?.terms.currency).to.equal("EUR");
    const changed = (await persistence.stores.load(shop.storeId))!;
    await persistence.stores.change(changed, { name: store.name, settings: store.settings });
  });

  it("go away when a person dismisses them", async () => {
    expect(await overview()).to.include("First steps");
    expect((await owner.send(`/owner/stores/${shop.storeId}/first-steps/dismiss`, {})).status).to.equal(303);
    expect(await overview()).to.not.include("First steps");
  });

  it("offer no test payment where the money is real", async () => {
    const live = await startMerchantApp();
    try {
      const visitor = await signedInAt(live.app.gateway, live.app.url);
      const { text } = await visitor.get(`/owner?store=${live.storeId}`);
      expect(textOf(text)).to.include("Pay a small invoice yourself");
      const { status } = await visitor.send(`/owner/stores/${live.storeId}/test-payment`, {});
      expect(status).to.equal(404);
    } finally {
      await live.close();
    }
  });
});
