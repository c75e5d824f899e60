import { expect } from "chai";
import type { Browser } from "playwright-core";
import { assetRoutes } from "../../src/gateway/http/pages.ts";
import { referenceRoutes } from "../../src/gateway/http/reference/referenceRoutes.ts";
import { closeServer, createHttpServer, listen } from "../../src/gateway/http/server.ts";
import { startBrowser } from "./chromium.ts";

/** A developer reads the reference, on a phone and at a desk, without scripts. */
describe("a developer who reads the reference", function () {
  this.timeout(60_000);
  let browser: Browser;
  let url: string;
  const { app, server } = createHttpServer();
  before(async () => {
    app.use(assetRoutes(), referenceRoutes("https://pay.example"));
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
  });

  for (const width of [360, 1280]) {
    it(`finds an operation, its fields and an example, ${width} pixels wide`, async () => {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => complaints.push(message.text()));
      await page.goto(`${url}/docs`);
      const operation = page.locator("#createInvoice");
      await operation.locator("summary").click();
      expect(await operation.getByText("checkout.redirectURL").isVisible()).to.equal(true);
      expect(await operation.getByLabel("Example of an answer").textContent()).to.include("checkoutLink");
      await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      const box = await page.locator("main").boundingBox();
      const content = await page.locator("html").evaluate((html) => html.scrollWidth);
      expect([box!.width <= width, content], "nothing sticks out").to.deep.equal([true, width]);
      expect(
        asked.filter((one) => !one.startsWith(url)),
        "asked of others",
      ).to.deep.equal([]);
      expect(complaints).to.deep.equal([]);
      await context.close();
    });
  }
});
