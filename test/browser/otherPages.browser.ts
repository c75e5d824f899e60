import { expect } from "chai";
import type { Browser, BrowserContext } from "playwright-core";
import { createClient, type Client } from "../../src/sdk/client.ts";
import { acceptLink, newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { bitcoinOf } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { faultsInBothThemes, faultsInLightTheme, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";
import { findNewParts } from "./parts.ts";

const OWNER = { name: "Ada", password: "four words that rhyme" };
const NARROW = { width: 360, height: 740 };

/**
 * The pages beside the checkout: of refunds and payment requests, of the sandbox, the verifier, and two of the owner's area.
 * crawl.browser.ts checks the rest of the owner's area, components.browser.ts the gallery of components in both themes. Here the
 * dark theme is that of pages with a part that the gallery and the pages before do not have.
 */
describe("the other pages, for everybody", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  let shop: Client;
  let browser: Browser;
  let paths: readonly string[];

  before(async () => {
    sandbox = await startSandboxApp();
    const { apiKey } = sandbox.app.sandbox!.file;
    shop = createClient({ url: sandbox.url, apiKey, storeId: sandbox.storeId });
    await acceptLink(sandbox.app.gateway, await newOwnerLink(sandbox.app.gateway), OWNER);
    paths = await allPaths();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await sandbox.close();
  });

  /** One address of each page, with something on it. */
  async function allPaths(): Promise<readonly string[]> {
    const invoice = await shop.createInvoice({ body: { amount: "25.00", currency: "USD" } });
    const { destination, due } = await bitcoinOf(sandbox, invoice.id);
    const sats = String(parseDecimal(due, 8));
    const paid = (await sandbox.control("bitcoin/pay", { address: destination, sats })).body as { txid: string };
    sandbox.clock.advance(3_000);
    await sandbox.run("watch mempool");
    const request = await shop.createPaymentRequest({ body: { title: "Tea", amount: "25.00", currency: "USD" } });
    const pull = await shop.createPullPayment({
      body: { name: "Refund of order 7", amount: "25.00", currency: "USD", payoutMethods: ["BTC-CHAIN"] },
    });
    const payout = await shop.createPayout({
      body: { destination: `0x${"0b".repeat(20)}`, amount: "5", payoutMethodId: "USDC-ARBITRUM", approved: true },
    });
    const { chains } = sandbox.app.sandbox!.file;
    return [
      ...[`/owner/payouts/${payout.id}`, `/owner/invoices/${invoice.id}/proof`],
      `/api-keys/authorize?applicationName=Tea&permissions=btcpay.store.canviewinvoices`,
      ...[`/payment-requests/${request.id}`, new URL(pull.viewLink!).pathname, "/verify", "/i/nothing"],
      ...["/", "/sandbox", "/sandbox/shop", "/sandbox/wallet", `/sandbox/tx/${paid.txid}`],
      ...chains.slice(0, 1).map(({ id }) => `/sandbox/evm/${id}/tx/0x${"0".repeat(64)}`),
      ...["/sandbox/intents/", "/sandbox/intents/keys", `/nothing/${"long".repeat(30)}`],
    ];
  } // prettier-ignore

  async function signedIn(): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: NARROW });
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/owner/sign-in`);
    expect(await faultsOf(page), "/owner/sign-in").to.deep.equal([]);
    await page.getByLabel("Name").fill(OWNER.name);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${sandbox.url}/owner`);
    return context;
  }

  it("show payers times in the time zone of their device, and in UTC where no script runs", async () => {
    const expiryDate = Math.floor(Date.UTC(2031, 6, 1, 9, 30) / 1000);
    const body = { title: "Tea", amount: "25.00", currency: "USD", expiryDate };
    const request = await shop.createPaymentRequest({ body });
    const shown = async (lang: string, javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ timezoneId: "Asia/Tokyo", javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${sandbox.url}/payment-requests/${request.id}?lang=${lang}`);
      const said = await page.locator("time").innerText();
      await context.close();
      return said;
    };
    expect(await shown("en", true)).to.equal("1 Jul 2031, 18:30 GMT+9");
    expect(await shown("de", true)).to.match(/^1\. Juli 2031.* 18:30.* (GMT|UTC)\+9$/);
    expect(await shown("en", false)).to.equal("1 Jul 2031, 09:30 UTC");
  });

  it("keep nobody out and fit a narrow phone, in either theme", async () => {
    const context = await signedIn();
    const [page] = context.pages();
    const found: string[] = [];
    const hasNewParts = findNewParts();
    hasNewParts(await (await fetch(`${sandbox.url}/sandbox/components`)).text());
    for (const path of paths) {
      const answer = await page!.goto(sandbox.url + path);
      if (!answer?.headers()["content-type"]?.startsWith("text/html")) found.push(`${path}: no page`);
      const faults = hasNewParts((await answer?.text()) ?? "")
        ? await faultsInBothThemes(page!)
        : await faultsInLightTheme(page!);
      found.push(...faults.map((fault) => `${path}: ${fault}`));
      const wide = await page!.evaluate("document.documentElement.scrollWidth");
      if (Number(wide) > NARROW.width) found.push(`${path}: ${String(wide)} px wide`);
    }
    expect(found).to.deep.equal([]);
    await context.close();
  });
});
