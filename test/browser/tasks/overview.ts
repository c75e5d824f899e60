import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { mined, paidInvoice, payFrom, stepOf, titled, type Merchant } from "./merchant.ts";

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
  await merchant.open("Overview");
  await merchant.unfold("As a table");
  const days = merchant.page.getByRole("region", { name: /^Received by day/ });
  expect(await days.getByRole("row").count()).to.equal(31);
}

export async function makeTestPayment(merchant: Merchant): Promise<void> {
  const { page, press, sandbox } = merchant; // on the overview of the store that was made last
  await press("Make a test payment");
  await page.waitForURL(/\/i\//);
  await payFrom(page);
  await mined(sandbox);
  await page.waitForSelector('#live[data-stage^="settled/"]');
  await page.goBack();
  expect(await stepOf(merchant, "Make a test payment")).to.include("(done)");
}
