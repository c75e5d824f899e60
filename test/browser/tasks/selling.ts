import { expect } from "chai";
import { PNG } from "pngjs";
import { faultsInBothThemes, faultsOf } from "../axe.ts";
import { mined, payFrom, seen, SIZES, titled, type Merchant } from "./merchant.ts";

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
  await press("Copy link");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await follow("QR code to print");
}

export async function pointOfSale(merchant: Merchant): Promise<void> {
  await openCounter(merchant);
  await sell(merchant);
  await sellWithoutScripts(merchant);
}

/** Makes a point of sale with two items, by clicking only, and opens its counter. */
async function openCounter({ page, open, follow, fill, press, size }: Merchant): Promise<void> {
  await open("Point of sale");
  await fill("Title", `Bar on a ${size}`);
  await press("Make the point of sale");
  const picture = { name: "tea.png", mimeType: "image/png", buffer: PNG.sync.write(new PNG({ width: 30, height: 20 })) }; // prettier-ignore
  for (const [name, price] of [["Tea", "13.33"], ["Apple cake", "14.50"]] as const) {
    await follow("Add an item");
    await fill("Name", name);
    await fill("Price in USD", price);
    if (name === "Tea") await page.getByLabel("Picture").setInputFiles(picture);
    await press("Save");
  } // prettier-ignore
  await fill(/^Tips, in percent/, "5, 10");
  await page.getByLabel(/Discounts/).check();
  await fill(/Text on the receipt/, "Thank you.");
  await press("Save");
  expect(await page.locator("#content").innerText())
    .to.include("Saved")
    .and.to.include("14.50 USD");
  expect(await faultsOf(page)).to.deep.equal([]);
  await follow("Open the counter");
}

async function sell(merchant: Merchant): Promise<void> {
  const { page, press, follow, sandbox } = merchant;
  const counter = page.url();
  await press("One more of Tea");
  await page.getByText("Apple cake", { exact: true }).click();
  for (const key of ["1", ".", "5"])
    await page.locator(".keys").getByRole("button", { name: key, exact: true }).click();
  await page.getByLabel("Discount in percent").fill("10");
  await page.getByLabel("5 %", { exact: true }).check();
  expect(await page.locator("#total").innerText()).to.equal("27.72 USD");
  expect(await faultsInBothThemes(page), "the counter").to.deep.equal([]);
  const charge = page.getByRole("button", { name: "Charge 27.72 USD" });
  await charge.dblclick();
  await page.waitForSelector('#live[data-stage^="awaiting/"]');
  expect(await page.locator("h1").innerText()).to.match(/27\.72\s+USD/);
  const code = await page.locator(".sale-pay > .qr > svg").boundingBox();
  expect(code?.width, "the QR code is large").to.be.greaterThan(300);
  const made = await sandbox.app.gateway.persistence.invoices.list(sandbox.storeId, { limit: 50 });
  const charged = made.filter(({ terms }) => terms.price === 2772n);
  expect(charged, "of two taps").to.have.length(1);
  expect(await faultsInBothThemes(page), "the sale").to.deep.equal([]);
  await payFrom(page);
  await seen(sandbox);
  await page.getByRole("heading", { name: "Payment seen" }).waitFor();
  await mined(sandbox);
  await page.waitForSelector('#live[data-stage^="settled/"]');
  const receipt = await page.locator(".receipt").innerText();
  const lines = ["Tea", "Apple cake", "Amount typed", "Discount of 10 %", "Tip of 5 %", "27.72 USD", "BTC", "Thank you."]; // prettier-ignore
  for (const line of lines) expect(receipt, line).to.include(line);
  expect(receipt).to.match(/[0-9a-f]{64}/);
  expect(await faultsOf(page), "the receipt").to.deep.equal([]);
  await follow("New sale");
  expect(page.url()).to.equal(counter);
  expect(await page.locator("#total").innerText()).to.equal("0.00 USD");
  expect(await page.locator("#charge").isDisabled(), "nothing to charge").to.equal(true);
}

/** Sells on a phone in Arabic and without scripts, by quantities. */
async function sellWithoutScripts(merchant: Merchant): Promise<void> {
  const storageState = await merchant.context.storageState();
  const viewport = SIZES.phone;
  const { page, context } = await merchant.other({ javaScriptEnabled: false, storageState, viewport });
  await page.goto(`${merchant.page.url()}?lang=ar`);
  const wide = () => page.evaluate("document.documentElement.scrollWidth");
  expect([await page.locator("html").getAttribute("dir"), await wide()]).to.deep.equal([
    "rtl",
    viewport.width,
  ]);
  await page.goto(merchant.page.url());
  expect(await page.getByRole("button", { name: "One more of Tea" }).isVisible()).to.equal(false);
  await page.getByLabel("How many of Tea").fill("2");
  await page.getByRole("button", { name: "Charge" }).click();
  expect(await page.locator("h1").innerText()).to.match(/26\.66\s+USD/);
  expect(await page.locator(".sale-pay .qr svg").first().isVisible()).to.equal(true);
  expect(await wide()).to.equal(viewport.width);
  await context.close();
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
  await blog.goto(await page.locator("#link-text").innerText());
  expect(await faultsOf(blog), "the page of the link").to.deep.equal([]);
  await context.close();
}
