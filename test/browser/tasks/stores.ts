import { expect } from "chai";
import type { Merchant } from "./merchant.ts";
import { titled } from "./merchant.ts";

const nameOf = ({ size }: Merchant) => `Tea house on a ${size}`;

async function openSwitcher({ page }: Merchant): Promise<void> {
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.locator("summary").filter({ hasText: "Store:" }).click();
}

export async function makeStore(merchant: Merchant): Promise<void> {
  const { page, fill, press, reads } = merchant;
  await openSwitcher(merchant);
  await merchant.follow("New store");
  await fill("Name", nameOf(merchant));
  const address = page.getByLabel("Your address");
  const good = `0x${"7a".repeat(20)}`; // an account of nobody
  await address.fill("0x1234");
  await press("Make the store");
  expect(await page.locator('[aria-invalid="true"]').getAttribute("name")).to.equal("recipient");
  expect(await page.getByLabel("Name").inputValue()).to.equal(nameOf(merchant));
  await address.fill(good);
  await press("Make the store");
  await reads(`A store: ${nameOf(merchant)}`);
}

export async function switchStore(merchant: Merchant): Promise<void> {
  await openSwitcher(merchant);
  await merchant.follow(nameOf(merchant));
  await merchant.open("Settings");
  expect(await merchant.page.getByLabel("Name", { exact: true }).inputValue()).to.equal(nameOf(merchant));
}

export async function connectShop(merchant: Merchant): Promise<void> {
  await merchant.follow("Connect a shop, or make a key");
  await merchant.follow("WooCommerce");
  await merchant.reads(merchant.sandbox.url);
  await merchant.follow("Make the key");
  await merchant.reads("For the store Sandbox shop");
  await merchant.press("Approve");
  await titled(merchant, "The key for WooCommerce");
  expect(await merchant.page.getByLabel("API key", { exact: true }).innerText()).to.match(/^ct_test_\w+/);
}

/** Opens a part of the store's settings, does something, saves, and opens it again. */
async function saved(merchant: Merchant, part: string, change: () => Promise<unknown>): Promise<void> {
  await merchant.open("Settings");
  if (part !== "General and brand") await merchant.follow(part);
  await change();
  await merchant.press("Save");
  await merchant.reads("Saved.");
  await merchant.follow(part);
}

export async function changeRefundAddress(merchant: Merchant): Promise<void> {
  const label = "Refund address on Sandbox Arbitrum (optional)";
  const field = merchant.page.getByLabel(label);
  const address = `0x${(merchant.size === "phone" ? "1a" : "2b").repeat(20)}`;
  await saved(merchant, "Payments", async () => {
    await field.fill("0x1a");
    await merchant.press("Save");
    expect(await merchant.page.locator('[aria-invalid="true"]').count()).to.equal(1);
    await field.fill(address);
  });
  expect((await field.inputValue()).toLowerCase()).to.equal(address);
}

export async function changePrice(merchant: Merchant): Promise<void> {
  const { page } = merchant;
  const payer = page.getByLabel("Who pays for the conversion");
  await saved(merchant, "Payments", async () => {
    await payer.selectOption({ label: "You: the customer pays the price and no more" });
    await page.getByLabel("Margin in percent (optional)").fill("4");
  });
  expect(await page.getByLabel("Margin in percent (optional)").inputValue()).to.equal("4");
  await saved(merchant, "Payments", () =>
    payer.selectOption({ label: "The customer: you receive the whole price" }),
  );
}

export async function changePolicy(merchant: Merchant): Promise<void> {
  const tolerance = merchant.page.getByLabel("Tolerance, in percent").first();
  const confirmations = merchant.page.getByLabel("Confirmations", { exact: true });
  await saved(merchant, "Policy", async () => {
    await tolerance.fill("0.5");
    await confirmations.fill("1000=2,10000=6");
  });
  expect(await tolerance.inputValue()).to.equal("0.5");
  await saved(merchant, "Policy", async () => {
    await tolerance.fill("0");
    await confirmations.fill("1");
  });
}

export async function switchCoin(merchant: Merchant): Promise<void> {
  const coin = merchant.page.getByRole("checkbox", { name: "WETH on Sandbox Arbitrum" });
  await saved(merchant, "Payments", () => coin.uncheck());
  expect(await coin.isChecked()).to.equal(false);
  await saved(merchant, "Payments", () => coin.check());
  expect(await coin.isChecked()).to.equal(true);
}

export async function chooseFirstCoin(merchant: Merchant): Promise<void> {
  const coin = merchant.page.getByLabel("Coin shown first");
  await saved(merchant, "Payments", () => coin.selectOption({ label: "Bitcoin" }));
  expect(await coin.locator("option:checked").innerText()).to.equal("Bitcoin");
}

export async function chooseLanguage(merchant: Merchant): Promise<void> {
  const language = merchant.page.getByLabel("Language of payment pages");
  await saved(merchant, "Checkout and e-mail", () => language.selectOption({ value: "de" }));
  expect(await language.inputValue()).to.equal("de");
  await saved(merchant, "Checkout and e-mail", () => language.selectOption({ index: 0 }));
}

export async function chooseZone(merchant: Merchant): Promise<void> {
  const zone = merchant.page.getByLabel("Time zone");
  await saved(merchant, "Books", () => zone.fill("Europe/Berlin"));
  expect(await zone.inputValue()).to.equal("Europe/Berlin");
  await saved(merchant, "Books", () => zone.fill("UTC"));
}

export async function chooseColour(merchant: Merchant): Promise<void> {
  const { page, size } = merchant;
  const colour = size === "phone" ? "#7a1fa2" : "#a3401f";
  await saved(merchant, "General and brand", () => page.getByLabel("Colour", { exact: true }).fill(colour));
  expect(await page.getByLabel("Colour", { exact: true }).inputValue()).to.equal(colour);
}

export async function archiveStore(merchant: Merchant): Promise<void> {
  await openSwitcher(merchant);
  await merchant.follow(nameOf(merchant));
  await merchant.open("Settings");
  await merchant.follow("Archive");
  await merchant.press("Archive the store");
  await merchant.reads("This store is archived");
  await merchant.press("Sell again");
  await merchant.reads("This store is selling");
}
