import { expect } from "chai";
import { mark } from "../../gateway/http/merchant.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { invoiceOf, titled, type Merchant } from "./merchant.ts";

async function openWebhooks(merchant: Merchant): Promise<void> {
  await merchant.open("Developers");
  await merchant.follow("Webhooks");
}

/** Adds a webhook to a server that takes everything, does something on its page, and closes the server. */
async function withWebhook(merchant: Merchant, work: (server: LocalServer) => Promise<void>): Promise<void> {
  const server = await serve((_asked, response) => response.end("taken"));
  try {
    await openWebhooks(merchant);
    await merchant.fill("URL", `${server.url}/hook`);
    await merchant.page.getByLabel("Only these:").check();
    await merchant.page.getByRole("checkbox", { name: "InvoiceSettled" }).check();
    await merchant.press("Add the webhook");
    await merchant.reads("It is shown only now.");
    await work(server);
  } finally {
    await server.close();
  }
}

async function sendTest(merchant: Merchant): Promise<void> {
  await merchant.page.getByRole("combobox", { name: "Event" }).selectOption("InvoiceSettled");
  await merchant.press("Send a test");
  await merchant.page.getByRole("heading", { name: "Deliveries" }).waitFor();
}

export async function testWebhook(merchant: Merchant): Promise<void> {
  await withWebhook(merchant, async (server) => {
    await sendTest(merchant);
    expect(server.asked.map(({ body }) => body).join()).to.include("InvoiceSettled");
    await merchant.press(/^Send InvoiceSettled of/);
    await merchant.reads("InvoiceSettled: accepted with 200");
    expect(server.asked.length).to.equal(2);
    await merchant.page
      .getByRole("link", { name: /Request and answer/ })
      .first()
      .click();
    await merchant.page.getByRole("heading", { name: "The answer" }).waitFor();
    expect(await merchant.page.locator("main").innerText()).to.match(/InvoiceSettled[\s\S]*taken/);
  });
}

export async function redeliver(merchant: Merchant): Promise<void> {
  await withWebhook(merchant, async (server) => {
    await mark(merchant.sandbox, await invoiceOf(merchant, `announced-${merchant.size}`), "Settled");
    await merchant.sandbox.run();
    await openWebhooks(merchant);
    await merchant.follow(`${server.url}/hook`);
    const before = server.asked.length;
    await merchant.page
      .getByRole("button", { name: /^Send InvoiceSettled of/ })
      .first()
      .click();
    await merchant.reads(/sent again/);
    await merchant.sandbox.run();
    expect([before, server.asked.length]).to.deep.equal([1, 2]);
    await openWebhooks(merchant); // the page of a delivery on its way loads itself again
  });
}

export async function rotate(merchant: Merchant): Promise<void> {
  await withWebhook(merchant, async () => {
    const secret = merchant.page.locator("pre").and(merchant.page.getByLabel("The secret", { exact: true }));
    const first = await secret.innerText();
    await merchant.press("New secret");
    await merchant.reads("It is shown only now.");
    expect(await secret.innerText()).to.not.equal(first);
  });
}

export async function deleteWebhook(merchant: Merchant): Promise<void> {
  await withWebhook(merchant, async ({ url }) => {
    await merchant.unfold("Delete");
    await merchant.press("Delete the webhook");
    await merchant.reads("Removed.");
    expect(await merchant.page.getByText(`${url}/hook`).count()).to.equal(0);
  });
}

export async function makeAndRevokeKey(merchant: Merchant): Promise<void> {
  const label = `Shop of a ${merchant.size}`;
  await merchant.open("Developers");
  await merchant.fill("Label", label);
  expect(await merchant.page.getByLabel("Expires").locator("option:checked").innerText()).to.equal(
    "In 90 days",
  );
  await merchant.press("Make the key");
  expect(await merchant.page.getByLabel("API key", { exact: true }).innerText()).to.match(/^ct_test_\w+/);
  await merchant.open("Developers");
  await merchant.page.getByRole("link", { name: `Revoke the key ${label}` }).click();
  await merchant.press("Revoke the key");
  await merchant.page.getByRole("heading", { name: "API keys" }).waitFor();
  expect(await merchant.page.getByRole("link", { name: `Revoke the key ${label}` }).count()).to.equal(0);
}

export async function readEvents(merchant: Merchant): Promise<void> {
  const id = await invoiceOf(merchant, `event-${merchant.size}`);
  await merchant.open("Developers");
  await merchant.follow("Events");
  await merchant.page.getByLabel("Type").selectOption("InvoiceCreated");
  await merchant.fill("About", id);
  await merchant.press("Show");
  await merchant.follow(id);
  await titled(merchant, "Invoice of 25.00 USD");
}

export async function readReference({ page, open, follow }: Merchant): Promise<void> {
  await open("Developers");
  await follow("API reference");
  await page.waitForURL(/\/docs$/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goBack(); // another suite looks at the reference itself
}
