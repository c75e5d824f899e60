import { expect } from "chai";
import type { Merchant } from "./merchant.ts";

export async function exportRange(merchant: Merchant): Promise<void> {
  await merchant.open("Exports");
  await merchant.page.getByLabel("File").selectOption("ledger.journal");
  await merchant.fill("From", "2026-11-01");
  expect(await merchant.downloads(() => merchant.press("Download"))).to.equal("ledger.journal");
}
