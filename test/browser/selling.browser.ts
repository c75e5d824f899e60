import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PNG } from "pngjs";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { ownerLinkUrl } from "../../src/gateway/http/owner/paths.ts";
import { newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { COLOURS, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 360, height: 740 };
const PASSWORD = "four words that rhyme";

/** Selling without a shop: the whole application on the real clock, and a merchant who has only a browser. */
describe("a merchant without a shop", function () {
  this.timeout(120_000);

  let app: App;
  let schedule: Schedule;
  let browser: Browser;
  let merchant: BrowserContext;
  let area: string;
  let counter: string;
  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-selling-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    browser = await startBrowser();
    merchant = await browser.newContext({ viewport: TABLET });
    const [store] = await app.gateway.persistence.stores.list();
    area = `${app.url}/owner/stores/${store?.id}`;
    const page = await merchant.newPage();
    await page.goto(ownerLinkUrl(app.url, await newOwnerLink(app.gateway)));
    await page.fill("[name=name]", "Ada");
    await page.fill("[name=password]", PASSWORD);
    await page.fill("[name=again]", PASSWORD);
    await page.locator("main button.is-main").click();
    await page.waitForURL(`${app.url}/owner`); // closing a page that is on its way elsewhere may hang
    await page.close();
  });

  after(async () => {
    await browser.close();
    await schedule.stop();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  const mine = async (seconds: number) => {
    const headers = { "content-type": "application/json" };
    const said = { method: "POST", headers, body: JSON.stringify({ seconds }) };
    expect((await fetch(`${app.url}/sandbox/bitcoin/automine`, said)).status).to.equal(200);
  };
  const payAt = async (link: string | null) => {
    const wallet = await browser.newPage();
    await wallet.goto(new URL(link ?? "", app.url).href);
    await wallet.getByRole("button", { name: "Pay", exact: true }).click();
    await wallet.waitForURL(/wallet/);
    await wallet.close();
  };
  const stage = (page: Page, name: string) =>
    page.waitForSelector(`#live[data-stage^="${name}/"]`, { timeout: 30_000 });

  it("makes a point of sale with two items, by clicking only", async () => {
    const page = await merchant.newPage();
    await page.goto(area);
    await page.getByRole("link", { name: "Point of sale" }).click();
    await page.getByLabel("Title").fill("Harbour bar");
    await page.getByRole("button", { name: "Make the point of sale" }).click();
    const picture = { name: "tea.png", mimeType: "image/png", buffer: PNG.sync.write(new PNG({ width: 30, height: 20 })) }; // prettier-ignore
    for (const [name, price] of [["Tea", "13.33"], ["Apple cake", "14.50"]] as const) {
      await page.getByRole("link", { name: "Add an item" }).click();
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Price in USD").fill(price);
      if (name === "Tea") await page.getByLabel("Picture").setInputFiles(picture);
      await page.getByRole("button", { name: "Save" }).click();
    } // prettier-ignore
    await page.getByLabel("Tips, in percent").fill("5, 10");
    await page.getByLabel(/Discounts/).check();
    await page.getByLabel(/Text on the receipt/).fill("Thank you.");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.locator("#content").innerText())
      .to.include("Saved")
      .and.to.include("14.50 USD");
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole("link", { name: "Open the counter" }).click();
    counter = page.url();
    expect(counter).to.match(/\/pos\/\w+$/);
    await page.close();
  });

  it("sells on a tablet: sees the payment, then that it is paid, and has the receipt", async () => {
    await mine(0);
    const page = await merchant.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(counter);
    await page.getByRole("button", { name: "One more of Tea" }).click();
    await page.getByText("Apple cake", { exact: true }).click();
    for (const key of ["1", ".", "5"])
      await page.locator(".keys").getByRole("button", { name: key, exact: true }).click();
    await page.getByLabel("Discount in percent").fill("10");
    await page.getByLabel("5 %", { exact: true }).check();
    expect(await page.locator("#total").innerText()).to.equal("27.72 USD");
    await page.getByRole("button", { name: "Charge 27.72 USD" }).dblclick();
    await stage(page, "awaiting");
    expect(await page.locator("h1").innerText()).to.match(/27\.72\s+USD/);
    const code = await page.locator(".sale-pay > .qr > svg").boundingBox();
    expect(code?.width, "the QR code is large").to.be.greaterThan(300);
    const [store] = await app.gateway.persistence.stores.list();
    const { persistence } = app.gateway;
    const made = await persistence.invoices.list(store?.id, { limit: 50 });
    expect(
      made.filter(({ terms }) => terms.price === 2772n),
      "of two taps",
    ).to.have.length(1);
    await payAt(await page.locator("#sandbox-wallet").getAttribute("href"));
    await stage(page, "seen");
    expect(await page.getByRole("heading", { name: "Payment seen" }).isVisible()).to.equal(true);
    await mine(1);
    await stage(page, "settled");
    const receipt = await page.locator(".receipt").innerText();
    for (const line of [
      "Tea",
      "Apple cake",
      "Amount typed",
      "Discount of 10 %",
      "Tip of 5 %",
      "27.72 USD",
      "BTC",
      "Thank you.",
    ])
      // prettier-ignore
      expect(receipt, line).to.include(line);
    expect(receipt).to.match(/[0-9a-f]{64}/);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole("link", { name: "New sale" }).click();
    expect(page.url()).to.equal(counter);
    expect(await page.locator("#total").innerText()).to.equal("0.00 USD");
    expect(await page.locator("#charge").isDisabled(), "nothing to charge").to.equal(true);
    await page.getByRole("link", { name: "All points of sale" }).click();
    await page.getByRole("heading", { level: 1, name: "Point of sale" }).waitFor();
    expect(errors).to.deep.equal([]);
    await page.close();
  });

  it("sells without JavaScript by quantities", async () => {
    const state = await merchant.storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState: state });
    const page = await context.newPage();
    await page.goto(counter);
    expect(await page.getByRole("button", { name: "One more of Tea" }).isVisible()).to.equal(false);
    await page.getByLabel("How many of Tea").fill("2");
    await page.getByRole("button", { name: "Charge" }).click();
    expect(await page.locator("h1").innerText()).to.match(/26\.66\s+USD/);
    expect(await page.locator(".sale-pay .qr svg").first().isVisible()).to.equal(true);
    await context.close();
  });

  it("has a counter that axe finds nothing wrong with, in both themes, on a tablet and on a phone in Arabic", async () => {
    const page = await merchant.newPage();
    for (const [viewport, language] of [
      [TABLET, "en"],
      [PHONE, "ar"],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto(`${counter}?lang=${language}`);
      await page.locator("[data-step='1']").first().click();
      await page.emulateMedia({ colorScheme: "light" });
      expect(await faultsOf(page), `${language} ${viewport.width}`).to.deep.equal([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await faultsOf(page, COLOURS), `${language} ${viewport.width}, dark`).to.deep.equal([]);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      expect(wide, "nothing to scroll sideways").to.equal(viewport.width);
    }
    await page.goto(counter);
    await page.getByLabel("How many of Tea").fill("2");
    await page.locator("#charge").click();
    await stage(page, "awaiting");
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.goto(`${page.url()}?lang=ar`);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await faultsOf(page, COLOURS)).to.deep.equal([]);
    await page.close();
  });

  it("makes a payment link, which a customer opens and pays", async () => {
    const page = await merchant.newPage();
    await page.goto(area);
    await page.getByRole("link", { name: "Payment links" }).click();
    await page.getByRole("link", { name: "New payment link" }).click();
    await page.getByLabel("Title").fill("Ten lessons");
    await page.getByLabel("Amount").fill("50");
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Make the payment link" }).click();
    const customer = await browser.newPage();
    await customer.goto(await page.locator("#link-text").innerText());
    await customer.getByRole("button", { name: "Pay 50.00 USD" }).click();
    await customer.waitForSelector("#live");
    await payAt(await customer.locator('a[href*="/sandbox/wallet"]').first().getAttribute("href"));
    await stage(customer, "settled");
    await page.reload();
    expect(await page.locator("main").innerText()).to.match(/Paid\s+50\.00 USD/);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole("link", { name: "QR code to print" }).click();
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.goBack();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.close();
    await customer.close();
  });

  it("makes a donation button, which works on another site", async () => {
    const page = await merchant.newPage();
    await page.goto(area);
    await page.getByRole("link", { name: "Pay buttons" }).click();
    await page.getByLabel(/Anyone may make invoices/).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel(/Amounts in USD/).fill("20 30");
    await page.getByLabel("Text of the button").fill("Give");
    await page.getByRole("button", { name: "Make the button" }).click();
    expect(await faultsOf(page)).to.deep.equal([]);
    const html = await page.locator("#html").innerText();
    const link = await page.locator("#link-text").innerText();
    const blog = await browser.newPage();
    await blog.setContent(`<h1>A blog</h1>${html}`);
    await blog.getByRole("combobox").selectOption("30");
    await blog.getByRole("button", { name: "Give" }).click();
    await blog.waitForSelector("#live");
    expect(await blog.locator("#live").innerText()).to.match(/30\.00\s+USD/);
    await blog.goto(link);
    expect(await faultsOf(blog)).to.deep.equal([]);
    await blog.close();
    await page.close();
  });
});
