import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { OWNER } from "./people.ts";
import { paidInvoice, titled, type Merchant } from "./merchant.ts";

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
