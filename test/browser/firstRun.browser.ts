import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { ownerLinkUrl } from "../../src/gateway/http/owner/paths.ts";
import { newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { startBrowser } from "./chromium.ts";

const PHONE = { width: 360, height: 740 };
const NAME = "Ada";
const PASSWORD = "four words that rhyme";

describe("a person with a browser and an empty data directory", function () {
  this.timeout(120_000);
  let app: App;
  let schedule: Schedule;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-first-run-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    browser = await startBrowser("whole");
    context = await browser.newContext({ viewport: PHONE, acceptDownloads: true });
    page = await context.newPage();
  });
  after(async () => {
    await browser.close();
    await schedule.stop();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  const steps = () => page.getByRole("heading", { name: "First steps" }).locator("xpath=ancestor::section");
  const isDone = async (label: string) =>
    (await steps().locator("li.is-done").filter({ hasText: label }).count()) === 1;

  it("makes the account by the link that the start printed", async () => {
    await page.goto(ownerLinkUrl(app.url, await newOwnerLink(app.gateway)));
    await page.getByLabel("Name").fill(NAME);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await press("Make the account");
    await page.waitForURL(`${app.url}/owner`);
  });

  it("makes a store, and is told at the field what is wrong", async () => {
    await page.goto(`${app.url}/owner/keys`);
    await page.getByRole("link", { name: "New store" }).click();
    await page.getByLabel("Name").fill("Tea house");
    const address = page.getByLabel("Your address");
    const good = `0x${"7a".repeat(20)}`; // an account of nobody
    await address.fill("0x1234");
    await press("Make the store");
    expect(await page.locator("#f-recipient-problem").innerText()).to.include("0x and 40 hexadecimal digits");
    expect(await page.getByLabel("Name").inputValue()).to.equal("Tea house");
    await page.getByLabel("Your address").fill(good);
    await press("Make the store");
    await page.waitForURL(/\/owner\?store=/);
    expect(await isDone("A store: Tea house")).to.equal(true);
    expect(await isDone("Make a test payment")).to.equal(false);
  });

  it("pays a test payment from the sandbox wallet, and sees that it is settled", async () => {
    const overview = page.url();
    await press("Make a test payment");
    await page.waitForURL(/\/i\//);
    const checkout = page.url();
    const wallet = await context.newPage();
    const link = page.getByRole("link", { name: /sandbox wallet/i }).first();
    const { pathname, search } = new URL((await link.getAttribute("href")) ?? "", app.url);
    await wallet.goto(`${app.url}${pathname}${search}`);
    await wallet.getByRole("button", { name: "Pay", exact: true }).click();
    await wallet.waitForURL(/wallet/);
    await page.waitForSelector('#live[data-stage^="settled/"]', { timeout: 60_000 });
    await wallet.close();
    expect(checkout).to.include("/i/");
    await page.goto(overview);
    expect(await isDone("Make a test payment")).to.equal(true);
  });

  it("connects a shop by making a key, and makes a backup", async () => {
    await steps()
      .getByRole("link", { name: /Connect a shop/ })
      .click();
    await page.getByRole("link", { name: "WooCommerce" }).click();
    expect(await page.locator("main").innerText()).to.include(app.url);
    await page.getByRole("link", { name: "Make the key" }).click();
    expect(await page.locator("main").innerText()).to.include("For the store Tea house");
    await press("Approve");
    await page.goto(`${app.url}/owner/server`);
    const download = page.waitForEvent("download");
    await press(/Make a backup/);
    expect((await download).suggestedFilename()).to.match(/^gateway-.*\.jsonl\.gz$/);
    const store = (await app.gateway.persistence.stores.list()).find(({ name }) => name === "Tea house");
    await page.goto(`${app.url}/owner?store=${store?.id}`);
    expect(await isDone("Connect a shop")).to.equal(true);
    expect(await isDone("Make a backup")).to.equal(true);
  });

  it("shows a colour on the page while it is picked", async () => {
    const store = (await app.gateway.persistence.stores.list()).find(({ name }) => name === "Tea house");
    await page.goto(`${app.url}/owner/stores/${store?.id}`);
    const colour = () =>
      page.evaluate('getComputedStyle(document.querySelector(".look-preview .button")).backgroundColor');
    const before = await colour();
    await page.getByLabel("Pick a colour").fill("#7a1fa2");
    await page.locator('link[href="/brand/7a1fa2.css"]').waitFor({ state: "attached" });
    for (let tries = 0; tries < 100 && (await colour()) === before; tries++);
    expect(await colour()).to.not.equal(before);
    expect(await page.locator("#brand-color").inputValue()).to.equal("#7a1fa2");
  });
});
