import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { NAME, PASSWORD, signedInAt } from "../gateway/http/ownerPages.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

const SCREENS = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 900 },
};
const ADDRESSES = {
  phone: "0x7777777777777777777777777777777777777777",
  desktop: "0x8888888888888888888888888888888888888888",
};

describe("an owner who changes where the store is paid", function () {
  this.timeout(120_000);
  let shop: SandboxApp;
  let browser: Browser;
  before(async () => {
    shop = await startSandboxApp();
    await signedInAt(shop.app.gateway, shop.url);
    await shop.post("/invoices", { amount: "25.00", currency: "USD" });
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await shop.close();
  });

  for (const name of ["phone", "desktop"] as const)
    it(`finds it under the payments, sees old and new in full, and confirms, on a ${name}`, async () => {
      const context = await browser.newContext({ viewport: SCREENS[name] });
      const page = await context.newPage();
      await page.goto(`${shop.url}/owner/sign-in`);
      await page.locator("[name=name]").fill(NAME);
      await page.locator("[name=password]").fill(PASSWORD);
      await page.locator("form[action='/owner/sign-in'] button").click();
      await page.waitForURL(`${shop.url}/owner`);
      const { settlement } = (await shop.app.gateway.persistence.stores.load(shop.storeId))!.settings;

      await page.goto(`${shop.url}/owner/stores/${shop.storeId}/settings/payments`);
      await page.getByRole("link", { name: "Change the coin or the address" }).click();
      await page.getByLabel("Your address").fill("0x1234");
      await press(page, "Continue");
      expect(await page.getByText("merchant's own EVM address").isVisible()).to.equal(true);
      expect(await page.getByLabel("Your address").inputValue()).to.equal("0x1234");
      expect(await faultsOf(page), "with a fault").to.deep.equal([]);
      await page.getByLabel("Your address").fill(ADDRESSES[name]);
      await press(page, "Continue");

      const shown = (await page.locator(".records").innerText()).replace(/\s/g, "");
      expect(shown).to.include(settlement.recipient).and.to.include(ADDRESSES[name]);
      expect(await page.getByText("1 open invoice is still paid at the old address").isVisible()).to.equal(
        true,
      );
      expect(await faultsOf(page), "before the confirmation").to.deep.equal([]);
      const { width } = SCREENS[name];
      expect(await page.evaluate("document.documentElement.scrollWidth"), "no sideways scrolling").to.equal(
        width,
      );
      await press(page, "Change the settlement");
      await page.waitForURL(/done=saved/);
      const after = (await shop.app.gateway.persistence.stores.load(shop.storeId))!.settings;
      expect(after.settlement.recipient).to.equal(ADDRESSES[name]);
      await context.close();
    });
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
