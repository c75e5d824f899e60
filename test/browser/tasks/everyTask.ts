import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { acceptLink, newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { faultsOf } from "../axe.ts";
import { startBrowser } from "../chromium.ts";
import { merchantWith, SIZES, type Merchant, type Size } from "./merchant.ts";
import { OWNER } from "./people.ts";
import { TASKS } from "./tasks.ts";

/**
 * Clicks through tasks of a merchant on a screen of one size. On a phone, axe checks each page on which a task ends.
 * crawl.browser.ts checks each linked page on both sizes, in both themes and in Arabic.
 */
export function playTasksOn(size: Size, isPlayed: (name: string) => boolean): void {
  describe(`a merchant with only a browser, on a ${size}`, function () {
    this.timeout(120_000);
    const looked = new Set<string>();
    const problems: string[] = [];
    let sandbox: SandboxApp;
    let browser: Browser;
    let merchant: Merchant;

    before(async () => {
      [browser, sandbox] = await Promise.all([startBrowser(), startSandboxApp()]);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      await acceptLink(sandbox.app.gateway, await newOwnerLink(sandbox.app.gateway), OWNER);
      merchant = await merchantWith(browser, sandbox, size);
      merchant.page.setDefaultTimeout(10_000);
      merchant.page.on("pageerror", ({ message }) => problems.push(message));
      await merchant.signIn(OWNER.name, OWNER.password);
    });
    after(async () => {
      await browser.close();
      await sandbox.close();
    });

    for (const [part, tasks] of Object.entries(TASKS))
      for (const [name, task] of Object.entries(tasks).filter(([title]) => isPlayed(title)))
        it(`${part}: can ${name}`, async () => {
          const { page } = merchant;
          await page.goto(`${sandbox.url}/owner?store=${sandbox.storeId}`);
          problems.length = 0;
          try {
            await task(merchant);
          } catch (error) {
            throw new Error(await whatIsSeen(page), { cause: error });
          }
          expect(problems, "errors of scripts").to.deep.equal([]);
          const kind = new URL(page.url()).pathname.replace(/[A-Za-z0-9]{20,}/g, "ID");
          if (size === "phone" && !looked.has(kind))
            expect(await faultsOf(page), page.url()).to.deep.equal([]);
          looked.add(kind);
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          expect(wide, `${page.url()} scrolls sideways`).to.equal(SIZES[size].width);
        });
  });
}

const MOST = 1_500; // characters

/** Where a task ended, for whoever reads its failure. */
async function whatIsSeen(page: Page): Promise<string> {
  const words = await page.locator("main").allInnerTexts();
  return `The task ended at ${page.url()}, where it reads:\n${words.join("\n").slice(0, MOST)}`;
}
