import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../../src/values/time.ts";
import { OWNER } from "./people.ts";
import { paidInvoice, titled, type Merchant } from "./merchant.ts";

export async function exportRange(merchant: Merchant): Promise<void> {
  await merchant.open("Exports");
  await merchant.page.getByLabel("File").selectOption("ledger.journal");
  await merchant.fill("From", "2026-11-01");
  expect(await merchant.downloads(() => merchant.press("Download"))).to.equal("ledger.journal");
}

export async function downloadOfStatement(merchant: Merchant): Promise<void> {
  await merchant.open("Reports");
  await titled(merchant, /^Statement/);
  expect(await merchant.downloads(() => merchant.follow("payments.csv"))).to.match(/payments.*\.csv$/);
}

export async function nameAccountant(merchant: Merchant): Promise<void> {
  await merchant.open("Settings");
  await merchant.follow("Books");
  await merchant.fill(/^E-mail of your accountant/, `books-${merchant.size}@example.com`);
  await merchant.press("Save");
  await merchant.reads("Saved.");
  await merchant.open("Reports");
  await merchant.reads("gets each month that ends");
}

export async function mailMonth(merchant: Merchant): Promise<void> {
  const { sandbox, page } = merchant;
  await paidInvoice(merchant, `month-${merchant.size}`);
  sandbox.clock.advance(31 * DAY_MS + HOUR_MS);
  await merchant.signIn(OWNER.name, OWNER.password); // the session has ended by then
  await merchant.open("Reports");
  await page.locator('a[rel="prev"]').click();
  await merchant.press(/^Send this month/);
  await merchant.reads("Sent.");
  await page.getByRole("button", { name: "Send this month again" }).waitFor();
}
