import { expect } from "chai";
import { PNG } from "pngjs";
import { makePicture } from "../../../../src/gateway/domain/branding/picture.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { secondMerchant } from "../merchant.ts";
import { openVisitor, signedInAt, type Visitor } from "../ownerPages.ts";

const NASTY = `"><img src=x onerror=alert(1)>`;

describe("a point of sale", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let owner: Visitor;
  let list: string;
  before(async () => {
    shop = await startMerchantApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    owner = await signedInAt(shop.app.gateway, shop.app.url);
    list = `/owner/stores/${shop.storeId}/pos`;
  });
  after(() => shop.close());

  const persistence = () => shop.app.gateway.persistence;
  const load = async (id: string) => (await persistence().pointsOfSale.load(id))!;

  /** Makes one with tea at 3.33 and cake at 4.50. */
  const make = async (settings: Readonly<Record<string, string>> = {}) => {
    await owner.get(list);
    const made = await owner.send(list, { title: "Bar", currency: "USD" });
    const page = made.headers["location"] ?? "";
    const id = page.split("/").at(-1) ?? "";
    for (const [title, price] of [["Tea", "3.33"], ["Cake", "4.5"]] as const) {
      await owner.get(`${page}/items/new`);
      await owner.upload(`${page}/items/new`, { title, price, inStock: "yes" });
    } // prettier-ignore
    await owner.get(page);
    const defaults = { title: "Bar", currency: "USD", tips: "5, 10", keypad: "yes", discounts: "yes", receipt: "See you" }; // prettier-ignore
    expect((await owner.send(page, { ...defaults, ...settings })).status).to.equal(303);
    const [tea, cake] = (await load(id)).settings.items.map((item) => item.id);
    return { id, page, counter: `/pos/${id}`, tea: `count-${tea}`, cake: `count-${cake}` };
  };
  const saleOf = (answer: Readonly<{ headers: Readonly<Record<string, string>> }>) =>
    answer.headers["location"]?.split("/").at(-1) ?? "";
  const invoiceOf = async (answer: Parameters<typeof saleOf>[0]) => persistence().invoices.load(saleOf(answer)); // prettier-ignore

  it("is made with items and settings, and every change is in the audit log", async () => {
    const { id, page } = await make();
    const { settings } = await load(id);
    expect(settings).to.deep.include({ title: "Bar", tips: [5, 10], keypad: true, discounts: true, isPublic: false }); // prettier-ignore
    expect(settings.items.map(({ title, price }) => [title, price])).to.deep.equal([["Tea", 333n], ["Cake", 450n]]); // prettier-ignore
    expect(textOf((await owner.get(page)).text)).to.include("3.33 USD");
    const log = await persistence().auditLog.list({ limit: 4 });
    expect(log.map(({ action }) => action)).to.deep.equal(["changed", "item_added", "item_added", "created"].map((what) => `point_of_sale.${what}`)); // prettier-ignore
    await owner.send(`${page}/archive`, {});
    expect((await owner.get(page)).status).to.equal(404);
    expect((await owner.get(`/pos/${id}`)).status).to.equal(404);
  });

  it("has items with pictures, which are served as images and nothing else", async () => {
    const { id, page } = await make();
    const [item] = (await load(id)).settings.items;
    const path = `${page}/items/${item?.id}`;
    const data = PNG.sync.write(new PNG({ width: 8, height: 6 }));
    await owner.get(path);
    await owner.upload(path, { title: "Tea", price: "3", inStock: "yes" }, { name: "picture", data });
    const picture = (await load(id)).settings.items[0]?.picture;
    expect(picture).to.include({ width: 8, height: 6 });
    const served = await fetch(`${shop.url}/pos/pictures/${picture?.hash}`);
    expect(served.headers.get("content-type")).to.equal("image/png");
    expect(served.headers.get("content-security-policy")).to.include("sandbox");
    expect((await owner.get(`/pos/${id}`)).text).to.include(`/pos/pictures/${picture?.hash}`);
    await owner.get(path);
    const svg = Buffer.from("<svg onload=alert(1)>");
    const refused = await owner.upload(
      path,
      { title: "Green tea", price: "3" },
      { name: "picture", data: svg },
    );
    expect([refused.status, textOf(refused.text).includes("Expected a PNG, a JPEG or a WebP")]).to.deep.equal([422, true]); // prettier-ignore
    expect(refused.text, "what was typed").to.include('value="Green tea"');
    await owner.upload(path, { title: "Tea", price: "3", inStock: "yes", noPicture: "yes" });
    expect((await load(id)).settings.items[0]?.picture).to.equal(undefined);
    expect((await fetch(`${shop.url}/pos/pictures/${picture?.hash}`)).status).to.equal(404);
    await owner.get(path);
    await owner.send(`${path}/remove`, {});
    expect((await load(id)).settings.items.map(({ title }) => title)).to.deep.equal(["Cake"]);
  });

  it("keeps no picture of an item that it has no room for", async () => {
    const { id, page } = await make();
    await owner.get(`${page}/items/new`);
    const pos = await load(id);
    const items = Array.from({ length: 100 }, (_, nth) => ({ ...pos.settings.items[0]!, id: `item-${nth}` }));
    await persistence().pointsOfSale.change({ ...pos, version: pos.version + 1, settings: { ...pos.settings, items } }); // prettier-ignore
    const data = PNG.sync.write(new PNG({ width: 7, height: 3 }));
    const refused = await owner.upload(`${page}/items/new`, { title: "Soup", price: "3" }, { name: "picture", data }); // prettier-ignore
    expect([refused.status, textOf(refused.text).includes("at most 100 items")]).to.deep.equal([422, true]);
    expect((await fetch(`${shop.url}/pos/pictures/${makePicture(data).hash}`)).status).to.equal(404);
  });

  it("says next to the field what is wrong with its settings and its items", async () => {
    const { page } = await make();
    await owner.get(page);
    const tips = await owner.send(page, { title: "Bar", currency: "USD", tips: "five" });
    expect([tips.status, /id="fault-Tips"/.test(tips.text)]).to.deep.equal([422, true]);
    expect(textOf(tips.text)).to.include("Expected whole percents");
    const currency = await owner.send(page, { title: "Bar", currency: "EUR" });
    expect(textOf(currency.text)).to.include("the currency stays while there are items");
    await owner.get(`${page}/items/new`);
    const price = await owner.upload(`${page}/items/new`, { title: "Soup", price: "free" });
    expect(price.status).to.equal(422);
    expect(price.text).to.include('id="fault-Price"').and.to.include('value="Soup"');
  });

  it("charges by its own prices, with discount and tip, and keeps the sale in the metadata", async () => {
    const { id, counter, tea, cake } = await make();
    await owner.get(counter);
    const charged = await owner.send(`${counter}/charge`, { [tea]: "2", [cake]: "1", amount: "1,00", discount: "10", tip: "5", price: "0.01", total: "" }); // prettier-ignore
    expect(charged.status).to.equal(303);
    const invoice = await invoiceOf(charged);
    expect(invoice?.terms.price, "1216 less 121, and 54 on top").to.equal(1149n);
    const metadata = invoice?.terms.metadata as Readonly<Record<string, unknown>>;
    expect(metadata).to.deep.include({ posId: id, itemDesc: "Bar", extra: "1.00", subtotal: "12.16" });
    expect(metadata).to.deep.include({ discountPercent: 10, discount: "1.21", tipPercent: 5, tip: "0.54" });
    expect(metadata["orderId"]).to.match(/^pos-\w{10}$/);
    expect((metadata["items"] as readonly unknown[])[0]).to.deep.include({ title: "Tea", count: 2, price: "3.33", total: "6.66" }); // prettier-ignore
    const [logged] = await persistence().auditLog.list({ limit: 1 });
    expect(logged).to.include({ action: "sale.charged", subject: invoice?.id });
  });

  it("makes one invoice of two taps, also at the same moment, and none for another amount", async () => {
    const { counter, tea } = await make();
    await owner.get(counter);
    const fields = { [tea]: "1" };
    const both = await Promise.all([owner.send(`${counter}/charge`, fields), owner.send(`${counter}/charge`, fields)]); // prettier-ignore
    expect(new Set(both.map(saleOf)).size).to.equal(1);
    const page = await owner.get(counter);
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const first = await owner.send(`${counter}/charge`, { ...fields, token });
    await owner.get(counter);
    const other = await owner.send(`${counter}/charge`, { [tea]: "2", token });
    expect([first.status, other.status]).to.deep.equal([303, 422]);
    expect(textOf(other.text)).to.include("charged already, with another amount");
    const again = await owner.send(`${counter}/charge`, { [tea]: "2" });
    expect((await invoiceOf(again))?.terms.price).to.equal(666n);
  });

  it("refuses what it does not sell, and keeps what was picked", async () => {
    const { id, page, counter, tea, cake } = await make();
    const wrong = [{ [tea]: "1.5" }, { [tea]: "-1" }, { "count-beer": "1" }, { [tea]: "1", tip: "7" }, { [tea]: "1", discount: "101" }, { amount: "1e9" }, { amount: "9".repeat(40) }, {}]; // prettier-ignore
    for (const fields of wrong) {
      await owner.get(counter);
      const { status, text } = await owner.send(`${counter}/charge`, fields as Record<string, string>);
      expect(status, JSON.stringify(fields)).to.equal(422);
      expect(text).to.include('id="counter-error"');
    }
    await owner.get(counter);
    const changed = await owner.send(`${counter}/charge`, { [tea]: "1", total: "100" });
    expect(textOf(changed.text)).to.include("this comes to 3.33 USD now");
    expect(changed.text).to.match(new RegExp(`name="${tea}"[^>]*value="1"`));
    const item = (await load(id)).settings.items[1];
    await owner.get(`${page}/items/${item?.id}`);
    await owner.upload(`${page}/items/${item?.id}`, { title: "Cake", price: "4.5" });
    await owner.get(counter);
    const out = await owner.send(`${counter}/charge`, { [cake]: "1" });
    expect(textOf(out.text)).to.include("Cake is out of stock.");
  });

  it("is for signed-in cashiers, unless it is made public", async () => {
    const { page, counter, tea } = await make();
    const stranger = openVisitor(shop.app.url, shop.app.url);
    const sent = await stranger.get(counter);
    expect(sent.headers["location"]).to.equal(`/owner/sign-in?to=${encodeURIComponent(counter)}`);
    expect((await stranger.send(`${counter}/charge`, { [tea]: "1" })).status).to.equal(303);
    expect(await persistence().invoices.list(shop.storeId, { word: "stranger", limit: 5 })).to.have.length(0);
    await owner.get(page);
    await owner.send(page, { title: "Bar", currency: "USD", isPublic: "yes" });
    expect((await stranger.get(counter)).status).to.equal(200);
    const charged = await stranger.send(`${counter}/charge`, { [tea]: "1" });
    expect((await invoiceOf(charged))?.terms).to.include({ price: 333n, byVisitor: true });
    await owner.get(page);
    await owner.send(page, { title: "Bar", currency: "USD" });
    await owner.get(counter);
    const signedIn = await invoiceOf(await owner.send(`${counter}/charge`, { [tea]: "1" }));
    expect(signedIn?.terms).not.to.have.property("byVisitor");
    await owner.get(page);
    await owner.send(page, { title: "Bar", currency: "USD", isPublic: "yes" });
    await stranger.get(counter);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await stranger.send(`${counter}/charge`, { [tea]: "1" }, foreign)).status).to.equal(403);
    const forged = await stranger.send(`${counter}/charge`, { [tea]: "1", token: "x" });
    expect([forged.status, textOf(forged.text).includes("too old")]).to.deep.equal([422, true]);
  });

  it("gives no discount to the public, and its cashiers may give one at a public counter", async () => {
    const { counter, tea } = await make({ isPublic: "yes" });
    const stranger = openVisitor(shop.app.url, shop.app.url);
    expect((await stranger.get(counter)).text).not.to.include('name="discount"');
    const taken = await stranger.send(`${counter}/charge`, { [tea]: "1", discount: "99" });
    expect([taken.status, textOf(taken.text).includes("only a signed-in cashier")]).to.deep.equal([
      422,
      true,
    ]);
    expect((await owner.get(counter)).text).to.include('name="discount"');
    const given = await invoiceOf(await owner.send(`${counter}/charge`, { [tea]: "1", discount: "10" }));
    expect(given?.terms.price).to.equal(300n);
    expect(given?.terms).not.to.have.property("byVisitor");
    await owner.get(counter);
    const forged = await owner.send(`${counter}/charge`, { [tea]: "1", discount: "10", formToken: "x" });
    expect(forged.status, "a form that is not the session's").to.equal(422);
  });

  it("takes 60 charges a minute from the public, and more from its cashiers", async () => {
    const { counter, tea } = await make({ isPublic: "yes" });
    const charge = async (visitor: Visitor, from = {}) => {
      await visitor.get(counter);
      return (await visitor.send(`${counter}/charge`, { [tea]: "1" }, from)).status;
    };
    const statuses: number[] = [];
    for (let nth = 0; nth < 61; nth++)
      statuses.push(await charge(openVisitor(shop.app.url, shop.app.url), { "x-forwarded-for": `10.5.0.${nth}` })); // prettier-ignore
    expect(statuses.filter((status) => status === 303).length).to.be.within(1, 60);
    expect(statuses.at(-1)).to.equal(429);
    expect(await charge(owner, { "x-forwarded-for": "10.6.0.1" })).to.equal(303);
  });

  it("takes no form of a cashier from another site, or without the session's token", async () => {
    const { counter, tea } = await make();
    await owner.get(counter);
    for (const [fields, from] of [
      [{ [tea]: "1" }, { origin: "https://evil.example" }],
      [{ [tea]: "1", formToken: "x" }, {}],
    ] as const)
      expect((await owner.send(`${counter}/charge`, fields, from)).status).to.equal(403);
  });

  it("shows the sale with a large QR code, and a sale of another counter not at all", async () => {
    const { id, counter, tea } = await make();
    const other = await make();
    await owner.get(counter);
    const charged = await owner.send(`${counter}/charge`, { [tea]: "1" });
    const sale = charged.headers["location"] ?? "";
    const { status, text } = await owner.get(sale);
    expect(text, "the mark in the QR code").to.include('<symbol id="coin-btc"');
    expect(status).to.equal(200);
    expect(text).to.include('class="qr-code"').and.to.include(`data-status-url="${sale}/status"`);
    expect(text).to.include(`data-events-url="/i/${saleOf(charged)}/events"`);
    expect(text).to.include(`href="/pos/${id}"`);
    expect((await owner.get(`${other.counter}/sales/${saleOf(charged)}`)).status).to.equal(404);
    const plain = await shop.post("/invoices", { amount: "5", currency: "USD" });
    const { id: invoice } = plain.body as Readonly<{ id: string }>;
    expect((await owner.get(`${counter}/sales/${invoice}`)).status).to.equal(404);
  });

  it("shows the receipt with items, tip and the shop's text once it is paid", async () => {
    const { counter, tea } = await make();
    await owner.get(counter);
    const charged = await owner.send(`${counter}/charge`, { [tea]: "2", tip: "10" });
    const sale = charged.headers["location"] ?? "";
    expect(textOf((await owner.get(`${sale}/status`)).text)).not.to.include("Receipt");
    await owner.get(`/owner/invoices/${saleOf(charged)}`);
    await owner.send(`/owner/invoices/${saleOf(charged)}/mark`, { as: "Settled", reason: "cash" });
    const receipt = textOf((await owner.get(`${sale}/status`)).text);
    for (const line of ["Receipt", "Tea", "6.66 USD", "Tip of 10 %", "0.66 USD", "7.32 USD", "See you"])
      expect(receipt, line).to.include(line);
  });

  it("never shows markup of titles, descriptions, receipts or items", async () => {
    const { page, counter, tea } = await make({ title: NASTY, description: NASTY, receipt: NASTY });
    await owner.get(`${page}/items/new`);
    await owner.upload(`${page}/items/new`, { title: NASTY, description: NASTY, price: "1", inStock: "yes" });
    await owner.get(counter);
    const charged = await owner.send(`${counter}/charge`, { [tea]: "1" });
    await owner.get(`/owner/invoices/${saleOf(charged)}`);
    await owner.send(`/owner/invoices/${saleOf(charged)}/mark`, { as: "Settled" });
    for (const at of [list, page, counter, `${counter}?lang=ar`, charged.headers["location"] ?? ""]) {
      const { status, text } = await owner.get(at);
      expect([status, text.includes("<img src=x")], at).to.deep.equal([200, false]);
    }
  });

  it("of another store does not exist here", async () => {
    const { id } = await make();
    const { storeId } = await secondMerchant(shop, []);
    expect((await owner.get(`/owner/stores/${storeId}/pos/${id}`)).status).to.equal(404);
  });

  it("speaks the languages that the checkout speaks", async () => {
    const { counter } = await make();
    expect((await owner.get(`${counter}?lang=de`)).text).to.include("Trinkgeld");
    const arabic = await owner.get(`${counter}?lang=ar`);
    expect(arabic.text).to.include('dir="rtl"').and.to.include("إكرامية");
  });
});
