import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as ecc from "tiny-secp256k1";
import { networks, Psbt } from "bitcoinjs-lib";
import { expect } from "chai";
import { ECPairFactory } from "ecpair";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { faultsInBothThemes } from "./axe.ts";
import { startBrowser } from "./chromium.ts";
import { injectWallet, type InjectedWallet } from "./injectedWallet.ts";
import { decode } from "./readPage.ts";

const METHOD = "USDC on Sandbox Arbitrum";

/** The whole application on the real clock, and payers whose browser has a wallet. */
describe("a payer with a wallet", function () {
  this.timeout(120_000);
  let app: App;
  let schedule: Schedule;
  let browser: Browser;
  let context: BrowserContext;
  let wallet: InjectedWallet;
  let dataDir: string;
  const complaints: string[] = [];

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-wallet-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    browser = await startBrowser();
    context = await browser.newContext();
    wallet = await injectWallet(context, app.sandbox!.file, "Harbour Wallet");
  });

  after(async () => {
    await browser.close();
    await schedule.stop();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it("sees the address after saying on which network they send, also without JavaScript", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${await newInvoice()}?methods`);
    for (let looks = 0; looks < 50 && (await page.locator("#coin-USDC").count()) === 0; looks++)
      await page.reload(); // the first prices after a start may take a while, and the page does not load itself again
    expect(await page.locator("#coin-USDC").innerText()).to.include("On which network will you send USDC?");
    await page.getByRole("button", { name: METHOD }).click();
    const address = (await page.locator("#address-text").innerText()).replace(/\s/g, "");
    expect(decode(await page.content()), "the first code").to.equal(address);
    await page.reload();
    expect(await page.locator("#address-text").count(), "it is still agreed to").to.equal(1);
    await plain.close();
  });

  it("declines once, then pays from another chain's account, and a refund would come back to it", async () => {
    const page = await open();
    await choose(page);
    const pay = page.getByRole("button", { name: "Pay with Harbour Wallet" });
    await keepsNobodyOut(page, "Pay with Harbour Wallet");
    await page.getByLabel("Send a refund to this wallet").check();
    wallet.answers = ["no"];
    const [elsewhere, before] = [app.sandbox!.file.settlement.chainId, wallet.sent.length];
    wallet.chainId = elsewhere;
    await pay.click();
    await keepsNobodyOut(page, "You declined in the wallet. Nothing was sent.");
    expect([wallet.chainId === elsewhere, wallet.sent.length], "moved").to.deep.equal([false, before]);

    await pay.press("Enter");
    await page.waitForSelector('#live[data-stage^="settled/"]', { timeout: 60_000 });
    expect(wallet.sent.length).to.equal(before + 1);
    const { refundTo } = await methodOf(page);
    expect(refundTo.toLowerCase()).to.equal(accountOf(app));
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("pays nothing twice: neither by two clicks, nor after a reload in the middle", async () => {
    const page = await open();
    await choose(page);
    wallet.answers = ["silence"];
    const before = wallet.sent.length;
    const pay = page.getByRole("button", { name: "Pay with Harbour Wallet" });
    await pay.dblclick();
    await keepsNobodyOut(page, "Confirm the payment in the wallet");
    while (wallet.answers.length > 0) await page.waitForTimeout(20); // until it was asked
    await page.reload();
    await keepsNobodyOut(page, "was asked for this payment before");
    expect(await pay.count()).to.equal(0);
    await page.getByRole("button", { name: "It was not sent" }).click();
    wallet.hidesBlocks = true;
    await pay.click();
    await page.waitForSelector('#live[data-stage^="settled/"]', { timeout: 60_000 });
    wallet.hidesBlocks = false;
    expect(wallet.sent.length).to.equal(before + 1);
    await page.close();
  });

  it("is told what is wrong while the wallet stays on another chain, and nothing is sent", async () => {
    const page = await open();
    await choose(page);
    const before = wallet.sent.length;
    [wallet.chainId, wallet.staysOnChain] = [1, true];
    await page.getByRole("button", { name: "Pay with Harbour Wallet" }).click();
    await page.getByText("does not know Sandbox Arbitrum (chain 31338)").waitFor();
    wallet.staysOnChain = false;
    expect(wallet.sent.length).to.equal(before);
    await page.close();
  });

  it("pays with a PSBT that they sign elsewhere, without JavaScript", async () => {
    const { wif, address } = app.sandbox!.file.wallet.bitcoin;
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(await newInvoice());
    await page.getByText("Details").click();
    await page.getByRole("link", { name: /PSBT/ }).click();
    await page.getByLabel(/addresses of your wallet/).fill(address);
    await page.getByRole("button", { name: "Make the PSBT" }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#download-psbt").click()]);
    expect(file.suggestedFilename()).to.match(/^invoice-\w+\.psbt$/);
    const psbt = Psbt.fromBuffer(fs.readFileSync(await file.path()));
    expect(psbt.toBase64()).to.equal(await page.locator("#psbt-text").textContent());
    psbt.signAllInputs(ECPairFactory(ecc).fromWIF(wif, networks.regtest));
    await page.getByLabel("The signed PSBT as text").fill(psbt.toBase64());
    await page.getByRole("button", { name: "Look at it and broadcast" }).click();
    await page.waitForSelector("#live");
    expect(new URL(page.url()).pathname).to.match(/^\/i\/[^/]+$/);
    const watching = await context.newPage();
    await watching.goto(page.url());
    await watching.waitForSelector('#live[data-stage^="settled/"]', { timeout: 60_000 });
    await plain.close();
  });

  /** Waits until the wallet's panel shows this, and has axe look at the panel in both themes. */
  async function keepsNobodyOut(page: Page, shown: string): Promise<void> {
    await page.locator("#browser-wallet").getByText(shown).first().waitFor();
    expect(await faultsInBothThemes(page, { within: "#browser-wallet" }), shown).to.deep.equal([]);
  }

  async function open(): Promise<Page> {
    const page = await context.newPage();
    page.on("dialog", (dialog) => void dialog.accept()); // "Leave the page?"
    page.on("pageerror", ({ message }) => complaints.push(message));
    return page;
  }

  /** A new invoice's page, with the coin on another chain chosen. */
  async function choose(page: Page): Promise<void> {
    await page.goto(`${await newInvoice()}?methods`);
    await page.getByRole("button", { name: METHOD }).click();
    await page.locator("#address-text").waitFor();
  }

  async function newInvoice(): Promise<string> {
    const { storeId } = app.sandbox!.file;
    const path = `/stores/${storeId}/invoices`;
    return (await call<{ checkoutLink: string }>(path, { amount: "25.00", currency: "USD" })).checkoutLink;
  }

  async function methodOf(page: Page): Promise<Readonly<{ refundTo: string }>> {
    const { storeId } = app.sandbox!.file;
    const id = (await page.locator("#live").getAttribute("data-invoice-id")) ?? "";
    const methods = await call<
      readonly Readonly<{ paymentMethodId: string; additionalData: { refundTo: string } }>[]
    >(`/stores/${storeId}/invoices/${id}/payment-methods`);
    const found = methods.find(
      ({ paymentMethodId, additionalData }) => paymentMethodId.startsWith("USDC-") && additionalData.refundTo,
    );
    return found!.additionalData;
  }

  async function call<T>(suffix: string, body?: unknown): Promise<T> {
    const { apiKey } = app.sandbox!.file;
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await fetch(`${app.url}/api/v1${suffix}`, init)).json()) as T;
  }
});

function accountOf({ sandbox }: App): string {
  return sandbox!.file.wallet.evm.address.toLowerCase();
}
