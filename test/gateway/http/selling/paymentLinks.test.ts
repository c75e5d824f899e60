import { expect } from "chai";
import { replacePaymentRequest } from "../../../../src/gateway/usecases/payment-requests/paymentRequests.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startMailServer } from "../../../support/mailServer.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { secondMerchant } from "../merchant.ts";
import { signedInAt, type Visitor } from "../ownerPages.ts";

describe("payment links in the browser", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let owner: Visitor;
  let path: string;
  before(async () => {
    shop = await startMerchantApp();
    owner = await signedInAt(shop.app.gateway, shop.app.url);
    path = `/owner/stores/${shop.storeId}/payment-links`;
  });
  after(() => shop.close());

  const links = () =>
    shop.app.gateway.persistence.paymentRequests.list(shop.storeId, {
      withArchived: true,
      skip: 0,
      limit: 50,
    });
  const make = async (fields: Readonly<Record<string, string>> = {}) => {
    await owner.get(`${path}/new`);
    const made = await owner.send(`${path}/new`, { title: "Ten lessons", amount: "50", ...fields });
    return { ...made, page: made.headers["location"] ?? "" };
  };
  const actions = async () => {
    const log = await shop.app.gateway.persistence.auditLog.list({ limit: 20 });
    return log.map(({ action }) => action).filter((action) => action.startsWith("payment_link."));
  };

  it("are made, found in the list, and show link, QR code, price and state", async () => {
    const { status, page } = await make({ expiry: "2099-01-31T18:00", referenceId: "A-1", isCustom: "yes" });
    expect(status).to.equal(303);
    const [link] = await links();
    expect(link?.settings).to.deep.include({ title: "Ten lessons", amount: 5000n, referenceId: "A-1" });
    expect(link?.settings).to.deep.include({
      allowCustomAmounts: true,
      expiresAt: Date.UTC(2099, 0, 31, 18),
    });
    const shown = await owner.get(page);
    expect(textOf(shown.text)).to.include("50.00 USD").and.to.include("open").and.to.include("2099-01-31");
    expect(shown.text).to.include(`data-copy="${shop.app.url}/payment-requests/${link?.id}"`);
    const printed = await owner.get(`${page}/print`);
    expect(printed.text).to.include('class="qr-code"').and.to.include("50.00 USD");
    expect(textOf((await owner.get(path)).text)).to.include("Ten lessons");
  });

  it("can be paid until a time that is typed, and shown, by the clocks of the store", async () => {
    const { stores } = shop.app.gateway.persistence;
    const inZone = async (zone: string) => {
      const store = (await stores.load(shop.storeId))!;
      const settings = { ...store.settings, books: { ...store.settings.books, zone } };
      await stores.change(store, { name: store.name, settings });
    };
    await inZone("Europe/Berlin");
    const { page } = await make({ title: "By the clocks", expiry: "2099-01-31T18:00" });
    const { text } = await owner.get(page);
    const made = (await links()).find(({ settings }) => settings.title === "By the clocks");
    expect(made?.settings.expiresAt).to.equal(Date.UTC(2099, 0, 31, 17));
    expect(text).to.include('value="2099-01-31T18:00"');
    expect(textOf(text)).to.include("2099-01-31 18:00 UTC+1");
    expect(textOf(text)).to.include("Can be paid until, by the clocks of Europe/Berlin");
    await inZone("UTC");
  });

  it("are not made to end in the past, and one that has ended can be given another title", async () => {
    const past = { title: "Too late", expiry: "2001-01-31T18:00" };
    const { status, text } = await make(past);
    expect(status).to.equal(422);
    expect(textOf(text)).to.include("Expected a time to come");
    expect(text).to.match(
      /name="expiry"[^>]*value="2001-01-31T18:00" aria-invalid="true" aria-describedby="fault-ExpiryDate"/,
    );
    const { page } = await make({ title: "Ends soon", expiry: "2099-01-31T18:00" });
    await owner.get(page);
    expect((await owner.send(page, { amount: "50", currency: "USD", ...past })).status).to.equal(422);
    const [soon] = (await links()).filter(({ settings }) => settings.title === "Ends soon");
    await replacePaymentRequest(shop.app.gateway, soon!.id, { ...soon!.settings, expiresAt: 1_000_500 });
    await owner.get(page);
    const kept = { title: "Renamed", amount: "50", currency: "USD", expiry: "1970-01-01T00:16" };
    expect((await owner.send(page, kept)).status).to.equal(303);
    const renamed = (await links()).find(({ settings }) => settings.title === "Renamed");
    expect(renamed?.settings.expiresAt).to.equal(1_000_500);
  });

  it("are listed by pages, and whatever is asked for as a page is one", async () => {
    for (const page of ["1e308", "-1", "0", "1.5", "Infinity", "999999999999999999", "x", "100001"])
      expect((await owner.get(`${path}?page=${page}`)).status, page).to.equal(200);
    expect(textOf((await owner.get(`${path}?page=1`)).text)).to.include("Ten lessons");
    expect(textOf((await owner.get(`${path}?page=2`)).text)).not.to.include("Ten lessons");
  });

  it("are made once by a form that is sent twice", async () => {
    const before = (await links()).length;
    await owner.get(`${path}/new`);
    const send = () => owner.send(`${path}/new`, { title: "Once", amount: "5" });
    const form = await owner.get(`${path}/new`);
    const linkId = /name="linkId" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    const [first, second] = [await send(), await owner.send(`${path}/new`, { title: "Once", amount: "5", linkId, formToken: tokenOf(form.text) })]; // prettier-ignore
    expect(second.headers["location"]).to.equal(first.headers["location"]);
    expect(await links()).to.have.length(before + 1);
  });

  it("say nothing about the decimals of a currency that is unknown", async () => {
    const { status, text } = await make({ amount: "much", currency: "XXX" });
    expect(status).to.equal(422);
    expect(textOf(text)).to.include("XXX").and.not.to.include("XXX has");
  });

  it("say next to the field what is wrong, and keep what was typed", async () => {
    const { status, text } = await make({ title: "Lessons & more", amount: "0", email: "nobody" });
    expect(status).to.equal(422);
    expect(text).to.include('value="Lessons &amp; more"');
    expect(text).to.match(/name="email"[^>]*aria-invalid="true" aria-describedby="fault-Email"/);
    const amount = await make({ amount: "0" });
    expect(textOf(amount.text)).to.include("Expected an amount above zero");
    expect(amount.text).to.match(/id="fault-Amount"/);
  });

  it("are edited and archived, and every change is in the audit log", async () => {
    const { page } = await make({ title: "Old" });
    await owner.get(page);
    const changed = await owner.send(page, { title: "New", amount: "60", currency: "USD" });
    expect(changed.status).to.equal(303);
    expect(textOf((await owner.get(page)).text)).to.include("60.00 USD");
    await owner.send(`${page}/archive`, {});
    const shown = await owner.get(page);
    expect(textOf(shown.text)).to.include("archived").and.not.to.include("Save");
    expect(textOf((await owner.get(path)).text)).not.to.include("60.00 USD");
    expect(textOf((await owner.get(`${path}?archived`)).text)).to.include("60.00 USD");
    expect((await actions()).slice(0, 3)).to.deep.equal(["payment_link.archived", "payment_link.changed", "payment_link.created"]); // prettier-ignore
  });

  it("list the invoices that came of them, and keep their amount then", async () => {
    const { page } = await make({ title: "Paid" });
    const opened = await fetch(`${shop.url}/payment-requests/${page.split("/").at(-1)}/pay`, { method: "POST", redirect: "manual" }); // prettier-ignore
    const invoice = opened.headers.get("location")?.slice(3) ?? "";
    const shown = await owner.get(page);
    expect(shown.text).to.include(`/owner/invoices/${invoice}`);
    const refused = await owner.send(page, { title: "Paid", amount: "99", currency: "USD" });
    expect(refused.status).to.equal(422);
    expect(textOf(refused.text)).to.include("Amount and currency stay as they are");
  });

  it("never show the markup of a title, a description or an address", async () => {
    const nasty = `"><script>alert(1)</script>`;
    const { page } = await make({ title: nasty, description: nasty, referenceId: nasty });
    for (const at of [page, `${page}/print`, path])
      expect((await owner.get(at)).text, at).not.to.include("<script>alert");
  });

  it("of another store do not exist here", async () => {
    const { page } = await make();
    const id = page.split("/").at(-1);
    const { storeId } = await secondMerchant(shop, []);
    expect((await owner.get(`/owner/stores/${storeId}/payment-links/${id}`)).status).to.equal(404);
  });
});

describe("payment links by e-mail", function () {
  this.timeout(60_000);

  const open = async (env: Readonly<Record<string, string>> = {}) => {
    const shop = await startMerchantApp({ env });
    const owner = await signedInAt(shop.app.gateway, shop.app.url);
    const path = `/owner/stores/${shop.storeId}/payment-links`;
    await owner.get(`${path}/new`);
    const { headers } = await owner.send(`${path}/new`, { title: "Ten lessons", amount: "5" });
    const page = headers["location"] ?? "";
    return { shop, owner, page, shown: await owner.get(page) };
  };

  it("are not offered without a mail server, and refused", async () => {
    const { shop, owner, page, shown } = await open();
    expect(shown.text).not.to.include("/mail");
    const refused = await owner.send(`${page}/mail`, { to: "a@shop.example" });
    expect(refused.status).to.equal(422);
    expect(textOf(refused.text)).to.include("sends no e-mail");
    await shop.close();
  });

  it("go to one address at once, and what the mail server says is shown", async () => {
    const server = await startMailServer();
    const { shop, owner, page } = await open({ SMTP_URL: server.url, MAIL_FROM: "pay@shop.example" });
    const sent = await owner.send(`${page}/mail`, { to: "ada@shop.example" });
    expect(textOf(sent.text)).to.include("Sent to ada@shop.example");
    const [message] = server.taken;
    expect(message?.to).to.deep.equal(["ada@shop.example"]);
    expect(message?.read.subject).to.equal("Payment request from Test shop: 5.00 USD");
    expect(message?.read.text).to.include(`${shop.app.url}/payment-requests/${page.split("/").at(-1)}`);
    const two = await owner.send(`${page}/mail`, { to: "ada@shop.example, eve@shop.example" });
    expect([two.status, server.taken.length]).to.deep.equal([422, 1]);
    server.answer = () => 550;
    const refused = await owner.send(`${page}/mail`, { to: "ada@shop.example" });
    expect(textOf(refused.text)).to.include("The mail server did not take the message");
    await shop.close();
    await server.close();
  });
});

function tokenOf(html: string): string {
  return /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? "";
}
