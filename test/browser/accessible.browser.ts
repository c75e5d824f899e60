import http from "node:http";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { referenceRoutes } from "../../src/http/reference/referenceRoutes.ts";
import { closeServer, listen } from "../../src/http/server.ts";
import { views } from "./checkoutViews.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const EVERYTHING = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } as const; // prettier-ignore
const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const; // all that a theme changes
const THEMES = { light: EVERYTHING, dark: COLOURS } as const;
type Rules = (typeof THEMES)[keyof typeof THEMES];

/** Every stage of the checkout, and the pages beside it, by the rules of WCAG 2.2 AA. */
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

  const PATHS = [
    "/home",
    "/error",
    "/docs",
    "/psbt",
    "/psbt/made",
    ...Object.keys(views).map((name) => `/i/${name}`),
  ];
  for (const colorScheme of ["light", "dark"] as const) {
    it(`have nothing that keeps anybody out, in the ${colorScheme} theme`, async () => {
      const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 390, height: 844 } }); // prettier-ignore
      const page = await context.newPage();
      const found: string[] = [];
      for (const path of PATHS) {
        await page.goto(url + path);
        found.push(...(await faultsOf(page, THEMES[colorScheme])).map((fault) => `${path}: ${fault}`));
      }
      expect(found).to.deep.equal([]);
      await context.close();
    });
  }
});

/** What axe finds wrong, once everything that is folded has been opened. */
async function faultsOf(page: Page, runOnly: Rules = EVERYTHING): Promise<readonly string[]> {
  await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(
    (only) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: only.type, values: [...only.values] },
      }),
    runOnly,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 2).join(" ")}`); // prettier-ignore
}
