import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { acceptLink, newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { bitcoinOf, issue } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { startBrowser } from "./chromium.ts";

const OWNER = { name: "Ada", password: "four words that rhyme" };
const DESKTOP = { width: 1280, height: 900 };
const POLL_MS = 11_000; // of the list, and a little

describe("a merchant with invoices, in the browser", function () {
  this.timeout(180_000);
  let sandbox: SandboxApp;
  let browser: Browser;
  let paidId: string;

  before(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await acceptLink(sandbox.app.gateway, await newOwnerLink(sandbox.app.gateway), OWNER);
    paidId = await paid("P-1");
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await sandbox.close();
  });

  async function paid(orderId: string): Promise<string> {
    const { id } = await issue(sandbox, { metadata: { orderId } });
    const { destination, due } = await bitcoinOf(sandbox, id);
    await sandbox.control("bitcoin/pay", { address: destination, sats: String(parseDecimal(due, 8)) });
    await sandbox.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 6; round++) {
      sandbox.clock.advance(2_000);
      await sandbox.run();
    }
    return id;
  }

  async function signedIn(
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<[Page, BrowserContext]> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/owner/sign-in`);
    await page.getByLabel("Name").fill(OWNER.name);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${sandbox.url}/owner`);
    return [page, context];
  }

  const rows = (page: Page) =>
    page
      .locator("#rows tr")
      .evaluateAll((all) => all.map((row) => row.querySelector("a")?.textContent ?? ""));

  it("filters, chooses, archives and shows invoices again", async () => {
    for (const name of ["a", "b", "c"]) await issue(sandbox, { metadata: { orderId: `desk-${name}` } });
    const [page, context] = await signedIn({ viewport: DESKTOP });
    await page.goto(`${sandbox.url}/owner/invoices`);
    await page.getByText("More filters").click();
    await page.getByRole("checkbox", { name: "Settled" }).check();
    await page.getByRole("checkbox", { name: "Processing" }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    expect(await rows(page))
      .to.include("P-1")
      .and.not.to.include("desk-a");
    await page.getByRole("link", { name: /^Settled.*remove this filter/ }).click();
    expect(new URL(page.url()).search).to.equal("?state=Processing");
    await page.getByRole("link", { name: "All", exact: true }).first().click();

    await page.getByRole("checkbox", { name: "Choose desk-a" }).check();
    await page.getByRole("checkbox", { name: "Choose desk-b" }).check();
    expect(await page.locator("#ticked").innerText()).to.equal("2 chosen");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("heading", { name: "Archive 2 invoices?" }).waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("2 invoices were archived.").waitFor();
    expect(await rows(page)).to.not.include("desk-a");

    await page.getByText("More filters").click();
    await page.getByRole("checkbox", { name: "are archived" }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("checkbox", { name: "Choose desk-a" }).check();
    await page.getByRole("button", { name: "Show in lists again" }).click();
    await page.getByRole("button", { name: "Show in lists again" }).click();
    await page.getByText("1 invoice is in the lists again.").waitFor();
    await context.close();
  });

  it("has the columns that were chosen and a file of what is listed", async () => {
    const [page, context] = await signedIn({ viewport: DESKTOP });
    await page.goto(`${sandbox.url}/owner/invoices?state=Settled`);
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Paid", exact: true }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(`${sandbox.url}/owner/invoices?state=Settled`);
    expect(await page.locator('#rows td[data-label="Paid"]').first().innerText()).to.include("25.00 USD");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export what is listed" }).click();
    expect((await download).suggestedFilename()).to.equal("invoices.csv");
    await context.close();
  });

  it("sees new invoices without loading the page, and keeps what is ticked", async () => {
    const [page, context] = await signedIn({ viewport: DESKTOP });
    await page.clock.install();
    await page.goto(`${sandbox.url}/owner/invoices`);
    await page.getByRole("checkbox", { name: "Choose P-1" }).check();
    await issue(sandbox, { metadata: { orderId: "desk-fresh" } });
    await page.clock.fastForward(POLL_MS);
    await page.getByRole("link", { name: "desk-fresh" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Choose P-1" }).isChecked()).to.equal(true);
    await context.close();
  });

  it("follows, edits and refunds an invoice", async () => {
    const id = await paid("desk-paid");
    const [page, context] = await signedIn({ viewport: DESKTOP });
    await page.goto(`${sandbox.url}/owner/invoices`);
    await page.getByRole("link", { name: "desk-paid" }).click();
    expect(await page.locator(".time-line").innerText()).to.match(/Created[\s\S]*Payment of[\s\S]*Settled/);
    await page.getByText("Edit order details").click();
    await page.getByLabel("Description").fill("A cup");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("A cup").first().waitFor();
    await page.locator("summary").getByText("Refund", { exact: true }).click();
    await page.getByText("An amount in USD").click();
    await page.getByRole("textbox", { name: /^Amount in USD/ }).fill("5.00");
    await page.getByLabel("Reason (kept in the audit log)").fill("broken");
    await page.getByRole("button", { name: "Refund…" }).click();
    await page.getByRole("heading", { name: "Refund 5.00 USD?" }).waitFor();
    await page.getByRole("button", { name: "Make the refund" }).click();
    await page.getByText("Refund of 5.00 USD made").waitFor();
    expect(await sandbox.app.gateway.persistence.payouts.refundsOf(id)).to.have.length(1);
    await context.close();
  });

  it("goes from a figure to its lines, and to keys, webhooks and events", async () => {
    const [page, context] = await signedIn({ viewport: DESKTOP });
    await page.getByRole("link", { name: /^Invoices.*30 days/ }).click();
    expect(await rows(page)).to.include("P-1");
    await page.goto(`${sandbox.url}/owner/stores/${sandbox.storeId}/developers`);
    await page.getByRole("link", { name: "Events", exact: true }).click();
    await page.getByLabel("Type").selectOption("InvoiceSettled");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("link", { name: paidId }).click();
    await page.getByText("order P-1").waitFor();
    await page.goto(`${sandbox.url}/owner/keys`);
    await page
      .getByRole("link", { name: /^Revoke the key/ })
      .first()
      .click();
    await page.getByText("Last used").waitFor();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await page.getByRole("heading", { name: "Add a webhook" }).waitFor();
    await context.close();
  });

  it("works without JavaScript", async () => {
    const [page, context] = await signedIn({ javaScriptEnabled: false });
    await page.goto(`${sandbox.url}/owner/invoices?state=Settled`);
    await page.getByRole("checkbox", { name: "Choose P-1" }).check();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("heading", { name: "Archive 1 invoice?" }).waitFor();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "P-1" }).click();
    await page.locator("summary").getByText("Refund", { exact: true }).click();
    await page.getByRole("button", { name: "Refund…" }).click();
    await page.getByRole("heading", { name: /^Refund 2\d\.\d\d USD\?$/ }).waitFor();
    await context.close();
  });
});
