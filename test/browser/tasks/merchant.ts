import type { Browser, BrowserContext, Page } from "playwright-core";
import { parseDecimal } from "../../../src/values/amount.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import { bitcoinOf, issue } from "../../gateway/http/merchant.ts";
import type { SandboxApp } from "../../support/sandboxApp.ts";

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
export type Size = keyof typeof SIZES;

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** What a merchant can do with one browser: of the address bar only the first page is used. */
export type Merchant = Readonly<{
  page: Page;
  context: BrowserContext;
  sandbox: SandboxApp;
  size: Size;
  /** Opens the overview of the store, where each part begins. */
  begin(): Promise<void>;
  /** Signs in on the page that opens the area; a second factor is left to the caller. */
  signIn(name: string, password: string): Promise<void>;
  /** Opens a place of the navigation, on a phone by its menu. */
  open(place: string): Promise<void>;
  press(button: string | RegExp): Promise<void>;
  follow(link: string | RegExp): Promise<void>;
  /** Unfolds what has this summary. */
  unfold(summary: string): Promise<void>;
  fill(label: string | RegExp, text: string): Promise<void>;
  /** Waits for words on the page. */
  reads(words: string | RegExp): Promise<void>;
  /** Presses what starts a download; gives the name of the file. */
  downloads(start: () => Promise<void>): Promise<string>;
  /** Another person with a browser of their own. */
  other(options?: ContextOptions): Promise<Merchant>;
}>;

/** A merchant with a new browser window of a size, with nothing open. */
export async function merchantWith(
  browser: Browser,
  sandbox: SandboxApp,
  size: Size,
  options: ContextOptions = {},
): Promise<Merchant> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === "phone",
    colorScheme: size === "phone" ? "light" : "dark", // so that both themes are seen
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  return {
    ...{ page, context, sandbox, size },
    begin: async () => void (await page.goto(`${sandbox.url}/owner?store=${sandbox.storeId}`)),
    async signIn(name, password) {
      await page.goto(`${sandbox.url}/owner`);
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
    async open(place) {
      const menu = page.getByText("Menu", { exact: true });
      if (await menu.isVisible()) await menu.click();
      const link = page.locator("header.side").getByRole("link", { name: new RegExp(`^${place}`) }); // a badge may follow
      await link.click();
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    press: (button) => page.getByRole("button", { name: button, exact: true }).first().click(),
    follow: (link) => page.getByRole("link", { name: link, exact: true }).first().click(),
    unfold: (summary) => page.locator("summary").getByText(summary, { exact: true }).first().click(),
    fill: (label, text) => page.getByLabel(label).first().fill(text),
    reads: (words) => page.getByText(words).first().waitFor(),
    async downloads(start) {
      const download = page.waitForEvent("download");
      await start();
      const file = await download;
      await file.path(); // until it has come whole
      return file.suggestedFilename();
    },
    other: (different) => merchantWith(browser, sandbox, size, different),
  };
}

/** Opens the page of an invoice by the list, as its order number. */
export async function openInvoice({ open, follow }: Merchant, orderId: string): Promise<void> {
  await open("Invoices");
  await follow(orderId);
}

/** An invoice that a shop has made, with this order number: its id. */
export async function invoiceOf({ sandbox }: Merchant, orderId: string): Promise<string> {
  const policy = { underpaid: "hold", overpaid: "hold" };
  return (await issue(sandbox, { metadata: { orderId }, crosstill: { policy } })).id;
}

/** The same, of which a customer has paid so many hundredths; the service has converted them. */
export async function paidInvoice(merchant: Merchant, orderId: string, percent = 100n): Promise<string> {
  const { sandbox } = merchant;
  const id = await invoiceOf(merchant, orderId);
  const { destination, due } = await bitcoinOf(sandbox, id);
  const sats = (parseDecimal(due, 8) * percent) / 100n;
  await sandbox.control("bitcoin/pay", { address: destination, sats: sats.toString() });
  await mined(sandbox);
  return id;
}

/** Lets the gateway see what was paid and is in no block. */
export async function seen({ clock, run }: SandboxApp): Promise<void> {
  for (let round = 0; round < 2; round++) {
    clock.advance(2 * SECOND_MS);
    await run();
  }
}

/** Confirms what was paid, and lets the jobs of the next seconds run. */
export async function mined(sandbox: SandboxApp): Promise<void> {
  await sandbox.control("bitcoin/mine", { blocks: 1 });
  for (let round = 0; round < 6; round++) {
    sandbox.clock.advance(2 * SECOND_MS);
    await sandbox.run();
  }
}

/** Pays in the sandbox's wallet what a payer's page asks for; the page stays open. */
export async function payFrom(page: Page): Promise<void> {
  const wallet = await page.context().newPage();
  const link = await page.locator('a[href*="/sandbox/wallet"]').first().getAttribute("href");
  await wallet.goto(new URL(link ?? "", page.url()).href);
  await wallet.getByRole("button", { name: "Pay", exact: true }).click();
  await wallet.waitForURL(/wallet/);
  await wallet.close();
}

/** The step of this name among the first steps, on the overview. */
export async function stepOf({ page, open }: Merchant, name: string): Promise<string> {
  await open("Overview");
  return page.getByRole("listitem").filter({ hasText: name }).first().innerText();
}

/** Waits for the first heading of the page. */
export async function titled({ page }: Merchant, title: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}
