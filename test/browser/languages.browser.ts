import http from "node:http";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { LANGUAGES } from "../../src/languages/languages.ts";
import { wordsOf } from "../../src/languages/translate.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PHONE = { width: 360, height: 740 };
/** One view of each kind: paying, choosing, underpaid, moving, paid, ended, without a price. */
const VIEWS = ["awaiting", "partial", "seen", "settled", "expired", "refunded", "unavailable", "evm"];
const PATHS = [...VIEWS.map((view) => `/i/${view}`), "/psbt", "/psbt/made"];

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

  for (const language of LANGUAGES) {
    it(`fits a narrow phone in "${language}", and keeps nobody out`, async () => {
      const page = await browser.newPage({ viewport: PHONE, bypassCSP: true });
      const found: string[] = [];
      for (const path of PATHS) {
        const answer = await page.goto(`${url}${path}?lang=${language}`);
        expect(answer?.status(), path).to.equal(200);
        await page
          .locator("details")
          .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (Number(over) > 0) found.push(`${path}: ${String(over)} px too wide`);
        if (path === PATHS[0]) found.push(...(await faultsOf(page)));
      }
      expect(found).to.deep.equal([]);
      await page.close();
    });
  }

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

async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}
