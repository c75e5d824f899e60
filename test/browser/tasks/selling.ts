import { expect } from "chai";
import { mined, payFrom, seen, titled, type Merchant } from "./merchant.ts";

export async function paymentLink(merchant: Merchant): Promise<void> {
  const { page, open, follow, fill, press, sandbox } = merchant;
  await open("Payment links");
  await follow("New payment link");
  await fill("Title", "Ten lessons");
  await fill("Amount", "50");
  await press("Make the payment link");
  await titled(merchant, "Ten lessons");
  const { page: customer, context } = await merchant.other();
  await customer.goto(await page.locator("#link-text").innerText());
  await customer.getByRole("button", { name: "Pay 50.00 USD" }).click();
  await customer.waitForSelector("#live");
  await payFrom(customer);
  await mined(sandbox);
  await customer.waitForSelector('#live[data-stage^="settled/"]');
  await context.close();
  await open("Payment links");
  await page.getByRole("link", { name: "Ten lessons" }).first().click();
  expect(await page.getByRole("region", { name: "Received" }).innerText()).to.match(/Paid\s+50\.00 USD/);
}

export async function pointOfSale(merchant: Merchant): Promise<void> {
  const { page, open, follow, fill, press, sandbox } = merchant;
  await open("Point of sale");
  await fill("Title", `Bar on a ${merchant.size}`);
  await press("Make the point of sale");
  await follow("Add an item");
  await fill("Name", "Tea");
  await fill("Price in USD", "13.33");
  await press("Save");
  await fill(/^Tips, in percent/, "5, 10");
  await press("Save");
  await follow("Open the counter");
  await press("One more of Tea");
  for (const key of ["1", "0"])
    await page.locator(".keys").getByRole("button", { name: key, exact: true }).click();
  await page.getByLabel("10 %", { exact: true }).check();
  expect(await page.locator("#total").innerText()).to.equal("25.66 USD");
  await press("Charge 25.66 USD");
  await page.waitForSelector('#live[data-stage^="awaiting/"]');
  await payFrom(page);
  await seen(sandbox);
  await page.getByRole("heading", { name: "Payment seen" }).waitFor();
  await mined(sandbox);
  await page.waitForSelector('#live[data-stage^="settled/"]');
  expect(await page.locator(".receipt").innerText()).to.match(/Tea[\s\S]*Tip of 10 %[\s\S]*25\.66 USD/);
  await follow("New sale");
}

export async function donationButton(merchant: Merchant): Promise<void> {
  const { page, open, fill, press } = merchant;
  await open("Pay buttons");
  await page.getByLabel(/Anyone may make invoices/).check();
  await press("Save");
  await fill(/^Amounts in USD/, "20 30");
  await fill("Text of the button", "Give");
  await press("Make the button");
  const { page: blog, context } = await merchant.other();
  await blog.setContent(`<h1>A blog</h1>${await page.getByLabel("HTML", { exact: true }).innerText()}`);
  await blog.getByRole("combobox").selectOption("30");
  await blog.getByRole("button", { name: "Give" }).click();
  await blog.waitForSelector("#live");
  expect(await blog.locator("#live").innerText()).to.match(/30\.00\s+USD/);
  await context.close();
}
