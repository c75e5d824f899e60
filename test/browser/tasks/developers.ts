import { expect } from "chai";
import { serve } from "../../support/localServer.ts";
import type { Merchant } from "./merchant.ts";

/** Adds a webhook to a server that takes everything, has a test sent to it, and again what was sent, and reads the answer. */
export async function testWebhook({ page, open, follow, fill, press, reads }: Merchant): Promise<void> {
  const server = await serve((_asked, response) => response.end("taken"));
  try {
    await open("Developers");
    await follow("Webhooks");
    await fill("URL", `${server.url}/hook`);
    await page.getByLabel("Only these:").check();
    await page.getByRole("checkbox", { name: "InvoiceSettled" }).check();
    await press("Add the webhook");
    await reads("It is shown only now.");
    await page.getByRole("combobox", { name: "Event" }).selectOption("InvoiceSettled");
    await press("Send a test");
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
    expect(server.asked.map(({ body }) => body).join()).to.include("InvoiceSettled");
    await press(/^Send InvoiceSettled of/);
    await reads("InvoiceSettled: accepted with 200");
    expect(server.asked.length).to.equal(2);
    await page
      .getByRole("link", { name: /Request and answer/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "The answer" }).waitFor();
    expect(await page.locator("main").innerText()).to.match(/InvoiceSettled[\s\S]*taken/);
  } finally {
    await server.close();
  }
}
