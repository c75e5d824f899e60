import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import express from "express";
import jsqr from "jsqr";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PNG } from "pngjs";
import { renderCheckout, renderStatusFragment } from "../../src/gateway/http/checkout/render.ts";
import type { CheckoutView } from "../../src/gateway/http/checkout/view.ts";
import { assetRoutes, securityHeaders } from "../../src/gateway/http/pages.ts";
import { OWN_NAMES } from "../../src/languages/languages.ts";
import { startBrowser } from "./chromium.ts";
import { awaiting, method, stages } from "./checkoutStages.ts";
import { views } from "./checkoutViews.ts";
import { stallingProxy } from "./stallingProxy.ts";

const COUNT_HEARTBEATS = `
  globalThis.heartbeats = 0;
  const { EventSource: Native } = globalThis;
  globalThis.EventSource = class extends Native {
    constructor(url) {
      super(url);
      this.addEventListener("heartbeat", () => (globalThis.heartbeats += 1));
    }
  };`;

const LIVE = { statusUrl: "/i/x/status", eventsUrl: "/i/x/events" };

describe("the checkout page in a browser", () => {
  let browser: Browser;
  let server: Server;
  let context: BrowserContext;
  let page: Page;
  let shown: CheckoutView;
  let streams: express.Response[];
  let withEvents: boolean;
  let url: string;
  const complaints: string[] = [];

  before(async () => {
    browser = await startBrowser();
    server = express()
      .use(assetRoutes())
      .get("/i/x", (_, response) => {
        const nonce = randomBytes(16).toString("base64");
        response.set(securityHeaders(nonce)).type("html").send(renderCheckout(shown, nonce));
      })
      .get("/i/x/status", (_, response) => void response.type("html").send(renderStatusFragment(shown)))
      .get("/i/x/events", (_, response) => {
        if (!withEvents) return void response.sendStatus(404);
        streams.push(response.type("text/event-stream"));
        response.write(":\n\n");
      })
      .listen(0);
    url = `http://localhost:${(server.address() as AddressInfo).port}/i/x`; // an object, because the server listens on a port
  });

  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    shown = { ...awaiting, ...LIVE };
    streams = [];
    withEvents = true;
    complaints.length = 0;
  });

  afterEach(async () => {
    await context.close();
    for (const stream of streams) stream.end();
  });

  async function open(
    options: Parameters<Browser["newContext"]>[0] = {},
    { at = url, script }: Readonly<{ at?: string; script?: string }> = {},
  ): Promise<void> {
    context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
    page = await context.newPage();
    if (script !== undefined) {
      await page.clock.install();
      await page.addInitScript(script);
    }
    page.on("console", (message) => {
      if (message.type() === "error" && !message.location().url.endsWith("/events"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(at);
  }

  function change(view: CheckoutView): void {
    shown = { ...view, ...LIVE, version: shown.version + 1 };
    for (const stream of streams) stream.write(`event: changed\ndata: {"version":${shown.version}}\n\n`);
  }

  const title = (text: string) => page.getByRole("heading", { name: text }).waitFor();

  it("follows a payment to its end without a reload, and says each stage aloud", async () => {
    await open();
    await title("Waiting for your payment");
    for (const [stage, words] of [
      ["seen", "Payment detected"],
      ["confirmed", "Payment confirmed"],
      ["converting", "Converting your payment"],
      ["settled", "Paid"],
    ] as const) {
      change(stages[stage]);
      await title(words);
      expect(await page.locator("#announcer").textContent()).to.include(words);
    }
    expect(await page.title()).to.match(/^Paid/);
    expect(complaints).to.deep.equal([]);
  });

  it("polls when the event stream fails", async () => {
    withEvents = false;
    await open();
    change(stages.seen);
    await title("Payment detected");
    expect(complaints).to.deep.equal([]);
  });

  it("asks, and opens another stream, when the connection of the stream has stalled without an error", async () => {
    const proxy = await stallingProxy(Number(new URL(url).port));
    await open({}, { at: `http://localhost:${proxy.port}/i/x`, script: COUNT_HEARTBEATS });
    for (let sent = 1; sent <= 4; sent++) {
      await page.clock.fastForward(15_000);
      streams[0]?.write("event: heartbeat\ndata: {}\n\n");
      await until(async () => (await page.evaluate("globalThis.heartbeats")) === sent);
    }
    expect(streams, "a stream that is alive is kept").to.have.length(1);
    proxy.stall();
    change(stages.seen);
    await page.clock.fastForward(31_000);
    await title("Payment detected");
    await until(() => streams.length === 2);
    proxy.close();
  });

  it("keeps the focus, open details and the copy feedback when the page changes under the reader", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByText("Details").click();
    await page.getByText("Show the refund address").click();
    await page.locator("#copy-address").click();
    await page.locator("#copy-address", { hasText: "Copied" }).waitFor();
    change(views["renewed"]!);
    await page.locator("#amount-text", { hasText: "0.00031300" }).waitFor();
    expect(await page.evaluate("document.activeElement.id")).to.equal("copy-address");
    expect(await page.locator("#copy-address").textContent()).to.include("Copied");
    expect(await page.locator("#refund-details").getAttribute("open")).to.equal("");
  });

  it("says what a payer needs in at most 90 words of English", async () => {
    await open();
    await page.evaluate(
      "document.querySelectorAll('.for-readers').forEach((one) => (one.style.display = 'none'))",
    );
    const text = await page.locator("body").innerText();
    const { storeName, description = "", orderId = "", invoiceId } = shown;
    const given = [storeName, description, orderId, invoiceId, ...Object.values(OWN_NAMES)];
    const own = given.reduce((rest, name) => rest.replaceAll(name, " "), text);
    const words = own.split(/\s+/).filter((word) => /^[(]?[A-Za-z][a-z':)-]*[.,:]?$/.test(word));
    expect(words.length, words.join(" ")).to.be.within(40, 90);
  });

  it("is at most 900 pixels high on a phone, and one card of at most 420 pixels on a desk", async () => {
    await open({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true });
    for (const name of ["awaiting", "evm"]) {
      shown = { ...views[name]!, ...LIVE };
      await page.goto(url);
      expect(await page.evaluate("document.documentElement.scrollHeight"), name).to.be.at.most(900);
    }
    await context.close();
    await open({ viewport: { width: 1280, height: 900 } });
    const card = await page.locator(".card").boundingBox();
    expect(card?.width).to.equal(420);
    expect(await page.locator(".card").count()).to.equal(1);
  });

  it("opens the apps of wallets by a link where there is a finger, and only there", async () => {
    shown = { ...views["evm"]!, ...LIVE };
    await open({ hasTouch: true, isMobile: true });
    const apps = page.getByRole("list", { name: "Open in an app" });
    expect(await apps.getByRole("link").allInnerTexts()).to.deep.equal([
      "MetaMask",
      "Trust Wallet",
      "Coinbase Wallet",
    ]);
    await context.close();
    await open();
    expect(await page.locator(".apps").isVisible()).to.equal(false);
  });

  it("puts the wallet first on a phone, and the code before all on a desk", async () => {
    await open();
    const tops = async () => {
      const ids = ["#open-wallet", "#amount-text", "#address-text", ".qr-code"];
      const boxes = await Promise.all(ids.map((id) => page.locator(id).boundingBox()));
      return boxes.map((box) => box?.y);
    };
    const [wallet = 0, amount = 0, address = 0, code] = await tops();
    expect([wallet < amount, amount < address, code]).to.deep.equal([true, true, undefined]);
    await page.getByText("Show QR code").click();
    expect(await page.locator(".qr-code").isVisible()).to.equal(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    const desk = await tops();
    const order = [desk[3], desk[1], desk[2], desk[0]];
    expect(order).to.deep.equal(order.toSorted((one = 0, other = 0) => one - other));
  });

  it("is a code that a camera reads, with the mark of the coin in its middle", async () => {
    await open({ viewport: { width: 1280, height: 900 } });
    for (const [name, wanted] of [
      ["awaiting", /^bitcoin:BCRT1QW508/],
      ["evm", new RegExp(`^${views["evm"]!.method!.address}$`)],
    ] as const) {
      shown = { ...views[name]!, ...LIVE };
      await page.goto(url);
      expect(await page.locator(".qr-code use").first().getAttribute("href")).to.match(/^#coin-(btc|usdc)$/);
      const { data, width, height } = PNG.sync.read(await page.locator(".qr-code").first().screenshot());
      expect(jsqr.default(new Uint8ClampedArray(data), width, height)?.data, name).to.match(wanted);
    }
  });

  it("offers coins first, and then the networks of the one that has several, without a script too", async () => {
    shown = { ...views["manyMethods"]!, ...LIVE };
    for (const javaScriptEnabled of [true, false]) {
      await context?.close();
      await open({ javaScriptEnabled });
      await page.getByText("Pay another way").click();
      const coins = await page.locator(".methods > li").allInnerTexts();
      expect(coins.map((text) => text.split("\n")[0])).to.deep.equal(["USDC", "ETH on Base"]);
      expect(await page.locator("#choose-USDC-ARBITRUM").isVisible()).to.equal(false);
      await page.locator("#coin-USDC summary").click();
      expect(await page.locator(".networks li").count()).to.equal(5);
      expect(await page.locator("#coin-USDC").innerText()).to.include("On which network will you send USDC?");
      expect(await page.locator("#choose-USDC-ARBITRUM").isVisible()).to.equal(true);
    }
  });

  it("keeps a refund address that is being typed when the page changes under the reader", async () => {
    await open();
    await page.getByText("Details").click();
    await page.getByText("Have refunds sent to your own address").click();
    await page.locator("#refund-address").fill("bcrt1-half-of-it");
    change(views["renewed"]!);
    await page.locator("#amount-text", { hasText: "0.00031300" }).waitFor();
    expect(await page.locator("#refund-address").inputValue()).to.equal("bcrt1-half-of-it");
    expect(await page.locator("#refund-address").isVisible()).to.equal(true);
  });

  it("opens the other ways to pay by keyboard, and keeps them open when the page changes under the reader", async () => {
    await open();
    const summary = page.locator("#other-methods summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).to.equal("choose-USDC-BASE");
    change(views["renewed"]!);
    await page.locator("#amount-text", { hasText: "0.00031300" }).waitFor();
    expect(await page.locator("#choose-USDC-BASE").isVisible()).to.equal(true);
    expect(await page.evaluate("document.activeElement.id")).to.equal("choose-USDC-BASE");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
  });

  it("shows that the chain cannot be seen for certain, and that it can again, without news of the invoice", async () => {
    await open();
    const look = async (chainUncertain: boolean) => {
      shown = { ...shown, chainUncertain };
      await page.evaluate("dispatchEvent(new Event('online'))");
    };
    await look(true);
    await page.getByText("We can't verify the network right now").first().waitFor();
    await look(false);
    await page.getByText("We can't verify the network right now").first().waitFor({ state: "hidden" });
  });

  it("copies address, amount and link exactly, by button and by selection", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByText("Details").click();
    for (const [id, wanted] of [
      ["copy-address", method.address],
      ["copy-amount", method.amount],
      ["copy-link", method.uri],
    ]) {
      await page.locator(`#${id}`).click();
      await page.locator(`#${id}`, { hasText: "Copied" }).waitFor();
      expect(await page.locator("#announcer").textContent()).to.match(/ copied\.$/);
      expect(await page.evaluate("navigator.clipboard.readText()")).to.equal(wanted);
    }
    await page.locator("#copy-amount:not(.is-done)").waitFor();
    await page.locator("#address-text").click({ force: true }); // the row is the button
    await page.locator("#copy-address.is-done").waitFor();
    const selected = `getSelection().selectAllChildren(document.getElementById("address-text")), getSelection().toString()`;
    expect(await page.evaluate(selected)).to.equal(method.address);
  });

  it("still copies where the clipboard interface is absent, as over plain http", async () => {
    await open();
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.locator("#copy-address").click();
    await page.locator("#copy-address", { hasText: "Copied" }).waitFor();
  });

  it("ignores an answer that is older than the page", async () => {
    shown = { ...stages.seen, ...LIVE, version: 9 };
    await open();
    shown = { ...awaiting, ...LIVE, version: 3 };
    const asked = page.waitForResponse(/status/);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await (await asked).finished();
    await page.evaluate(
      "new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))",
    );
    await title("Payment detected");
  });

  it("asks the server when the price promise ends, and shows what it says", async () => {
    shown = { ...shown, expiresAtMs: shown.nowMs };
    await open();
    change(stages.expired);
    await title("This invoice has expired");
  });

  it("goes back to the shop by itself where the shop wants that, and can be told to stay", async () => {
    const wish = { returnsByItself: true, redirectUrl: `${url}?back` };
    shown = { ...shown, ...wish };
    await open();
    await page.clock.install();
    change({ ...stages.settled, ...wish });
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.clock.fastForward(5_000);
    expect(page.url()).to.equal(url);
    expect(await page.evaluate("document.activeElement.id")).to.equal("return");

    shown = { ...awaiting, ...LIVE, ...wish };
    await page.reload();
    change({ ...stages.settled, ...wish });
    await page.getByText("Taking you back to Harbour Coffee Roasters in five seconds").waitFor();
    await page.clock.fastForward(5_000);
    await page.waitForURL(/\?back$/);
    await title("Paid");
    expect(await page.locator("#going-back").isVisible(), "whoever opens it later may read it").to.equal(
      false,
    );
    expect(complaints).to.deep.equal([]);
  });

  it("is readable and complete without scripts", async () => {
    await open({ javaScriptEnabled: false });
    expect(await page.locator("#address-text").isVisible()).to.equal(true);
    await page.getByText("Show QR code").click();
    expect(await page.locator("svg.qr-code").isVisible()).to.equal(true);
    expect(await page.locator("#choose-USDC-BASE").isVisible()).to.equal(false);
    await page.getByText("Pay another way").click();
    expect(await page.locator("#choose-USDC-BASE").isVisible()).to.equal(true);
    expect(await page.locator("#copy-address").isVisible()).to.equal(false);
  });
});

/** Resolves once it is so; each look is a question to the browser. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
