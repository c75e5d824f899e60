import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import type { LocalServer } from "../support/localServer.ts";
import { startBrowser } from "./chromium.ts";
import { openShop } from "./shopPages.ts";

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The whole application on the real clock, and the pages of shops on other origins. */
describe("the checkout over a shop's page", function () {
  this.timeout(60_000);

  let app: App;
  let schedule: Schedule;
  let shop: LocalServer;
  let stranger: LocalServer;
  let browser: Browser;
  let context: BrowserContext | undefined;
  let dataDir: string;
  let page: Page;
  let heard: string[];
  let complaints: string[];

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-modal-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    shop = await openShop(app.url);
    stranger = await openShop(app.url);
    browser = await startBrowser("whole");
  });

  after(async () => {
    await browser.close();
    await schedule.stop();
    await Promise.all([app, shop, stranger].map((each) => each.close()));
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  afterEach(() => context?.close());

  async function visit(address: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<void> {
    await context?.close();
    context = await browser.newContext({ viewport: DESK, ...options });
    page = await context.newPage();
    [heard, complaints] = [[], []];
    page.on("console", (message) => {
      const [, said] = /^heard: (.*)/.exec(message.text()) ?? [];
      if (said !== undefined) heard.push(said);
      else if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(shop.url + address);
  }

  const modal = (): FrameLocator => page.frameLocator("iframe");
  const title = (text: string) => modal().getByRole("heading", { name: text }).waitFor();
  const pay = () => page.getByRole("button", { name: "Pay" }).click();
  const gone = () => page.locator("iframe").waitFor({ state: "detached" });
  const focused = () => page.evaluate("document.activeElement.id");

  it("pays by the script of plugins, which hears every step and goes back to the store by itself", async () => {
    const id = await newInvoice({ redirectAutomatically: true });
    await visit(`/btcpay?${id}`);
    await page.clock.install();
    await pay();
    await title("Waiting for your payment");
    await payFor(id);
    await title("Paid");
    await modal().getByText("Taking you back to Sandbox shop in five seconds").waitFor();
    const wanted = ["enter", "loaded", `Processing ${id}`, `Settled ${id}`];
    expect(heard).to.deep.equal(wanted);
    await page.clock.fastForward(5_000);
    await page.waitForURL(`${shop.url}/thanks?invoice=${id}&order=A%2017`);
    expect(await page.title()).to.equal("Thank you");
    expect(complaints).to.deep.equal([]);
  });

  it("pays by our own script, looks at another coin first, and goes back by the button", async () => {
    const id = await newInvoice();
    await visit(`/crosstill?${id}`);
    expect(heard.pop()).to.match(/^Expected a checkoutLink that begins with .*elsewhere/);
    await pay();
    await modal().getByText("Pay another way").click();
    await modal().locator("#coin-USDC summary").click();
    await modal().getByRole("button", { name: "USDC on Sandbox Arbitrum" }).click();
    await modal().getByText("Send only USDC on Sandbox Arbitrum").waitFor();
    await payFor(id); // what the page asked for before is still taken
    await title("Paid");
    expect(heard).to.deep.equal([`${id} Processing`, `${id} Settled`]);
    await modal().getByRole("link", { name: "Return to Sandbox shop" }).click();
    await page.waitForURL(`${shop.url}/thanks?invoice=${id}&order=A%2017`);
    expect(complaints).to.deep.equal([]);
  });

  for (const [name, closed] of [
    ["btcpay", ["enter", "loaded", "leave", "close"]],
    ["crosstill", ["closed payer "]],
  ] as const)
    it(`is a dialog with a name that keeps the keyboard, closes by button and Escape, and gives the focus back (${name})`, async () => {
      await visit(`/${name}?${await newInvoice()}`);
      await page.waitForLoadState();
      const keys = [...Array<string>(12).fill("Tab"), ...Array<string>(12).fill("Shift+Tab")]; // once
      for (const leave of [
        () => modal().getByRole("button", { name: "Close" }).click(),
        () => page.keyboard.press("Escape"),
      ]) {
        heard.length = 0;
        await pay();
        const dialog = modal().getByRole("dialog", { name: "Payment to Sandbox shop" });
        await dialog.waitFor();
        await modal().locator("#sheet:focus").waitFor();
        for (const [place, key] of keys.splice(0).entries()) {
          await page.keyboard.press(key);
          expect(await page.evaluate("document.activeElement.tagName"), `stop ${place}`).to.equal("IFRAME");
        }
        await leave();
        await gone();
        expect(await focused()).to.equal("pay");
        expect(heard).to.deep.equal(closed);
        await page.locator("#elsewhere").click({ trial: true });
      }
    });

  it("shows why there is nothing to pay, and closes", async () => {
    await visit("/crosstill?unknown");
    await pay();
    await title("Not found");
    await modal().getByText("There is no invoice behind this link").waitFor();
    await modal().locator(".lonely [data-close]").click();
    await gone();
  });

  for (const name of ["btcpay", "crosstill"])
    it(`believes nobody but the checkout, and tells nobody but the shop (${name})`, async () => {
      const id = await newInvoice();
      await visit(`/${name}?${id}`);
      await pay();
      await title("Waiting for your payment");
      heard.length = 0;
      const shouted = `new Promise((heard) => {
        const frame = document.createElement("iframe");
        frame.src = "${stranger.url}/shout";
        let count = 0;
        addEventListener("message", ({ data }) => (count += 1) === 5 && heard());
        document.body.append(frame);
        postMessage("close");
      })`;
      await page.evaluate(shouted);
      expect(heard).to.deep.equal([]);
      expect(await page.locator("iframe").first().isVisible()).to.equal(true);
      expect(page.url()).to.include(name);
    });

  it("says nothing to a page that is not the one it was opened for", async () => {
    const query = new URLSearchParams({ view: "modal", origin: stranger.url });
    await visit(`/frame?${encodeURIComponent(`${app.url}/i/${await newInvoice()}?${query}`)}`);
    await title("Waiting for your payment");
    await modal().locator("#sheet").press("Escape");
    const last = page.waitForEvent("console", (message) => message.text().includes("to everybody"));
    await page.frames()[1]!.evaluate(`parent.postMessage("to everybody", "*")`);
    await last;
    expect(heard).to.deep.equal(['"to everybody"']);
  });

  it("is not shown in a frame by any other address: the browser refuses", async () => {
    await visit(`/frame?${encodeURIComponent(`${app.url}/i/${await newInvoice()}`)}`);
    const refused = () => complaints.some((text) => text.includes("frame-ancestors 'none'"));
    while (!refused()) await page.waitForEvent("console");
    expect(await modal().locator("#live").count()).to.equal(0);
  });

  it("is a sheet over the dimmed page on a desk and all of a phone's screen, in both themes", async () => {
    const id = await newInvoice();
    for (const name of ["btcpay", "crosstill"]) {
      await visit(`/${name}?${id}`, { reducedMotion: "reduce" });
      const corner = () => page.screenshot({ clip: { x: 1100, y: 700, width: 1, height: 1 } });
      const bare = await corner();
      await pay();
      await title("Waiting for your payment");
      expect((await modal().locator("#sheet").boundingBox())?.width, "on a desk").to.equal(420);
      const dimmed = await corner();
      expect(dimmed).not.to.deep.equal(bare);
      await page.emulateMedia({ colorScheme: "dark" });
      // The shop's page is seen behind a dark sheet too, once both documents have taken the new theme.
      while (!(await corner()).equals(dimmed)) await page.evaluate("new Promise(requestAnimationFrame)");
      await page.setViewportSize(PHONE);
      expect(await modal().locator("#sheet").boundingBox()).to.deep.equal({ x: 0, y: 0, ...PHONE });
      const inside = page.frames()[1]!;
      expect(await inside.evaluate("document.querySelector('#sheet').scrollWidth <= innerWidth")).to.equal(
        true,
      );
      expect(await inside.evaluate(SMALL_TARGETS)).to.deep.equal([]);
    }
  });

  async function newInvoice(checkout: object = {}): Promise<string> {
    const redirectURL = `${shop.url}/thanks?invoice={InvoiceId}&order={OrderId}`;
    const metadata = { orderId: "A 17" };
    const body = { amount: "25.00", metadata, checkout: { redirectURL, ...checkout } };
    return ((await ask("/invoices", body)) as Readonly<{ id: string }>).id;
  }

  /** As a wallet that read the page's Bitcoin amount and address. */
  async function payFor(id: string): Promise<void> {
    type Method = Readonly<{ paymentMethodId: string; destination: string; due: string }>;
    const methods = (await ask(`/invoices/${id}/payment-methods`)) as readonly Method[];
    const { destination, due } = methods.find(({ paymentMethodId }) => paymentMethodId === "BTC-CHAIN")!;
    const body = JSON.stringify({ address: destination, sats: parseDecimal(due, 8).toString() });
    const headers = { "content-type": "application/json" };
    await fetch(`${app.url}/sandbox/bitcoin/pay`, { method: "POST", headers, body });
  }

  async function ask(suffix: string, body?: object): Promise<unknown> {
    const { storeId, apiKey } = app.sandbox!.file;
    const answer = await fetch(`${app.url}/api/v1/stores/${storeId}${suffix}`, {
      headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  }
});

/** The words of buttons and the like that a finger may miss. */
const SMALL_TARGETS = `[...document.querySelectorAll(".button, button, summary")]
  .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
  .map((target) => target.textContent)`;
