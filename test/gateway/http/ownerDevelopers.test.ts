import { expect } from "chai";
import { hashPassword } from "../../../src/gateway/usecases/access/passwords.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, secondMerchant } from "./merchant.ts";
import { openVisitor, PASSWORD, signedInAt, type Visitor } from "./ownerPages.ts";

describe("the pages for developers", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let invoiceId: string;
  let events: string;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
    invoiceId = (await issue(shop)).id;
    events = `/owner/stores/${shop.storeId}/events`;
  });
  after(() => shop.close());

  async function member(role: string, storeId = shop.storeId): Promise<Visitor> {
    const { persistence, clock, random } = shop.app.gateway;
    const name = `${role} of ${storeId}`;
    const password = { hash: await hashPassword(PASSWORD, random), at: clock() };
    await persistence.users.create({
      id: name,
      name,
      email: undefined,
      isAdmin: false,
      createdAt: clock(),
      password,
    });
    await persistence.members.put({ storeId, userId: name, role, addedAt: clock() });
    const visitor = openVisitor(shop.url, shop.url);
    await visitor.get("/owner/sign-in");
    await visitor.send("/owner/sign-in", { name, password: PASSWORD });
    return visitor;
  }

  it("are one place with keys, webhooks, events and the reference", async () => {
    const start = await owner.get(`/owner/stores/${shop.storeId}/developers`);
    expect(start.headers["location"]).to.equal(`/owner/keys?store=${shop.storeId}`);
    const { text } = await owner.get(start.headers["location"] ?? "");
    const tabs = /<nav class="tabs"[^>]*>(.*?)<\/nav>/.exec(text)?.[1] ?? "";
    const paths = [...tabs.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path);
    expect(textOf(tabs)).to.equal("API keysWebhooksEventsAPI reference");
    for (const path of paths) expect((await owner.get(path)).status, path).to.equal(200);
  });

  it("list the events of the store, by type and subject, each as the message that webhooks get", async () => {
    const { text } = await owner.get(events);
    expect(textOf(text)).to.include("InvoiceCreated").and.to.include(invoiceId);
    expect((await owner.get(`${events}?type=InvoiceSettled`)).text).not.to.include(`>${invoiceId}<`);
    expect((await owner.get(`${events}?about=${invoiceId}`)).text).to.include(
      `/owner/invoices/${invoiceId}"`,
    );
    const path = /href="([^"]+)" aria-label="JSON of event/.exec(text)?.[1] ?? "";
    const message = JSON.parse((await owner.get(path)).text) as Readonly<Record<string, unknown>>;
    expect(message).to.include({ invoiceId, storeId: shop.storeId });
    for (const odd of ["0", "999999999", "x", "1e3"])
      expect((await owner.get(`${events}/${odd}`)).status, odd).to.equal(404);
    for (const query of ["type=Nonsense", "before=x", "before=99999999999999", "about=%00", "type[]=a"])
      expect((await owner.get(`${events}?${query}`)).status, query).to.be.oneOf([200, 400, 404]);
  });

  it("show the events to those who may see the settings, of their own store alone", async () => {
    const other = await secondMerchant(shop, []);
    for (const [role, status] of Object.entries({
      owner: 200,
      manager: 200,
      cashier: 403,
      accountant: 403,
      viewer: 403,
    })) {
      const visitor = await member(role);
      expect((await visitor.get(events)).status, role).to.equal(status);
      expect((await visitor.get(`${events}/1`)).status, role).to.equal(status);
      expect((await visitor.get(`/owner/stores/${other.storeId}/events`)).status, role).to.equal(404);
    }
    expect((await owner.get("/owner/stores/nothing/events")).status).to.equal(404);
    const signedOut = await openVisitor(shop.url, shop.url).get(events);
    expect(signedOut.status).to.equal(303);
  });

  it("ask before a key is revoked, and name it and its last use", async () => {
    const page = await owner.get("/owner/keys");
    expect(page.text, "expires by default").to.match(/<option value="90" selected>/);
    const path = /href="(\/owner\/keys\/[^"]+\/revoke)"/.exec(page.text)?.[1] ?? "";
    const ask = textOf((await owner.get(path)).text);
    expect(ask)
      .to.match(/Revoke the key “[^”]+”\?/)
      .and.to.include("Last used");
    const cashier = await member("viewer", (await secondMerchant(shop, [])).storeId);
    expect((await cashier.get(path)).status, "of another store").to.equal(404);
    await owner.get(path);
    expect((await owner.send(path, {})).status).to.equal(303);
    expect((await owner.get("/owner/keys")).text).not.to.include(path);
    expect((await owner.get(path)).status, "there is nothing to ask any more").to.equal(303);
  });
});
