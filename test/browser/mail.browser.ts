import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { issue } from "../gateway/http/merchant.ts";
import { shopOf } from "../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { startBrowser } from "./chromium.ts";

/** A payer who wants to be told, and the sandbox's mailbox where what he is told can be read. */
describe("a payer who asks for e-mail", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let browser: Browser;
  before(async () => {
    sandbox = await startSandboxApp();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await sandbox.close();
  });

  const visit = async (path: string, options: object = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, ...options });
    await page.goto(sandbox.url + path);
    return page;
  };

  it("leaves an address without scripts, is told, and reads the message in the mailbox", async () => {
    const { id } = await issue(sandbox, { metadata: { orderId: "A-7", itemDesc: "Two books" } });
    const page = await visit(`/i/${id}?tell`, { javaScriptEnabled: false });
    await page.fill("#tell-address", "ada@example.com");
    await page.click("#save-tell");
    expect(await page.locator("#tell summary").innerText()).to.equal("News goes to a…@example.com.");
    expect(await page.content()).not.to.contain("ada@example.com");

    const shop = shopOf(sandbox);
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");
    await sandbox.run("send mails");

    const box = await visit("/sandbox/mail");
    await box.getByRole("link", { name: /Receipt: 25.00 USD paid to Sandbox shop/ }).click();
    expect(await box.locator("pre").innerText()).to.contain(`${sandbox.url}/i/${id}/receipt`);
    await box.frameLocator("iframe").getByRole("link", { name: "Open the receipt" }).click();
    await box.waitForURL(/\/receipt$/);
    expect(await box.locator("#status-title").innerText()).to.equal("Paid");
  });

  it("changes his mind: another address, and then none", async () => {
    const { id } = await issue(sandbox);
    const page = await visit(`/i/${id}`);
    await page.getByText("Details").click();
    for (const address of ["ada@example.com", "bob@example.org"]) {
      await page.click("#tell summary");
      await page.fill("#tell-address", address);
      await page.click("#save-tell");
      await page.getByText(`News goes to ${address.charAt(0)}…`).waitFor();
    }
    await page.click("#tell summary");
    await page.click("#stop-tell");
    await page.getByText("Details").click();
    await page.getByText("Tell me by e-mail").waitFor();
  }); // prettier-ignore

  it("finds no form in a frame of somebody's page, but the way to it", async () => {
    const { id } = await issue(sandbox);
    const page = await visit(`/i/${id}?view=modal`);
    expect(await page.locator("#tell-address").count()).to.equal(0);
    expect(await page.locator("#tell-page").getAttribute("href")).to.equal(`/i/${id}?tell`);
  });

  it("sees every page of the mailbox whole on a phone", async () => {
    for (const path of ["/sandbox/mail", "/sandbox/mail/1"]) {
      const page = await visit(path);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).to.equal(360);
    }
  });
});
