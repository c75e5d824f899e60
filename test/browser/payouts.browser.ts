import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { acceptLink, newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { startSchedule, type Schedule } from "../../src/runtime/jobs/schedule.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { startBrowser } from "./chromium.ts";
import { injectWallet, type InjectedWallet } from "./injectedWallet.ts";

const OWNER = { name: "Ada", password: "four words that rhyme" };
const BUYER = "0x00000000000000000000000000000000000b0e57";

type Payout = Readonly<{ id: string; state: string; crosstill: Readonly<{ evidence: string | null }> }>;

/** The whole application on the real clock, its owner with a browser, and a wallet in it. */
describe("an owner who pays from a browser wallet", function () {
  this.timeout(120_000);
  let app: App;
  let schedule: Schedule;
  let browser: Browser;
  let context: BrowserContext;
  let wallet: InjectedWallet;
  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-payouts-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    await startUp(app);
    schedule = startSchedule(app.jobs, { log: silentLog, clock: Date.now });
    await acceptLink(app.gateway, await newOwnerLink(app.gateway), OWNER);
    browser = await startBrowser("whole");
    context = await signedIn();
    wallet = await injectWallet(context, app.sandbox!.file);
  });

  beforeEach(() => {
    wallet.answers = []; // a test that fails leaves its own behind
  });

  after(async () => {
    await browser.close();
    await schedule.stop();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it("approves it, declines once, and pays it from another chain's account until the buyer has it", async () => {
    const { id } = await newPayout(false);
    const page = await context.newPage();
    await page.goto(`${app.url}/owner/payouts`);
    expect((await page.locator(".payouts").innerText()).replace(/\s/g, "").toLowerCase()).to.contain(BUYER);
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page.getByRole("link", { name: "Pay", exact: true }).click();

    wallet.answers = ["no"];
    const elsewhere = wallet.chainId;
    await page.getByRole("button", { name: "Pay with a browser wallet" }).press("Enter");
    await page.waitForSelector("#wallet-problem:not([hidden])");
    expect(await page.locator("#wallet-problem").innerText()).to.contain("Nothing was sent");
    expect(await page.locator("#wallet-steps").innerText()).to.match(
      /You pay [\d.]+ USDC; the buyer gets about [\d.]+/,
    );
    expect([(await payout(id)).state, wallet.sent.length]).to.deep.equal(["AwaitingPayment", 0]);
    expect(wallet.chainId, "moved").to.equal(app.sandbox!.file.settlement.chainId).and.not.equal(elsewhere);

    await page.getByRole("button", { name: "Pay with a browser wallet" }).press("Enter");
    await page.getByRole("heading", { name: "This payout was paid" }).waitFor({ timeout: 60_000 });
    expect((await payout(id)).crosstill.evidence).to.equal("verified");
    expect(await page.locator("main").innerText()).to.contain("Seen on the chain");
    await page.close();
  });

  it("sends nothing while the wallet stays on another chain", async () => {
    const { id } = await newPayout(true);
    const page = await openPayout(id);
    const before = wallet.sent.length;
    [wallet.chainId, wallet.staysOnChain] = [1, true];
    await page.getByRole("button", { name: "Pay with a browser wallet" }).click();
    await page.waitForSelector("#wallet-problem:not([hidden])");
    wallet.staysOnChain = false;
    expect(await page.locator("#wallet-problem").innerText()).to.contain("does not know");
    expect([(await payout(id)).state, wallet.sent.length]).to.deep.equal(["AwaitingPayment", before]);
    await page.close();
  });

  it("goes on after a reload in the middle, and sends nothing twice", async () => {
    const { id } = await newPayout(true);
    const page = await openPayout(id);
    const before = wallet.sent.length;
    wallet.hidesBlocks = true;
    await page.getByRole("button", { name: "Pay with a browser wallet" }).click();
    await page
      .locator("#wallet-steps")
      .getByText(/^Wait for the block/)
      .waitFor();
    await page.reload();
    wallet.hidesBlocks = false;
    expect((await payout(id)).state).to.equal("InProgress");
    await page.getByRole("button", { name: "Go on with the wallet" }).click();
    await page.getByRole("heading", { name: "This payout was paid" }).waitFor({ timeout: 60_000 });
    const targets = wallet.sent.slice(before).map(({ to }) => to);
    expect(new Set(targets).size, "an allowance and a deposit").to.equal(targets.length).and.to.equal(2);
    await page.close();
  });

  it("looks into the wallet when it never answered, and takes the payment back when nothing was sent", async () => {
    const { id } = await newPayout(true);
    const page = await openPayout(id);
    wallet.answers = ["silence"];
    await page.getByRole("button", { name: "Pay with a browser wallet" }).click();
    await page
      .locator("#wallet-steps")
      .getByText(/^Confirm transaction 1/)
      .waitFor();
    await until(async () => (await payout(id)).state === "InProgress");
    await page.reload();
    expect(await page.locator("#progress").innerText()).to.contain("did not hear what became of it");
    await page.getByText("It was not sent, or it came back").click();
    await page.getByLabel("I have seen in the wallet that it has sent nothing for this payout.").check();
    await page.getByRole("button", { name: "Take the payment back" }).click();
    await page.getByRole("heading", { name: "Pay this payout" }).waitFor();
    expect((await payout(id)).state).to.equal("AwaitingPayment");
    await page.close();
  });

  it("is told how to pay without JavaScript, and where there is no wallet", async () => {
    const { id } = await newPayout(true);
    const storageState = await context.storageState();
    const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${app.url}/owner/payouts/${id}`);
    const words = await page.locator("main").innerText();
    expect(words).to.contain("needs JavaScript").and.to.contain(`crosstill payouts pay ${id}`);
    expect(words).to.contain("Record the payment");
    await plain.close();
    const walletless = await browser.newContext({ storageState });
    const other = await walletless.newPage();
    await other.goto(`${app.url}/owner/payouts/${id}`);
    await other.getByRole("button", { name: "Pay with a browser wallet" }).click();
    expect(await other.getByRole("alert").innerText()).to.contain("no wallet in this browser");
    await walletless.close();
  });

  async function signedIn(): Promise<BrowserContext> {
    const made = await browser.newContext();
    const page = await made.newPage();
    await page.goto(`${app.url}/owner/sign-in`);
    await page.getByLabel("Name").fill(OWNER.name);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${app.url}/owner`);
    await page.close();
    return made;
  }

  async function openPayout(id: string): Promise<Page> {
    const page = await context.newPage();
    page.on("dialog", (dialog) => void dialog.accept()); // "Leave the page?"
    await page.goto(`${app.url}/owner/payouts/${id}`);
    return page;
  }

  async function newPayout(approved: boolean): Promise<Payout> {
    const method = (await call<readonly Readonly<{ paymentMethodId: string }>[]>("/payment-methods"))
      .map(({ paymentMethodId }) => paymentMethodId)
      .find((one) => one.startsWith("USDC-"));
    return call("/payouts", { destination: BUYER, amount: "5", payoutMethodId: method, approved });
  }

  function payout(id: string): Promise<Payout> {
    return call(`/payouts/${id}`);
  }

  async function call<T>(suffix: string, body?: unknown): Promise<T> {
    const { storeId, apiKey } = app.sandbox!.file;
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${app.url}/api/v1/stores/${storeId}${suffix}`, init);
    const read = (await answer.json()) as T;
    expect(answer.status, JSON.stringify(read)).to.equal(200);
    return read;
  }
});

/** Looks again until it is so; whoever waits longer than the test may, has failed. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
