import http from "node:http";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { LANGUAGES } from "../../src/languages/languages.ts";
import { wordsOf } from "../../src/languages/translate.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

const PHONE = { width: 360, height: 740 };
/** One view of each kind: underpaid, moving, paid, ended, without a price, on another chain. */
const VIEWS = ["partial", "seen", "settled", "expired", "refunded", "unavailable", "evm"];
const OPEN_AND_MEASURE = `
  document.querySelectorAll("details").forEach((one) => one.setAttribute("open", ""));
  document.documentElement.scrollWidth - innerWidth`;

/** A script that puts another view in the place of the one that a page shows, as the page does when its invoice changes. */
const becomes = (view: string, language: string) => `(async () => {
  const answer = await fetch("/i/${view}/status?lang=${language}");
  if (!answer.ok) throw new Error("There is no view ${view}.");
  document.getElementById("live").outerHTML = await answer.text();
})()`;

/** walks.browser.ts has axe look at every state in English, and at some in Arabic. */
describe("the checkout in seven languages", function () {
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

  for (const language of LANGUAGES)
    it(`fits a narrow phone in "${language}"`, async () => {
      const page = await browser.newPage({ viewport: PHONE, bypassCSP: true });
      const found: string[] = [];
      const look = async (path: string) => {
        const over = Number(await page.evaluate(OPEN_AND_MEASURE));
        if (over > 0) found.push(`${path}: ${over} px too wide`);
      };
      for (const path of ["/psbt", "/psbt/made", "/i/awaiting"]) {
        const answer = await page.goto(`${url}${path}?lang=${language}`);
        expect(answer?.status(), path).to.equal(200);
        expect(await page.locator("html").getAttribute("lang"), path).to.equal(language);
        await look(path);
      }
      for (const view of VIEWS) {
        await page.evaluate(becomes(view, language));
        await look(view);
      }
      expect(found).to.deep.equal([]);
      await page.close();
    });

  it("reads from right to left in Arabic, and amounts and addresses do not", async () => {
    const page = await browser.newPage({ viewport: PHONE });
    await page.goto(`${url}/i/awaiting?lang=ar`);
    const lefts = await page.evaluate<readonly number[]>(
      `["#open-wallet .icon", "#open-wallet"].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ left, width }) => left + width / 2)`,
    );
    expect(lefts[0], "an icon stands before its words").to.be.above(lefts[1] ?? Infinity);
    const groups = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll("#address-text span")].slice(0, 2).map((one) => one.getBoundingClientRect().left)`,
    );
    expect(groups[0]).to.be.below(groups[1] ?? -Infinity);
    const [digits, unit] = await page.evaluate<readonly [number, number]>(
      `[".big .digits", ".big .unit"].map((one) => document.querySelector(one).getBoundingClientRect().left)`,
    );
    expect(digits).to.be.below(unit);
    await page.close();
  });

  it("says what it says by script in the page's language too", async () => {
    const page = await browser.newPage({ viewport: PHONE });
    await page.goto(`${url}/i/awaiting?lang=de`);
    await page.click("#copy-amount");
    const t = wordsOf("de");
    const heard = page.locator("#announcer");
    await heard.filter({ hasText: /./ }).waitFor(); // the clipboard answers later than the click
    expect(await heard.textContent()).to.be.oneOf([
      t("pay.copiedWhat", { name: t("common.amount") }),
      t("pay.selected", { name: t("common.amount") }),
    ]);
    await page.close();
  });

  it("changes its language by a link, without a script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${url}/i/awaiting`);
    await page.click(".languages a[lang=fr]");
    expect(await page.textContent("#pay-title")).to.equal(wordsOf("fr")("stage.awaiting"));
    await context.close();
  });
});
