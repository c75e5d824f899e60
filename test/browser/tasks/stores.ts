import { expect } from "chai";
import { faultsOf } from "../axe.ts";
import { invoiceOf, stepOf, titled, type Merchant } from "./merchant.ts";

const SECOND_STORE = "Tea house";
const NEW_ADDRESS = "0x7777777777777777777777777777777777777777";
const GROUND = 'getComputedStyle(document.querySelector(".look-preview .button")).backgroundColor';

async function openSwitcher({ page }: Merchant): Promise<void> {
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.locator("summary").filter({ hasText: "Store:" }).click();
}

export async function makeStore(merchant: Merchant): Promise<void> {
  const { page, fill, press, reads } = merchant;
  await merchant.begin();
  await openSwitcher(merchant);
  await merchant.follow("New store");
  await fill("Name", SECOND_STORE);
  const address = page.getByLabel("Your address");
  const good = `0x${"7a".repeat(20)}`; // an account of nobody
  await address.fill("0x1234");
  await press("Make the store");
  expect(await page.locator('[aria-invalid="true"]').getAttribute("name")).to.equal("recipient");
  expect(await page.getByLabel("Name").inputValue()).to.equal(SECOND_STORE);
  await address.fill(good);
  await press("Make the store");
  await reads(`A store: ${SECOND_STORE}`);
}

export async function switchStore(merchant: Merchant): Promise<void> {
  await openSwitcher(merchant);
  await merchant.follow(SECOND_STORE);
  await merchant.open("Settings");
  expect(await merchant.page.getByLabel("Name", { exact: true }).inputValue()).to.equal(SECOND_STORE);
}

export async function connectShop(merchant: Merchant): Promise<void> {
  await merchant.begin();
  await merchant.follow("Connect a shop, or make a key");
  await merchant.follow("WooCommerce");
  await merchant.reads(merchant.sandbox.url);
  await merchant.follow("Make the key");
  await merchant.reads("For the store Sandbox shop");
  await merchant.press("Approve");
  await titled(merchant, "The key for WooCommerce");
  expect(await merchant.page.getByLabel("API key", { exact: true }).innerText()).to.match(/^ct_test_\w+/);
  await merchant.begin(); // that page has no navigation
  expect(await stepOf(merchant, "Connect a shop")).to.include("(done)");
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

export async function changeSettlement(merchant: Merchant): Promise<void> {
  const { page, press, fill, sandbox } = merchant;
  const { stores } = sandbox.app.gateway.persistence;
  const before = (await stores.load(sandbox.storeId))!.settings.settlement;
  await invoiceOf(merchant, "open");
  await merchant.open("Settings");
  await merchant.follow("Payments");
  await merchant.follow("Change the coin or the address");
  await fill("Your address", "0x1234");
  await press("Continue");
  await merchant.reads("merchant's own EVM address");
  expect(await page.getByLabel("Your address").inputValue()).to.equal("0x1234");
  expect(await faultsOf(page), "with a fault").to.deep.equal([]);
  await fill("Your address", NEW_ADDRESS);
  await press("Continue");
  const shown = (await page.locator(".records").innerText()).replace(/\s/g, "");
  expect(shown).to.include(before.recipient).and.to.include(NEW_ADDRESS);
  await merchant.reads(/\d+ open invoices? (is|are) still paid at the old address/);
  expect(await faultsOf(page), "before the confirmation").to.deep.equal([]);
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  expect(wide, "no sideways scrolling").to.equal(page.viewportSize()!.width);
  await press("Change the settlement");
  await page.waitForURL(/done=saved/);
  expect((await stores.load(sandbox.storeId))!.settings.settlement.recipient).to.equal(NEW_ADDRESS);
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

export async function chooseColour(merchant: Merchant): Promise<void> {
  const { page } = merchant;
  const colour = "#7a1fa2";
  await saved(merchant, "General and brand", async () => {
    await page.getByLabel("Pick a colour").fill(colour);
    await page.locator('link[href="/brand/7a1fa2.css"]').waitFor({ state: "attached" });
    await page.waitForFunction(`${GROUND} === "rgb(122, 31, 162)"`); // once the style sheet has come
  });
  expect(await page.getByLabel("Colour", { exact: true }).inputValue()).to.equal(colour);
}
