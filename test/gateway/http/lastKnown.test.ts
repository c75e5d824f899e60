import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

describe("the page of an invoice while the database is away", () => {
  let merchant: MerchantApp;
  before(async () => void (merchant = await startMerchantApp()));
  after(() => merchant.close());

  it("is as it was known, and asks for no payment when its time is over", async () => {
    const { body } = await merchant.post("/invoices", {
      amount: "25.00",
      currency: "USD",
      checkout: { expirationMinutes: 15 },
    });
    const { id } = body as Readonly<{ id: string }>;
    const page = () => fetch(`${merchant.url}/i/${id}`, { headers: { accept: "text/html" } });
    const status = () => fetch(`${merchant.url}/i/${id}/status`, { headers: { accept: "application/json" } });
    merchant.clock.advance(10 * MINUTE_MS);
    expect((await page()).status).to.equal(200);
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    Object.assign(merchant.app.gateway.persistence.invoices, { load: () => Promise.reject(away) });
    merchant.clock.advance(4 * MINUTE_MS);
    expect((await page()).status).to.equal(200);
    expect(await (await status()).json()).to.include({ outdated: true });
    merchant.clock.advance(2 * MINUTE_MS);
    expect((await page()).status).to.equal(503);
    expect((await status()).status).to.equal(503);
  });
});
