import { expect } from "chai";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { OWNER } from "./people.ts";
import { invoiceOf, paidInvoice, titled, type Merchant } from "./merchant.ts";

/** The entry of an order in the inbox. */
const entryOf = ({ page }: Merchant, order: string) =>
  page.getByRole("listitem").filter({ hasText: `Order ${order}` });

async function underpaid(merchant: Merchant, name: string): Promise<string> {
  const order = `${name}-${merchant.size}`;
  await paidInvoice(merchant, order, 50n);
  await merchant.open("Inbox");
  expect(await entryOf(merchant, order).innerText()).to.match(/Missing: 1\d\.\d\d USD/);
  return order;
}

export async function accept(merchant: Merchant): Promise<void> {
  const order = await underpaid(merchant, "half");
  const badge = await merchant.page.locator('header.side a[href*="inbox"] .count').innerText();
  expect(badge).to.match(/[1-9]/);
  await entryOf(merchant, order)
    .getByRole("button", { name: /^Accept the payment/ })
    .click();
  await titled(merchant, /settled\?$/);
  await merchant.press("Mark settled");
  await merchant.reads("The invoice is marked settled.");
  expect(await entryOf(merchant, order).count()).to.equal(0);
}

export async function refund(merchant: Merchant): Promise<void> {
  const order = await underpaid(merchant, "returned");
  expect(
    await entryOf(merchant, order)
      .getByRole("link", { name: /^Refund/ })
      .count(),
    "too early",
  ).to.equal(0);
  merchant.sandbox.clock.advance(20 * MINUTE_MS); // its price ends
  await merchant.sandbox.run();
  await merchant.open("Inbox");
  const link = entryOf(merchant, order).getByRole("link", { name: /^Refund… Invoice/ });
  await link.click();
  await merchant.unfold("Refund");
  await merchant.press("Refund…");
  await titled(merchant, /^Refund .*\?$/);
  await merchant.press("Make the refund");
  await titled(merchant, "Confirm that it is you"); // the password was given long ago
  await merchant.fill(/^Password of/, OWNER.password);
  await merchant.press("Continue");
  await merchant.reads(/The refund of .* was made/);
}

export async function markInvalid(merchant: Merchant): Promise<void> {
  const order = await underpaid(merchant, "dropped");
  await entryOf(merchant, order).getByRole("link").first().click();
  await merchant.unfold("Mark as invalid");
  await merchant.press("Mark invalid…");
  await merchant.press("Mark invalid");
  await merchant.reads("The invoice is marked invalid.");
}

export async function takeOff(merchant: Merchant): Promise<void> {
  const order = await underpaid(merchant, "settled-by-phone");
  await entryOf(merchant, order).getByRole("button", { name: /^Done/ }).click();
  await merchant.reads("Taken off the list.");
  expect(await entryOf(merchant, order).count()).to.equal(0);
}

export async function assign(merchant: Merchant): Promise<void> {
  const { sandbox, size } = merchant;
  const id = await invoiceOf(merchant, `assigned-${size}`);
  const at = sandbox.clock();
  const place = { chainId: BITCOIN_CHAIN_ID, outpoint: `${(size === "phone" ? "ab" : "cd").repeat(32)}:1` };
  const found = { ...place, address: "bcrt1-lost", currency: BTC_CURRENCY, value: 31_234n };
  const seen = { height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at };
  const { unattributed } = sandbox.app.gateway.persistence;
  await unattributed.keep({ ...found, ...seen, storeId: sandbox.storeId, lastInvoiceId: undefined });
  await merchant.open("Inbox");
  const funds = merchant.page.getByRole("listitem").filter({ hasText: "0.00031234 BTC" });
  await funds.getByLabel("Invoice").fill("nothing");
  await funds.getByRole("button", { name: "Assign" }).click();
  await merchant.reads("There is no invoice or order nothing");
  await funds.getByLabel("Invoice").fill(id);
  await funds.getByRole("button", { name: "Assign" }).click();
  await merchant.reads("The funds are assigned to the invoice.");
  expect(await funds.count()).to.equal(0);
}

/** A payout that a shop proposes, of an amount that tells it from others. */
async function proposed({ sandbox }: Merchant, amount: string): Promise<void> {
  const payout = { destination: `0x${"0b".repeat(20)}`, amount, payoutMethodId: "USDC-ARBITRUM" };
  const { status, body } = await sandbox.post("/payouts", { ...payout, approved: false });
  expect(status, JSON.stringify(body)).to.equal(200);
}

export async function payPayout(merchant: Merchant): Promise<void> {
  const amount = merchant.size === "phone" ? "5.11" : "5.22";
  await proposed(merchant, amount);
  await merchant.open("Payouts");
  await merchant.press(new RegExp(`^Approve ${amount}`));
  const line = merchant.page.getByRole("listitem").filter({ hasText: amount });
  await line.getByRole("link", { name: "Pay", exact: true }).click();
  await titled(merchant, "Pay this payout");
  await merchant.fill("Transaction id, or a link with it", "nothing");
  await merchant.press("Record the payment");
  await merchant.page.getByRole("alert").waitFor();
  await merchant.unfold("I have no transaction id");
  await merchant.press("It was paid, by my word");
  await titled(merchant, "This payout was paid");
}

export async function cancelPayout(merchant: Merchant): Promise<void> {
  const amount = merchant.size === "phone" ? "6.11" : "6.22";
  await proposed(merchant, amount);
  await merchant.open("Payouts");
  await merchant.press(new RegExp(`^Cancel ${amount}`));
  await merchant.page.getByRole("dialog").getByRole("button", { name: "Cancel the payout" }).click();
  await merchant.page.getByRole("heading", { level: 1 }).waitFor();
  await merchant.follow("Finished");
  await merchant.reads(amount);
}
