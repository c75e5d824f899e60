import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startBrowser } from "./chromium.ts";
import { decode } from "./readPage.ts";

/** The whole application on the real clock, and a customer with a browser. */
const OWN_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

describe("a customer with a browser", function () {
  this.timeout(60_000);

  let app: App;
  let schedule: Schedule;
  let browser: Browser;
  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-browser-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    browser = await startBrowser();
  });

  after(async () => {
    await browser.close();
    await schedule.stop();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it("pays from the sandbox wallet and watches the payment settle without a reload", async () => {
    await control("automine", { seconds: 0 }); // or a block may come before the payment was ever shown without one
    const link = await newInvoice();
    const checkout = await browser.newPage();
    await checkout.goto(link);
    expect(await checkout.locator("#live").innerText()).to.contain("25.00");
    let loads = 0;
    checkout.on("load", () => (loads += 1));

    const wallet = await browser.newPage();
    await wallet.goto(`${app.url}${await walletLink(checkout)}`);
    await wallet.getByRole("button", { name: "Pay", exact: true }).click();
    await wallet.waitForURL(/wallet/);

    const comesTo = (stage: string) =>
      checkout.waitForSelector(`#live[data-stage^="${stage}/"]`, { timeout: 30_000 });
    await comesTo("seen");
    await control("automine", { seconds: 1 });
    await comesTo("settled"); // what lies between may never be drawn: pushes of the service settle within a second
    expect(loads, "the page reloaded").to.equal(0);
    const receipt = await checkout.locator("#live").innerText();
    expect(receipt).to.match(/Price\s+25\.00 USD/);
    expect(receipt, "what the merchant received is for the merchant").to.not.match(/USDC/);
  });

  it("can choose and pay without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await newInvoice());
    expect(await page.locator("#live").innerText()).to.contain("BTC");
    await page.goto(`${app.url}${await walletLink(page)}`);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    expect(await page.locator("body").innerText()).to.match(/[0-9a-f]{64}/);
    await context.close();
  });

  it("can say where a refund goes without JavaScript, on a page that does not reload meanwhile", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await newInvoice());
    await page.getByText("Details").click();
    await page.getByText("Have refunds sent to your own address").click();
    await page.getByRole("link", { name: /does not reload/ }).click();
    expect(await page.content()).not.to.contain("http-equiv");
    await page.locator("#refund-address").fill("nonsense");
    await page.getByRole("button", { name: "Use this address" }).click();
    expect(await page.getByRole("alert").innerText()).to.contain("is not a Bitcoin address");
    expect(await page.locator("#refund-address").inputValue()).to.equal("nonsense");
    await page.locator("#refund-address").fill(OWN_ADDRESS);
    await page.getByRole("button", { name: "Use this address" }).click();
    expect((await page.locator("#refund").innerText()).replace(/\s/g, "")).to.contain(OWN_ADDRESS);
    expect(await page.locator("#refund").innerText()).to.contain("your own address");
    await context.close();
  });

  it("chooses a coin on another chain, pays it from the sandbox wallet and watches it settle", async () => {
    const checkout = await browser.newPage();
    await checkout.goto(await newInvoice());
    await checkout.getByText("Pay another way").click();
    await checkout.locator("#coin-USDC summary").click();
    await checkout.getByRole("button", { name: "USDC on Sandbox Arbitrum" }).click();
    await checkout.waitForSelector("text=USDC on Sandbox Arbitrum address");
    const shown = await checkout.locator("#live").innerText();
    expect(shown).to.match(/Send only USDC on Sandbox Arbitrum/);
    const address = (await checkout.locator("#address-text").innerText()).replace(/\s/g, "");
    expect(address).to.match(/^0xd[0-9a-f]{38}d$/);
    const link = await checkout.locator("#open-wallet").getAttribute("href");
    expect(link)
      .to.match(/^ethereum:0x[0-9a-f]{40}@31338\/transfer\?/)
      .and.to.contain(address);
    expect(decode(await checkout.content())).to.equal(address);
    expect(decode(await checkout.locator("#link-qr").innerHTML())).to.equal(link);

    const wallet = await browser.newPage();
    await wallet.goto(`${app.url}${await walletLink(checkout)}`);
    await wallet.getByRole("button", { name: "Pay", exact: true }).click();
    await wallet.waitForURL(/notice/);
    expect(await wallet.locator("body").innerText()).to.match(/Paid [0-9.]+ USDC on Sandbox Arbitrum/);
    await checkout.waitForSelector('#live[data-stage^="settled/"]', { timeout: 30_000 });
    expect(await checkout.locator("#live").innerText()).to.contain("You paid");
  });

  async function control(what: string, body: object): Promise<void> {
    const headers = { "content-type": "application/json" };
    const said = { method: "POST", headers, body: JSON.stringify(body) };
    const { status } = await fetch(`${app.url}/sandbox/bitcoin/${what}`, said);
    expect(status).to.equal(200);
  }

  async function newInvoice(): Promise<string> {
    const { storeId, apiKey } = app.sandbox!.file;
    const answer = await fetch(`${app.url}/api/v1/stores/${storeId}/invoices`, {
      method: "POST",
      headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: "25.00", currency: "USD" }),
    });
    return ((await answer.json()) as { checkoutLink: string }).checkoutLink;
  }

  /** The path behind "Pay from the sandbox wallet". */
  async function walletLink(page: Page): Promise<string> {
    const href = await page
      .getByRole("link", { name: /sandbox wallet/i })
      .first()
      .getAttribute("href");
    const { pathname, search } = new URL(href ?? "", app.url);
    return pathname + search;
  }
});
