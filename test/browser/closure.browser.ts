import http from "node:http";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { NOW } from "./checkoutStages.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

const PHONE = { width: 390, height: 844 };

/** How the checkout ends: the payment is there, or the time is over. */
describe("the end of a checkout", function () {
  this.timeout(60_000);
  let browser: Browser;
  let url: string;
  const server = http.createServer(previewApp());
  before(async () => {
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
  });

  async function open(name: string, options: Parameters<Browser["newPage"]>[0] = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: PHONE, ...options });
    await page.goto(`${url}/i/${name}`);
    return page;
  }

  it("says that the payment is there and what happens next, in one view", async () => {
    const page = await open("seen");
    expect(await page.locator("#status-title").innerText()).to.equal("Payment detected");
    expect(await page.locator(".hero").innerText()).to.include("There is nothing left to do");
    expect(await page.getByRole("progressbar", { name: "Confirmed 0/1" }).getAttribute("value")).to.equal(
      "0",
    );
    const card = await page.locator(".card").boundingBox();
    expect((card?.y ?? 0) + (card?.height ?? 0)).to.be.at.most(PHONE.height);
    expect(await page.locator(".hash").isVisible(), "the transaction is under Details").to.equal(false);
    await page.getByText("Details").click();
    expect(await page.locator(".hash").isVisible()).to.equal(true);
    await page.close();
  });

  it("draws a tick in less than half a second, and shows it at once where less motion is wished for", async () => {
    const style = `(({ animationName, animationDuration }) => [animationName, animationDuration])(getComputedStyle(document.querySelector(".tick")))`;
    for (const name of ["seen", "settled"]) {
      const moving = await open(name, { reducedMotion: "no-preference" });
      expect(await moving.evaluate(style), name).to.deep.equal(["draw", "0.45s"]);
      await moving.close();
      const still = await open(name, { reducedMotion: "reduce" });
      expect(await still.evaluate<readonly string[]>(style), name).to.include("none");
      await still.close();
    }
  });

  it("leads to a new price by one button once the time is over", async () => {
    const page = await open("expired");
    const main = page.locator(".button.is-main");
    expect(await main.allInnerTexts()).to.deep.equal(["Get a new price from Harbour Coffee Roasters"]);
    expect(await main.getAttribute("href")).to.equal("https://shop.example/thanks");
    expect(await page.getByText("Already sent the payment?").isVisible()).to.equal(true);
    await page.close();
  });

  it("counts in the last five minutes only, by a ring that fills", async () => {
    const page = await browser.newPage({ viewport: PHONE });
    await page.clock.install({ time: NOW });
    await page.route("**/status*", (route) => route.abort()); // its clock stands still
    await page.goto(`${url}/i/awaiting`);
    const timer = page.locator("#timer");
    expect(await timer.isVisible()).to.equal(false);
    await page.clock.runFor(10 * 60_000);
    await timer.waitFor();
    expect(await timer.innerText()).to.match(/Price held[\s\S]*[34]:\d\d$/);
    expect(
      Number.parseInt((await page.locator("#ring").getAttribute("stroke-dasharray")) ?? "", 10),
    ).to.be.within(18, 25);
    await page.close();
    const plain = await open("hurry", { javaScriptEnabled: false });
    expect(await plain.locator("#timer").isVisible()).to.equal(true);
    await plain.close();
  });
});
