import { expect } from "chai";
import { textOf } from "../../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { buttonHtml } from "../../../../src/gateway/http/selling/buttonHtml.ts";
import { bonesOf } from "../bones.ts";
import { PAYLOADS } from "../payloads.ts";
import { signedInAt, type Visitor } from "../ownerPages.ts";
import { isFull } from "../../../support/sizes.ts";

type Fields = Readonly<Record<string, string>>;

describe("pay buttons", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let owner: Visitor;
  let page: string;
  let visitors = 0;
  before(async () => {
    shop = await startMerchantApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    owner = await signedInAt(shop.app.gateway, shop.app.url);
    page = `/owner/stores/${shop.storeId}/pay-buttons`;
  });
  after(() => shop.close());

  const set = async (fields: Fields) => {
    await owner.get(page);
    return owner.send(page, fields);
  };
  const on = (change: Fields = {}) => set({ isOn: "yes", currency: "USD", least: "2", most: "100", ...change }); // prettier-ignore
  const press = (fields: Fields, visitor = `10.1.0.${++visitors}`) =>
    fetch(`${shop.url}/pay/${shop.storeId}`, {
      method: "POST",
      redirect: "manual",
      headers: { accept: "text/html", origin: "https://blog.example", "sec-fetch-site": "cross-site", "x-forwarded-for": visitor }, // prettier-ignore
      body: new URLSearchParams(fields),
    });
  const invoiceOf = async (answer: Response) =>
    shop.app.gateway.persistence.invoices.load(answer.headers.get("location")?.slice(3) ?? "");
  const open = async (query: Fields) => {
    const answer = await fetch(`${shop.url}/pay/${shop.storeId}?${new URLSearchParams(query)}`, {
      headers: { accept: "text/html" },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it("make nothing before the store has switched them on", async () => {
    expect((await press({ amount: "5" })).status).to.equal(403);
    expect((await open({ amount: "5" })).status).to.equal(403);
    expect(textOf((await owner.get(page)).text)).not.to.include("Make a button");
  });

  it("are switched on within bounds, by who may change the store, and off again", async () => {
    const refused = await on({ least: "10", most: "5" });
    expect([refused.status, refused.text.includes('id="fault-Most"')]).to.deep.equal([422, true]);
    expect((await on({ least: "0" })).text).to.include('id="fault-Least"');
    expect((await on()).status).to.equal(303);
    const store = await shop.app.gateway.persistence.stores.load(shop.storeId);
    expect(store?.settings.publicInvoices).to.deep.equal({ currency: "USD", decimals: 2, least: 200n, most: 10_000n }); // prettier-ignore
    const [logged] = await shop.app.gateway.persistence.auditLog.list({ limit: 1 });
    expect(logged?.action).to.equal("store.pay_buttons_changed");
    await set({ currency: "USD", least: "2", most: "100" });
    expect((await press({ amount: "5" })).status).to.equal(403);
    await on();
  });

  const change = (body: object) =>
    fetch(`${shop.url}/api/v1/stores/${shop.storeId}`, {
      method: "PUT",
      headers: { authorization: `token ${shop.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("lead from any site to the checkout of a new invoice", async () => {
    await change({ website: "https://blog.example" });
    const pressed = await press({ amount: "5.50", currency: "USD", orderId: "7", description: "Tea", redirect: "https://blog.example/thanks" }); // prettier-ignore
    expect(pressed.status).to.equal(303);
    const invoice = await invoiceOf(pressed);
    expect(invoice?.terms).to.include({ price: 550n, currency: "USD", byVisitor: true });
    expect(invoice?.terms.metadata).to.deep.equal({ orderId: "button/7", itemDesc: "Tea", payButton: true });
    expect(invoice?.terms.checkout.redirectUrl).to.equal("https://blog.example/thanks");
  });

  it("lead back only to hosts of the store, which the error names, and never automatically", async () => {
    const redirect = "https://www.own.example/thanks";
    const refusalOf = async (address: string) => {
      const answer = await press({ amount: "5", redirect: address });
      return [answer.status, textOf(await answer.text())] as const;
    };
    await change({ redirectAutomatically: true, website: "" });
    const [status, text] = await refusalOf(redirect);
    expect(status).to.equal(422);
    expect(text).to.include("Enter the website in the settings of the store.");
    await change({ website: "https://own.example/shop" });
    for (const foreign of ["https://evil.example/pay-again", "https://own.example@evil.example/", "https://own.example.evil.example", "https://own.example:8443"]) {
      const [refused, why] = await refusalOf(foreign);
      expect(refused, foreign).to.equal(422);
      expect(why).to.include("A button can lead back only to the store's website: own.example.");
    }
    const made = await owner.get(`${page}?${new URLSearchParams({ amounts: "5", label: "Pay", redirect: "https://evil.example" })}`);
    expect(textOf(made.text)).to.include("only to the store's website: own.example.");
    expect(made.text, "no button").not.to.include('id="html"');

    const invoice = await invoiceOf(await press({ amount: "5", redirect }));
    expect(invoice?.terms.checkout).to.include({ redirectAutomatically: false, redirectUrl: redirect });
    const path = `/owner/invoices/${invoice?.id}`;
    await owner.get(path);
    await owner.send(`${path}/mark`, { as: "Settled", reason: "cash" });
    const shown = await fetch(`${shop.url}/i/${invoice?.id}`, { headers: { accept: "text/html" } });
    const { name } = (await shop.app.gateway.persistence.stores.load(shop.storeId))!;
    expect(/id="return"[^>]*>([^<]*)</.exec(await shown.text())?.[1]).to.equal(`Return to ${name}`);
    await change({ redirectAutomatically: false });
  }); // prettier-ignore

  it("take no other amount, currency or redirect than the store allows", async () => {
    const wrong: readonly Fields[] = [
      { amount: "1.99" },
      { amount: "100.01" },
      { amount: "-5" },
      { amount: "" },
      { amount: "1e1" },
      { amount: "5", currency: "EUR" },
      { amount: "5", redirect: "http://blog.example" },
      { amount: "5", redirect: "javascript:alert(1)" },
    ];
    for (const fields of wrong) {
      const answer = await press(fields);
      expect(answer.status, JSON.stringify(fields)).to.equal(422);
      expect(await answer.text()).to.include('role="alert"');
    }
  });

  it("never lead to the invoice of a shop's own order", async () => {
    const { persistence } = shop.app.gateway;
    const own = await shop.post("/invoices", { amount: "5", currency: "USD", metadata: { orderId: "1001" } });
    const pressed = await press({ amount: "5", orderId: "1001" });
    const found = await persistence.invoices.list(shop.storeId, { orderIds: ["1001"], limit: 9 });
    expect(found.map(({ id }) => id)).to.deep.equal([(own.body as Readonly<{ id: string }>).id]);
    expect(pressed.headers.get("location")).not.to.include(found[0]?.id);
  });

  it("have a page for links, whose form makes one invoice", async () => {
    const shown = await open({ amount: "7", description: "A cake", orderId: "9" });
    expect(textOf(shown.text)).to.include("A cake").and.to.include("7 USD");
    const asks = await open({ amount: "1000" });
    expect(textOf(asks.text)).to.include("From 2.00 USD to 100.00 USD");
    expect((await open({ lang: "de" })).text).to.include("Betrag in USD");
    const token = /name="token" value="([^"]+)"/.exec(shown.text)?.[1] ?? "";
    const both = await Promise.all([press({ amount: "7", token }), press({ amount: "7", token })]);
    expect(new Set(both.map(({ headers }) => headers.get("location"))).size).to.equal(1);
    expect((await press({ amount: "8", token })).status, "another amount").to.equal(422);
  });

  it("are made as HTML that has nothing but a form, whatever is typed", async () => {
    const made = await owner.get(`${page}?${new URLSearchParams({ amounts: "5 10", label: "Give", orderId: "a" })}`); // prettier-ignore
    expect(made.text).to.include("&lt;option value=&quot;10&quot;&gt;10 USD");
    expect(textOf((await owner.get(`${page}?amounts=1&label=Give`)).text)).to.include("Expected amounts from 2.00 to 100.00 USD"); // prettier-ignore
    const plain = "Tea and biscuits";
    const button = (text: string) => {
      const words = { label: text, orderId: text, description: text, redirect: text };
      return buttonHtml({ ...words, payUrl: "https://pay.example/pay/1", currency: "USD", amounts: [], least: "1.00", most: "2.00" }); // prettier-ignore
    };
    const inArea = async (text: string) => {
      const asked = { amounts: "5", label: text, description: text, orderId: text };
      return (await owner.get(`${page}?${new URLSearchParams(asked)}`)).text;
    };
    const onPage = async (text: string) =>
      (await open({ amount: "5", orderId: text, description: text, redirect: text })).text;
    const [pageBones, areaBones] = [bonesOf(await onPage(plain)), bonesOf(await inArea(plain))];
    for (const [index, payload] of PAYLOADS.entries()) {
      expect(bonesOf(button(payload)), payload).to.deep.equal(bonesOf(button(plain)));
      if (!isFull && index % 3 !== 1) continue; // injection.test.ts tries others on pages
      expect(bonesOf(await onPage(payload)), payload).to.deep.equal(pageBones);
      expect(bonesOf(await inArea(payload)), payload).to.deep.equal(areaBones);
    }
  });

  it("are not used up for others by forms that are refused", async () => {
    for (let nth = 0; nth < 70; nth++)
      expect((await press({ amount: "1" }, `10.4.0.${nth}`)).status).to.equal(422);
    expect((await press({ amount: "5" })).status).to.equal(303);
  });

  it("are limited for one visitor, and for all visitors of a store", async () => {
    const answers: number[] = [];
    for (let nth = 0; nth < 11; nth++) answers.push((await press({ amount: "1" }, "10.2.0.1")).status);
    expect(answers.at(-1)).to.equal(429);
    const others: number[] = [];
    for (let nth = 0; nth < 60; nth++) others.push((await press({ amount: "5" }, `10.3.0.${nth}`)).status);
    expect(others.at(-1)).to.equal(429);
  });
});
