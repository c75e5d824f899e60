import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { parseDecimal } from "../../src/values/amount.ts";
import { bitcoinOf } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { startBrowser } from "./chromium.ts";

describe("the sandbox's shop", function () {
  this.timeout(60_000);
  let app: SandboxApp;
  let browser: Browser;

  before(async () => {
    app = await startSandboxApp();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await app.close();
  });

  async function visit(javaScriptEnabled: boolean): Promise<Page> {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(`${app.url}/sandbox/shop`);
    return page;
  }

  it("opens the checkout over its page, hears of the payment, and lists the order as its server knows it", async () => {
    const page = await visit(true);
    await page.getByRole("button", { name: "Buy Darjeeling" }).click();
    const live = page.frameLocator("iframe").locator("#live");
    await page.getByRole("dialog", { name: "Payment at Sandbox shop" }).waitFor();
    expect(await page.locator(".ribbon").isVisible(), "one ribbon is enough").to.equal(false);
    const id = (await live.getAttribute("data-invoice-id")) ?? "";
    const { destination, due } = await bitcoinOf(app, id);
    await app.control("bitcoin/pay", { address: destination, sats: String(parseDecimal(due, 8)) });
    for (let look = 0; look < 3; look++) {
      app.clock.advance(3_000);
      await app.run("watch mempool");
    }
    await page.getByText("Your payment was seen.").waitFor({ state: "attached" });
    expect(await page.locator("#shop-news").getAttribute("class")).to.equal("callout is-good");
    await page.frameLocator("iframe").getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "payment seen" }).waitFor();
    expect(await page.locator("iframe").count()).to.equal(0);
    expect(await page.locator("#orders + ol").innerText()).to.include("Darjeeling, 250 g");
    await page.context().close();
  });

  it("leads to the checkout where there are no scripts", async () => {
    const page = await visit(false);
    await page.getByRole("button", { name: "Buy Cast-iron teapot" }).click();
    await page.locator("#live").waitFor();
    expect(page.url()).to.match(/\/i\/\w+$/);
    expect(await page.locator(".price").innerText()).to.include("89.00");
    await page.context().close();
  });

  it("opens a fresh demo checkout at each click on the home page", async () => {
    const page = await visit(false);
    const links: string[] = [];
    for (let click = 0; click < 2; click++) {
      await page.goto(app.url);
      await page.getByRole("button", { name: "Open a demo checkout" }).click();
      await page.locator("#live").waitFor();
      links.push(page.url());
    }
    expect(links[0]).to.match(/\/i\/\w+$/);
    expect(new Set(links).size).to.equal(2);
    expect(await page.locator(".price").innerText()).to.include("25.00");
    await page.context().close();
  });

  it("says that it is not now when its gateway refuses, in no colour of success, and takes the next order", async () => {
    const page = await visit(true);
    const { persistence } = app.app.gateway;
    const issue = persistence.invoices.issue.bind(persistence);
    Object.assign(persistence.invoices, { issue: () => Promise.reject(new Error("the disk is full")) });
    await page.getByRole("button", { name: "Buy Sencha" }).click();
    await page.getByText("The shop cannot take orders now").waitFor();
    const { load } = persistence.invoices;
    Object.assign(persistence.invoices, { load: () => Promise.reject(new Error("the disk is full")) });
    const shown = await fetch(`${app.url}/sandbox/shop`, { headers: { accept: "text/html" } });
    Object.assign(persistence.invoices, { issue, load });
    expect(shown.status).to.equal(503);
    expect(await shown.text()).to.include("Try again");
    expect(await page.locator("#shop-news").getAttribute("class")).to.equal("callout is-warm");
    await page.getByRole("button", { name: "Buy Sencha" }).click();
    await page.frameLocator("iframe").locator("#live").waitFor();
    await page.context().close();
  });

  it("takes orders from its own page only", async () => {
    const order = (headers: Record<string, string>, name = "sencha") =>
      fetch(`${app.url}/sandbox/shop/orders/${name}`, { method: "POST", headers, redirect: "manual" });
    expect((await order({ "sec-fetch-site": "cross-site" })).status).to.equal(403);
    expect((await order({ "sec-fetch-site": "same-origin" }, "coffee")).status).to.equal(404);
    expect((await order({ accept: "text/html" })).status).to.equal(303);
  });
});
