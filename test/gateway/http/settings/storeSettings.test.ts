import { expect } from "chai";
import { SHOPS } from "../../../../src/gateway/domain/access/shops.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { createMerchant } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { colleagueOf } from "./colleague.ts";
import { hiddenFields, PASSWORD, readSettingsForm, signedInAt, type Visitor } from "../ownerPages.ts";

const SECTIONS = ["payments", "policy", "checkout", "books", "shops"];

describe("the settings of a store in the browser", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());
  const path = (section: string) => `/owner/stores/${shop.storeId}/settings/${section}`;
  const settings = async () => (await shop.app.gateway.persistence.stores.load(shop.storeId))!.settings;
  const open = async (section: string) => readSettingsForm((await owner.get(path(section))).text);
  const save = async (section: string, changes: Record<string, string>, without: readonly string[] = []) => {
    const fields = { ...(await open(section)), ...changes };
    for (const name of without) delete fields[name];
    return owner.send(path(section), fields);
  };

  it("saves nothing where nothing was changed, in every section", async () => {
    const before = await settings();
    for (const section of SECTIONS) {
      const { status, headers } = await save(section, {});
      expect([status, headers["location"]], section).to.deep.equal([303, `${path(section)}?saved`]);
      expect(await settings(), section).to.deep.equal(before);
    }
    const log = await shop.app.gateway.persistence.auditLog.list({ storeId: shop.storeId, limit: 10 });
    expect(log.filter(({ action }) => action === "store.changed")).to.deep.equal([]);
  });

  it("refuses a store currency without a rate, and shows the error beside its field", async () => {
    const { status, text } = await save("payments", { "price-currency": "NGN" });
    expect([status, textOf(text)].join(" ")).to.match(/^422 .*No rate from NGN to USD/);
    expect((await settings()).defaultCurrency).to.equal("USD");
  });

  it("changes what was changed, and records before and after", async () => {
    await save("checkout", { language: "de", "mail-invoices": "on", "mail-reminder": "5", "mail-address-days": "30" });
    await save("books", { tracked: "eur,chf", zone: "Europe/Berlin", accountant: "books@shop.example" });
    await save("policy", { tolerance: "1,5", underpaid: "hold", confirmations: "1,1000=3", evidence: "hash" });
    await save("payments", { minutes: "20", fees: "merchant", margin: "2", "price-currency": "EUR" });
    await save("shops", { "one-invoice-per-order": "on" });
    const now = await settings();
    expect(now).to.deep.include({ invoiceMinutes: 20, feeBearer: "merchant", marginBps: 200, defaultCurrency: "EUR" });
    expect(now.profile.defaultLang).to.equal("de");
    expect(now.mail).to.deep.equal({ invoices: true, remindMinutes: 5, keepDays: 30 });
    expect(now.books).to.deep.include({ tracked: ["EUR", "CHF"], zone: "Europe/Berlin" });
    expect(now.policy).to.deep.include({ toleranceBps: 150, underpaid: "hold", evidence: "hash" });
    expect(now.policy.confirmations?.map(({ need }) => need)).to.deep.equal([1, 3]);
    expect(now.compatibility.oneInvoicePerOrder).to.equal(true);
    const [last] = await shop.app.gateway.persistence.auditLog.list({ storeId: shop.storeId, limit: 1 });
    expect(last).to.deep.include({ action: "store.changed" });
    expect(Object.keys(last?.after as object), "nothing but what was changed").to.deep.equal(["compatibility"]);
    await save("checkout", { "mail-reminder": "" }, ["mail-invoices"]);
    expect((await settings()).mail).to.deep.equal({ invoices: false, keepDays: 30 });
  }); // prettier-ignore

  it("switches coins off and on, chooses the first one, and changes a refund address", async () => {
    await save("payments", { "default-method": "BTC-CHAIN" });
    await save("payments", {}, ["coin BTC-CHAIN"]);
    expect((await settings()).methodsOff).to.deep.equal(["BTC-CHAIN"]);
    expect((await open("payments"))["coin BTC-CHAIN"]).to.equal(undefined);
    await save("payments", { "coin BTC-CHAIN": "on" });
    expect((await settings()).methodsOff).to.deep.equal([]);
    const [chain = ""] = Object.keys((await settings()).refunds).filter((id) => id !== "8253038");
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    await save("payments", { [`refund ${chain}`]: address });
    expect((await settings()).refunds[chain]).to.equal(address);
  });

  it("removes a refund address, but never the last one, and none that the page did not have", async () => {
    const before = (await settings()).refunds;
    const [kept = "", ...others] = Object.keys(before);
    expect(others, "the sandbox has several").not.to.deep.equal([]);
    await save("payments", {}, [`refund ${others[0]}`]);
    expect((await settings()).refunds, "a field that was not sent").to.deep.equal(before);
    const none = Object.fromEntries(Object.keys(before).map((chain) => [`refund ${chain}`, ""]));
    const refused = await save("payments", none);
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include("it is the store&#39;s only one");
    expect((await settings()).refunds).to.deep.equal(before);
    await save("payments", { ...none, [`refund ${kept}`]: before[kept] ?? "" });
    expect((await settings()).refunds).to.deep.equal({ [kept]: before[kept] });
    await save(
      "payments",
      Object.fromEntries(others.map((chain) => [`refund ${chain}`, before[chain] ?? ""])),
    );
    expect((await settings()).refunds).to.deep.equal(before);
  });

  it("keeps what was typed, and says at every field that is wrong what was expected", async () => {
    const before = await settings();
    const typed = {
      minutes: "soon",
      margin: "101",
      "refund 8253038": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    };
    const { status, text } = await save("payments", typed);
    expect(status).to.equal(422);
    for (const [name, value] of Object.entries(typed)) {
      const id = `f-${name.replaceAll(" ", "-")}`;
      expect(text).to.match(new RegExp(`id="${id}" name="${name}" value="${value}"[^>]*aria-invalid`));
      expect(text).to.match(new RegExp(`id="${id}-problem">Expected`));
    }
    expect(await settings()).to.deep.equal(before);
  });

  it("are seen and changed as roles allow, and are nothing to people of other stores", async () => {
    const { gateway } = shop.app;
    const { settings: like } = (await gateway.persistence.stores.load(shop.storeId))!;
    const other = await createMerchant(gateway.persistence, gateway, "Coffee house", like);
    const at = { url: shop.url, storeId: shop.storeId };
    const before = await settings();
    for (const [role, mayView, mayChange] of [
      ["owner", 200, 303],
      ["manager", 200, 403],
      ["cashier", 403, 403],
      ["accountant", 403, 403],
      ["viewer", 403, 403],
    ] as const) {
      const visitor = await colleagueOf(owner, { ...at, role });
      const sections = role === "manager" ? SECTIONS : ["payments"]; // accessMatrix.test.ts tries every page with every role
      for (const section of [...sections, "archive", "shops/own"])
        expect((await visitor.get(path(section))).status, `${role} sees ${section}`).to.equal(mayView);
      for (const section of sections) {
        const fields = readSettingsForm((await owner.get(path(section))).text);
        await visitor.get("/owner");
        expect((await visitor.send(path(section), fields)).status, `${role} saves ${section}`).to.equal(
          mayChange,
        );
        const foreign = path(section).replace(shop.storeId, other.id);
        await visitor.get("/owner");
        expect((await visitor.get(foreign)).status, `${role} looks elsewhere`).to.equal(404);
        await visitor.get("/owner");
        expect((await visitor.send(foreign, fields)).status, `${role} saves elsewhere`).to.equal(404);
      }
      if (role === "owner") continue;
      for (const form of ["archive", "archive/reopen"]) {
        await visitor.get("/owner");
        expect((await visitor.send(path(form), {})).status, `${role} sends ${form}`).to.equal(403);
      }
    }
    expect(await settings()).to.deep.equal(before);
  });

  it("asks for the password again where money may count or go otherwise", async () => {
    const typed = { ...(await open("payments")), minutes: "33" };
    const plain = await open("books");
    shop.clock.advance(11 * MINUTE_MS);
    expect((await owner.send(path("books"), { ...plain, zone: "UTC" })).status, "books need none").to.equal(
      303,
    );
    await owner.get(path("payments"));
    const asked = await owner.send(path("payments"), typed);
    expect(asked.text).to.include("Confirm that it is you");
    const hidden = hiddenFields(asked.text);
    const confirmed = await owner.send("/owner/confirm", { ...hidden, confirmSecret: PASSWORD });
    expect([confirmed.status, confirmed.headers["location"]]).to.deep.equal([307, path("payments")]);
    const { formToken = "" } = hidden;
    expect((await owner.send(path("payments"), { ...typed, formToken })).status).to.equal(303);
    expect((await settings()).invoiceMinutes).to.equal(33);
  });

  it("archives a store and lets it sell again", async () => {
    await owner.get(path("archive"));
    expect((await owner.send(path("archive"), {})).status).to.equal(303);
    expect((await settings()).archivedAt).to.be.a("number");
    expect(textOf((await owner.get(path("archive"))).text)).to.include("This store is archived");
    await owner.send(`${path("archive")}/reopen`, {});
    expect((await settings()).archivedAt).to.equal(undefined);
  });

  it("says for each shop system what to do, with what to copy and the key of its preset", async () => {
    const { text } = await owner.get(path("shops"));
    const links = [...text.matchAll(/href="([^"]+\/settings\/shops\/\w+)"/g)].map(([, link = ""]) => link);
    expect(links).to.have.length(SHOPS.length + 1);
    for (const link of links) {
      const page = await owner.get(link);
      expect([page.status, link]).to.deep.equal([200, link]);
      expect(page.text).to.include(shop.url).and.to.include(shop.storeId);
      const key = `/api-keys/authorize?shop=${link.split("/").at(-1)}&amp;storeId=${shop.storeId}`;
      if (!link.endsWith("/own")) expect(page.text).to.include(key);
    }
    expect((await owner.get(path("shops/nothing"))).status).to.equal(404);
  });
});
