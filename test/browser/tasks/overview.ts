import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { invoiceOf, mined, paidInvoice, payFrom, titled, type Merchant } from "./merchant.ts";
import { switchStore } from "./stores.ts";

export async function followFigure(merchant: Merchant): Promise<void> {
  const order = `figure-${merchant.size}`;
  await paidInvoice(merchant, order);
  merchant.sandbox.clock.advance(2 * MINUTE_MS); // figures are those of a minute ago
  await merchant.open("Overview");
  const received = merchant.page.getByRole("region", { name: "Received", exact: true });
  expect(await received.innerText()).to.match(/Today[\s\S]*25\.00[\s\S]*7 days[\s\S]*30 days/);
  await received.getByRole("link", { name: /^Invoices.*30 days/ }).click();
  await titled(merchant, "Invoices");
  await merchant.page.getByRole("link", { name: order }).waitFor();
}

export async function readDays(merchant: Merchant): Promise<void> {
  await merchant.unfold("As a table");
  const days = merchant.page.getByRole("region", { name: /^Received by day/ });
  expect(await days.getByRole("row").count()).to.equal(31);
}

export async function seeWhatWaits(merchant: Merchant): Promise<void> {
  await paidInvoice(merchant, `overview-${merchant.size}`, 50n);
  await merchant.open("Overview");
  await merchant.page.getByRole("link", { name: /Payments that need a decision/ }).click();
  await titled(merchant, "Inbox");
  await merchant.reads(`Order overview-${merchant.size}`);
}

export async function openLastInvoice(merchant: Merchant): Promise<void> {
  const order = `last-${merchant.size}`;
  await invoiceOf(merchant, order);
  await merchant.open("Overview");
  await merchant.page
    .getByRole("region", { name: "Last invoices" })
    .getByRole("link", { name: order })
    .click();
  await titled(merchant, "Invoice of 25.00 USD");
}

export async function seeHealth({ page }: Merchant): Promise<void> {
  const health = await page.getByRole("region", { name: "Health" }).innerText();
  for (const part of ["Database", "Disk", "Backup", "Jobs", "Intent service", "Bitcoin", "E-mail"])
    expect(health, part).to.include(part);
}

export async function makeTestPayment(merchant: Merchant): Promise<void> {
  const { page, press, sandbox } = merchant;
  await switchStore(merchant);
  await merchant.open("Overview");
  await press("Make a test payment");
  await page.waitForURL(/\/i\//);
  await payFrom(page);
  await mined(sandbox);
  await page.waitForSelector('#live[data-stage^="settled/"]');
  await page.goBack();
  await merchant.open("Overview");
  const step = page.getByRole("listitem").filter({ hasText: "Make a test payment" });
  expect(await step.innerText()).to.include("(done)");
}
