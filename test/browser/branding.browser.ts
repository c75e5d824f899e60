import { expect } from "chai";
import type { Browser, Locator } from "playwright-core";
import { createClient } from "../../src/sdk/client.ts";
import { issueKey } from "../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { disc } from "../gateway/domain/branding/images.ts";
import { issue } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { COLOURS, EVERYTHING, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

const HEAVIEST = 60_000; // bytes of a whole page, as they come

type Window = Readonly<{
  getComputedStyle(one: unknown): Readonly<{ getPropertyValue(name: string): string }>;
}>;

const styleOf = (found: Locator, name: string) =>
  found.evaluate(
    (one, named) => (globalThis as unknown as Window).getComputedStyle(one).getPropertyValue(named),
    name,
  );

describe("a store's look in a browser", function () {
  this.timeout(60_000);
  let browser: Browser;
  let shop: SandboxApp;
  let page: string;
  before(async () => {
    browser = await startBrowser();
    shop = await startSandboxApp();
    const { gateway } = shop.app;
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS };
    const client = createClient({
      ...shop,
      apiKey: await issueKey(gateway.persistence.keys, gateway, grant, "test"),
    });
    await client.changeStore({ body: { brandColor: "#ffd400" } });
    await client.uploadLogo({ file: new Blob([Uint8Array.from(disc(300, [10, 15, 15, 255]))]) });
    page = `${shop.url}/i/${(await issue(shop)).id}`;
  });
  after(async () => {
    await browser.close();
    await shop.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`is legible, shows the logo, and stays light, in the ${colorScheme} theme`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } }); // prettier-ignore
      const visit = await context.newPage();
      let bytes = 0;
      visit.on("requestfinished", (asked) => void asked.sizes().then((sizes) => (bytes += sizes.responseBodySize)));
      await visit.goto(page, { waitUntil: "load" });
      const logo = visit.locator(".store-logo");
      expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).to.equal(96);
      const plate = await styleOf(logo, "background-color");
      expect(plate).to.equal(colorScheme === "dark" ? "rgb(255, 255, 255)" : "rgba(0, 0, 0, 0)");
      const link = await styleOf(visit.locator(".foot a, summary").first(), "color");
      expect(link).to.equal(colorScheme === "dark" ? "rgb(255, 212, 0)" : "rgb(128, 106, 0)");
      expect(bytes).to.be.within(5_000, HEAVIEST);
      const runOnly = colorScheme === "dark" ? COLOURS : EVERYTHING;
      expect(await faultsOf(visit, { runOnly })).to.deep.equal([]);
      await context.close();
    }); // prettier-ignore
  }
});
