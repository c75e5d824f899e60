import { expect } from "chai";
import { invoiceOf, openInvoice, paidInvoice, titled, type Merchant } from "./merchant.ts";

const orderOf = ({ size }: Merchant, name: string) => `${name}-${size}`;

/** What happened with an invoice, by its own page. */
const happened = ({ page }: Merchant) => page.locator(".time-line").innerText();

export async function create(merchant: Merchant): Promise<void> {
  const { open, follow, fill, press, reads } = merchant;
  const order = orderOf(merchant, "new");
  await open("Invoices");
  await follow("New invoice");
  await fill(/^Amount/, "12.34");
  await fill(/^Order number/, order);
  await fill(/^Description/, "Green tea");
  await press("Make the invoice");
  await titled(merchant, "Invoice of 12.34 USD");
  await reads(order);
}

export async function find(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "found");
  await invoiceOf(merchant, order);
  await invoiceOf(merchant, orderOf(merchant, "hidden"));
  await merchant.open("Invoices");
  await merchant.fill("Search", order);
  await merchant.press("Show");
  await merchant.page.getByRole("link", { name: order, exact: true }).waitFor();
  expect(await merchant.page.locator("#rows tr").count()).to.equal(1);
}

export async function filter(merchant: Merchant): Promise<void> {
  const { page, open, unfold, press } = merchant;
  const order = orderOf(merchant, "filtered");
  await paidInvoice(merchant, order);
  await open("Invoices");
  await unfold("More filters");
  await page.getByRole("checkbox", { name: "Settled" }).check();
  await press("Apply");
  await page.getByRole("link", { name: order, exact: true }).waitFor();
  await unfold("Columns");
  const isChosen = page.getByRole("checkbox", { name: "Paid", exact: true });
  await isChosen.setChecked(true);
  await press("Save");
  expect(await page.locator('#rows td[data-label="Paid"]').first().innerText()).to.include("25.00 USD");
  await page.getByRole("link", { name: /^Settled.*remove this filter/ }).click();
  await page
    .getByRole("link", { name: /show the oldest first/i })
    .filter({ visible: true })
    .first()
    .click();
  await page
    .getByRole("link", { name: /show the newest first/i })
    .first()
    .waitFor();
}

export async function archive(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "archived");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.press("Archive");
  await merchant.reads("The invoice is archived.");
  await merchant.press("Show in lists again");
  await merchant.reads("The invoice is in the lists again.");
}

export async function archiveSeveral(merchant: Merchant): Promise<void> {
  const { page, open, press, reads } = merchant;
  const orders = ["first", "second"].map((name) => orderOf(merchant, name));
  for (const order of orders) await invoiceOf(merchant, order);
  await open("Invoices");
  for (const order of orders) await page.getByRole("checkbox", { name: `Choose ${order}` }).check();
  await press("Archive");
  await titled(merchant, "Archive 2 invoices?");
  await press("Archive");
  await reads("2 invoices were archived.");
}

export async function exportSelection(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "exported");
  await invoiceOf(merchant, order);
  await merchant.open("Invoices");
  await merchant.page.getByRole("checkbox", { name: `Choose ${order}` }).check();
  expect(await merchant.downloads(() => merchant.press("Export as CSV"))).to.equal("invoices.csv");
}

export async function editDetails(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "edited");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Edit order details");
  await merchant.fill("Description", "A cup");
  await merchant.press("Save");
  await merchant.reads("Saved.");
  await merchant.reads("A cup");
}

export async function editMetadata(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "noted");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Edit metadata");
  const json = merchant.page.getByLabel("JSON of the invoice");
  const save = json.locator("xpath=ancestor::form").getByRole("button", { name: "Save" });
  await json.fill("{");
  await save.click();
  await merchant.page.getByRole("alert").waitFor();
  await json.fill(JSON.stringify({ orderId: order, table: "7" }));
  await save.click();
  await merchant.reads("Saved.");
}

export async function markSettled(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "accepted");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Accept as paid");
  await merchant.fill(/^Reason/, "paid in cash");
  await merchant.press("Mark settled…");
  await titled(merchant, /settled\?$/);
  await merchant.press("Mark settled");
  await merchant.reads("The invoice is marked settled.");
  expect(await happened(merchant)).to.include("paid in cash");
}

export async function markInvalid(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "refused");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Mark as invalid");
  await merchant.press("Mark invalid…");
  await titled(merchant, /invalid\?$/);
  await merchant.press("Mark invalid");
  await merchant.reads("The invoice is marked invalid.");
}

export async function mailLink(merchant: Merchant): Promise<void> {
  const { sandbox, size } = merchant;
  const order = orderOf(merchant, "mailed");
  await invoiceOf(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Send link by e-mail");
  await merchant.fill(/^Address/, `buyer-${size}@example.com`);
  await merchant.press("Send");
  await merchant.reads("Sent.");
  await sandbox.run("send mails");
  const mailbox = await fetch(`${sandbox.url}/sandbox/mail`);
  expect(await mailbox.text()).to.include(`buyer-${size}@example.com`);
}

export async function refundAll(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "refunded");
  await paidInvoice(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Refund");
  await merchant.page.getByLabel("All that was paid, in the coin of the payment").check();
  await merchant.press("Refund…");
  await titled(merchant, /^Refund .*\?$/);
  await merchant.press("Make the refund");
  await merchant.reads(/The refund of .* was made/);
  const refunds = merchant.page.getByRole("region", { name: "Refunds" });
  expect(await refunds.innerText()).to.match(/BTC/);
}

export async function refundPartAndRest(merchant: Merchant): Promise<void> {
  const { page, unfold, press, fill } = merchant;
  const order = orderOf(merchant, "twice");
  await paidInvoice(merchant, order);
  await openInvoice(merchant, order);
  await unfold("Refund");
  await page.getByLabel("An amount in USD").check();
  await fill(/^Amount in USD/, "5.00");
  await press("Refund…");
  await titled(merchant, "Refund 5.00 USD?");
  await press("Make the refund");
  await merchant.reads("The refund of 5.00 USD was made");
  await unfold("Refund");
  await page.getByLabel(/^The rest:/).check();
  await press("Refund…");
  await press("Make the refund");
  await merchant.reads(/The refund of (19|20)\.\d\d USD was made/);
  expect(await page.getByRole("link", { name: "Link for the customer" }).count()).to.equal(2);
}

export async function seeProof(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "proven");
  await paidInvoice(merchant, order);
  await openInvoice(merchant, order);
  await merchant.unfold("Technical details");
  await merchant.follow("Proof for a dispute");
  await titled(merchant, "Proof of an invoice of 25.00 USD");
  expect(await merchant.downloads(() => merchant.follow("Download the pack"))).to.match(/\.json$/);
}
