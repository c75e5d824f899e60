import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { faultsOf } from "../axe.ts";
import { startBrowser } from "../chromium.ts";
import { findNewParts } from "../parts.ts";
import { merchantWith, SIZES, type Merchant, type Size } from "./merchant.ts";
import { ON_DESKTOP, TASKS } from "./tasks.ts";

const FRAME = "header.side"; // the navigation, which is the same on every page

/**
 * Clicks through the tasks of a merchant, each on a phone or on a desktop. Each part begins on the overview; within a part a task
 * begins where the one before has ended. On a phone, axe checks the page on which a task ends,
 * where it has a part that no page before it had. crawl.browser.ts checks each linked page.
 */
describe("a merchant with only a browser", function () {
  this.timeout(120_000);
  const hasNewParts = findNewParts();
  const problems: string[] = [];
  const merchants = new Map<Size, Merchant>();
  const begun = new Map<Size, string>(); // the part of which a screen did a task last
  let sandbox: SandboxApp;
  let browser: Browser;

  before(async () => {
    [browser, sandbox] = await Promise.all([startBrowser(), startSandboxApp()]);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(async () => {
    await browser.close();
    await sandbox.close();
  });

  /** The merchant's browser of a size; opened when its first task comes. */
  async function merchantOn(size: Size): Promise<Merchant> {
    const open = merchants.get(size);
    if (open) return open;
    const merchant = await merchantWith(browser, sandbox, size);
    merchants.set(size, merchant);
    merchant.page.setDefaultTimeout(10_000);
    merchant.page.on("pageerror", ({ message }) => problems.push(message));
    return merchant;
  }

  for (const [part, tasks] of Object.entries(TASKS))
    for (const [name, task] of Object.entries(tasks)) {
      const size = ON_DESKTOP.has(name) ? "desktop" : "phone";
      it(`${part}: can ${name}, on a ${size}`, async () => {
        const merchant = await merchantOn(size);
        const { page } = merchant;
        if (begun.get(size) !== part || (await page.locator(FRAME).count()) === 0) await merchant.begin();
        begun.set(size, part);
        problems.length = 0;
        try {
          await task(merchant);
        } catch (error) {
          throw new Error(await whatIsSeen(page), { cause: error });
        }
        expect(problems, "errors of scripts").to.deep.equal([]);
        if (size === "phone" && hasNewParts(await page.content()))
          expect(await faultsOf(page, { except: FRAME }), page.url()).to.deep.equal([]);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        expect(wide, `${page.url()} scrolls sideways`).to.equal(SIZES[size].width);
      });
    }
});

const MOST = 1_500; // characters

/** Where a task ended, for whoever reads its failure. */
async function whatIsSeen(page: Page): Promise<string> {
  const words = await page.locator("main").allInnerTexts();
  return `The task ended at ${page.url()}, where it reads:\n${words.join("\n").slice(0, MOST)}`;
}
