import http from "node:http";
import { expect } from "chai";
import express from "express";
import type { Browser, BrowserContext } from "playwright-core";
import { assetRoutes } from "../../src/gateway/http/pages.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { NAME, openSite, PASSWORD, signedInOwner } from "../gateway/http/ownerPages.ts";
import { faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

/** What stands around every page of the owner: navigation, theme and language. */
describe("the frame of the owner's pages", function () {
  this.timeout(120_000);
  let browser: Browser;
  let url: string;
  const app = express();
  const server = http.createServer(app);
  before(async () => {
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    const site = await openSite({ url });
    app.use(assetRoutes(), site.app);
    await signedInOwner(site);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
  });

  async function signIn(context: BrowserContext) {
    const page = await context.newPage();
    await page.goto(`${url}/owner/sign-in`);
    await page.locator("[name=name]").fill(NAME);
    await page.locator("[name=password]").fill(PASSWORD);
    await page.locator("form[action='/owner/sign-in'] button").click();
    await page.waitForURL(`${url}/owner`);
    return page;
  }

  it("has a menu on a phone that opens without scripts", async () => {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const page = await signIn(context);
    const place = page.getByRole("link", { name: "Audit log" });
    expect(await place.isVisible()).to.equal(false);
    await page.getByText("Menu", { exact: true }).click();
    await place.click();
    await page.waitForURL(/audit-log/);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).to.equal("Audit log");
    await context.close();
  });

  it("keeps the theme that was chosen, against the system's, until it follows the system again", async () => {
    const context = await browser.newContext({ viewport: DESK, colorScheme: "light" });
    const page = await signIn(context);
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.getByRole("button", { name: "Dark theme" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    const dark = await ground();
    expect(dark).to.not.equal(light);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Theme of the system" }).click();
    await page.locator("html:not([data-theme])").waitFor();
    expect(await ground()).to.equal(light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).to.equal(dark);
    await context.close();
  });

  it("is written in the language that was chosen on the account page, from right to left in Arabic", async () => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await signIn(context);
    await page.goto(`${url}/owner/account`);
    await page.locator("[name=language]").selectOption("ar");
    await page.locator("form[action='/owner/account/language'] button").click();
    await page.locator("html[dir=rtl]").waitFor();
    expect(await page.locator("html").getAttribute("lang")).to.equal("ar");
    expect(await page.locator(".toast").isVisible()).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).to.equal(PHONE.width);
    await context.close();
  });
});
