import { expect } from "chai";
import { invoiceOf, openInvoice, paidInvoice, titled, type Merchant } from "./merchant.ts";

const POLL_MS = 11_000; // of the list, and a little

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

/** A list that is open shows what comes, and keeps what is ticked. */
export async function seeNew(merchant: Merchant): Promise<void> {
  const [old, fresh] = [orderOf(merchant, "old"), orderOf(merchant, "fresh")];
  await invoiceOf(merchant, old);
  const { page, context, begin, open } = await merchant.other({
    storageState: await merchant.context.storageState(),
  });
  await page.clock.install();
  await begin();
  await open("Invoices");
  await page.getByRole("checkbox", { name: `Choose ${old}` }).check();
  await invoiceOf(merchant, fresh);
  await page.clock.fastForward(POLL_MS);
  await page.getByRole("link", { name: fresh }).waitFor();
  expect(await page.getByRole("checkbox", { name: `Choose ${old}` }).isChecked()).to.equal(true);
  await context.close();
}

export async function withoutScripts(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "plain");
  await paidInvoice(merchant, order);
  const storageState = await merchant.context.storageState();
  const plain = await merchant.other({ javaScriptEnabled: false, storageState });
  await plain.begin();
  await plain.open("Invoices");
  await plain.page.getByRole("checkbox", { name: `Choose ${order}` }).check();
  await plain.press("Archive");
  await titled(plain, "Archive 1 invoice?");
  await plain.follow("Cancel");
  await plain.follow(order);
  await plain.unfold("Refund");
  await plain.press("Refund…");
  await titled(plain, /^Refund 2\d\.\d\d USD\?$/);
  await plain.context.close();
}

export async function archiveSeveral(merchant: Merchant): Promise<void> {
  const { page, open, press, reads, unfold } = merchant;
  const orders = ["first", "second"].map((name) => orderOf(merchant, name));
  for (const order of orders) await invoiceOf(merchant, order);
  await open("Invoices");
  for (const order of orders) await page.getByRole("checkbox", { name: `Choose ${order}` }).check();
  expect(await page.locator("#ticked").innerText()).to.equal("2 chosen");
  await press("Archive");
  await titled(merchant, "Archive 2 invoices?");
  await press("Archive");
  await reads("2 invoices were archived.");
  expect(await page.getByRole("link", { name: orders[0]!, exact: true }).count()).to.equal(0);
  await unfold("More filters");
  await page.getByRole("checkbox", { name: "are archived" }).check();
  await press("Apply");
  await page.getByRole("checkbox", { name: `Choose ${orders[0]}` }).check();
  await press("Show in lists again");
  await press("Show in lists again");
  await reads("1 invoice is in the lists again.");
}

export async function exportSelection(merchant: Merchant): Promise<void> {
  const order = orderOf(merchant, "exported");
  await invoiceOf(merchant, order);
  await merchant.open("Invoices");
  await merchant.page.getByRole("checkbox", { name: `Choose ${order}` }).check();
  expect(await merchant.downloads(() => merchant.press("Export as CSV"))).to.equal("invoices.csv");
  expect(await merchant.downloads(() => merchant.follow("Export what is listed"))).to.equal("invoices.csv");
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
