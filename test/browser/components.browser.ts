import http from "node:http";
import { expect } from "chai";
import express from "express";
import type { Browser } from "playwright-core";
import { componentsPage } from "../../src/gateway/http/componentsPage.ts";
import { assetRoutes } from "../../src/gateway/http/pages.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

/** The gallery has every component in both themes on one page. */
describe("the components of the owner's pages", function () {
  this.timeout(120_000);
  let browser: Browser;
  let url: string;
  const server = http.createServer(express().use(assetRoutes(), componentsPage()));
  before(async () => {
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}/sandbox/components`;
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
  });

  for (const [direction, path] of [
    ["ltr", ""],
    ["rtl", "?language=ar"],
  ] as const)
    it(`fit a phone and a desktop, ${direction}`, async () => {
      const page = await browser.newPage();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(url + path);
        expect(await page.locator("html").getAttribute("dir")).to.equal(direction);
        expect(await page.evaluate("document.documentElement.scrollWidth")).to.be.at.most(width);
      }
      await page.close();
    });

  it("shows every component without axe faults on a phone", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(url);
    expect(await faultsOf(page)).to.deep.equal([]);
    expect(await page.evaluate("document.documentElement.scrollWidth"), "all of it opened").to.equal(360);
    await page.close();
  });

  it("ask before something is removed, also without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    const question = page.getByRole("dialog", { name: "Remove the key?" });
    expect(await question.count()).to.equal(0);
    await page.getByRole("button", { name: "Remove with a question" }).first().click();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await question.count()).to.equal(0);
    await page.getByRole("button", { name: "Remove with a question" }).first().click();
    expect(await question.getByRole("button", { name: "Remove the key" }).isVisible()).to.equal(true);
    await context.close();
  });

  it("say that a text was copied, and keep the words of the button", async () => {
    const page = await browser.newPage();
    await page.goto(url);
    const button = page.locator("[data-copy]").first();
    const words = await button.innerText();
    await button.click();
    const announcer = page.locator("#announcer");
    await page.waitForFunction("document.getElementById('announcer').textContent !== ''");
    expect(await announcer.textContent()).to.match(/ (copied|selected)/);
    expect((await button.innerText()).trim()).to.be.oneOf(["Copied", words]);
    await page.close();
  });

  it("say what is wrong beside the field, to readers too", async () => {
    const page = await browser.newPage();
    await page.goto(url);
    const field = page.getByLabel("Amount").first();
    expect(await field.getAttribute("aria-invalid")).to.equal("true");
    const note = await field.getAttribute("aria-describedby");
    expect(await page.locator(`#${note}`).innerText()).to.include("Expected an amount");
    await page.close();
  });
});
