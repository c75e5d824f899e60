import { expect } from "chai";
import type { Merchant } from "./merchant.ts";

const MOST_LOOKS = 50;
const part = ({ page }: Merchant, name: string) => page.getByRole("region", { name, exact: true });

export async function makeBackup(merchant: Merchant): Promise<void> {
  await merchant.open("Overview");
  await merchant.open("Server");
  const file = await merchant.downloads(() => merchant.press("Make a backup and download it"));
  expect(file).to.match(/^gateway-.*\.jsonl\.gz$/);
  await merchant.reads(/^Last backup/);
}

export async function testMail(merchant: Merchant): Promise<void> {
  await merchant.open("Server");
  await merchant.fill("Send a test to", "ada@example.com");
  await merchant.press("Send a test mail");
  await part(merchant, "E-mail").getByText("well", { exact: true }).waitFor();
}

export async function askRates(merchant: Merchant): Promise<void> {
  await merchant.open("Server");
  await merchant.press("Ask each source");
  await part(merchant, "Rates").getByText("well", { exact: true }).waitFor();
}

export async function seeAbout(merchant: Merchant): Promise<void> {
  await merchant.open("Server");
  expect(await part(merchant, "About").innerText()).to.match(/Version\s+Crosstill \d[\s\S]*Intent service\s+http/);
  await merchant.page.locator("summary").getByText(/^\d+ jobs$/).click();
  expect(await merchant.page.getByRole("region", { name: "Table of jobs" }).innerText()).to.include("send mails");
} // prettier-ignore

/** Starts a run and loads the page until its result is there, as the page does by itself every few seconds. */
async function run(merchant: Merchant, name: string, button: string): Promise<void> {
  await merchant.open("Server");
  await merchant.press(button);
  const result = part(merchant, name).getByText(/^(well|problem)$/);
  for (let looks = 0; looks < MOST_LOOKS && (await result.count()) === 0; looks++) await merchant.page.reload();
  await result.waitFor();
  expect(await part(merchant, name).getByText("well", { exact: true }).count()).to.equal(1);
} // prettier-ignore

export const runAudit = (merchant: Merchant) => run(merchant, "Audit", "Start an audit");
export const runReconciliation = (merchant: Merchant) =>
  run(merchant, "Reconciliation", "Start a reconciliation");
