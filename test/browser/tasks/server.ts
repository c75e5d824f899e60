import { expect } from "chai";
import { stepOf, type Merchant } from "./merchant.ts";

export async function makeBackup(merchant: Merchant): Promise<void> {
  await merchant.open("Server");
  const file = await merchant.downloads(() => merchant.press("Make a backup and download it"));
  expect(file).to.match(/^gateway-.*\.jsonl\.gz$/);
  await merchant.reads(/^Last backup/);
  expect(await stepOf(merchant, "Make a backup")).to.include("(done)");
}
