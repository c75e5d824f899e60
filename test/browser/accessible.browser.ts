import http from "node:http";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { referenceRoutes } from "../../src/gateway/http/reference/referenceRoutes.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { faultsInBothThemes, faultsInLightTheme, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";
import { findNewParts } from "./parts.ts";
import { previewApp } from "./preview.ts";

const NARROW = { width: 360, height: 740 };

/**
 * The reference and the pages of a PSBT by the rules of WCAG 2.2 AA. walks.browser.ts sees every state of the checkout,
 * otherPages.browser.ts the home page and that of an error.
 */
describe("pages for everybody", function () {
  this.timeout(120_000);
  let browser: Browser;
  let url: string;
  const app = previewApp();
  app.use(referenceRoutes("https://pay.example"));
  const server = http.createServer(app);
  before(async () => {
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
  });

  it("are looked at by something that finds what is wrong", async () => {
    const page = await browser.newPage();
    await page.setContent("<img src=x><p style='color:#999'>pale");
    expect((await faultsOf(page)).join())
      .to.include("image-alt")
      .and.to.include("color-contrast");
    await page.close();
  });

  it("keep nobody out and fit a narrow phone, in either theme", async () => {
    const page = await browser.newPage({ viewport: NARROW });
    const found: string[] = [];
    const hasNewParts = findNewParts();
    for (const path of ["/docs", "/psbt", "/psbt/made"]) {
      const answer = await page.goto(url + path);
      const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
      if (wide > NARROW.width) found.push(`${path}: ${wide} px wide`);
      await removeRepeatedOperations(page);
      const isNew = hasNewParts((await answer?.text()) ?? "");
      const faults = isNew ? await faultsInBothThemes(page) : await faultsInLightTheme(page);
      found.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    expect(found).to.deep.equal([]);
    await page.close();
  });
});

/** Removes the operations of the reference that consist of the same parts as those before them: most of a hundred. */
async function removeRepeatedOperations(page: Page): Promise<void> {
  const hasNewParts = findNewParts();
  for (const operation of await page.locator(".operation").elementHandles()) {
    const html = await operation.innerHTML();
    if (!hasNewParts(html))
      await operation.evaluate((one) => (one as unknown as { remove(): void }).remove());
  }
}
