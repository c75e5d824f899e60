import http from "node:http";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { referenceRoutes } from "../../src/gateway/http/reference/referenceRoutes.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { faultsInBothThemes, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

/** The pages beside the checkout by the rules of WCAG 2.2 AA. walks.browser.ts sees every state of the checkout. */
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

  const PATHS = ["/home", "/error", "/docs", "/psbt", "/psbt/made"];
  it("have nothing that keeps anybody out, in either theme", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const found: string[] = [];
    for (const path of PATHS) {
      await page.goto(url + path);
      found.push(...(await faultsInBothThemes(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(found).to.deep.equal([]);
    await page.close();
  });
});
