import { expect } from "chai";
import request from "supertest";
import type { Payout } from "../../../src/gateway/domain/payouts/payout.ts";
import { overviewPath } from "../../../src/gateway/http/owner/paths.ts";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { textOf } from "../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import {
  anInvoice,
  DUE,
  EXPIRES,
  FLOOR,
  inBlock,
  LATE,
  PRICE_SATS,
  success,
  tick,
} from "../domain/invoices/given.ts";
import { aPullPayment } from "../domain/payouts/given.ts";
import { signedInAt, type Visitor } from "./ownerPages.ts";

const USDC = {
  methodId: "USDC-BASE",
  chainId: 31337,
  currency: `0x${"22".repeat(20)}`,
  symbol: "USDC",
  decimals: 6,
};

describe("refunded and overpaid invoices", function () {
  this.timeout(120_000);
  let shop: MerchantApp;
  let owner: Visitor;
  before(async () => {
    shop = await startMerchantApp();
    owner = await signedInAt(shop.app.gateway, shop.app.url);
  });
  after(() => shop.close());

  const settled = async (id: string) => {
    const { gateway } = shop.app;
    const invoice = anInvoice();
    const at = shop.clock();
    await gateway.persistence.invoices.issue(
      { ...invoice, id, storeId: shop.storeId, terms: { ...invoice.terms, createdAt: at } },
      { at, events: [], deliveries: [] },
    );
    const outpoint = `${id}:0`;
    for (const seen of [inBlock({ outpoint, at }), success({ outpoint, amount: FLOOR, requestId: id, at })])
      await advanceInvoice(gateway, id, seen);
  };
  const refund = async (id: string, ordinal: number, worth: bigint) => {
    const { payouts } = shop.app.gateway.persistence;
    const pull = aPullPayment({
      id: `pull-${id}-${ordinal}`,
      storeId: shop.storeId,
      currency: "USD",
      decimals: 2,
      amount: 2500n,
      claimed: 2500n,
      refund: { invoiceId: id, ordinal, worth },
    });
    const payout: Payout = {
      id: `payout-${id}-${ordinal}`,
      storeId: shop.storeId,
      pullPaymentId: pull.id,
      destination: `0x${"11".repeat(20)}`,
      coin: USDC,
      originalCurrency: "USD",
      originalDecimals: 2,
      originalAmount: 2500n,
      payoutAmount: worth,
      worth,
      state: "Completed",
      revision: 0,
      proof: undefined,
      service: undefined,
      metadata: {},
      createdAt: shop.clock(),
      version: 1,
    };
    await payouts.keep({ pullPayment: { after: pull }, payout: { after: payout }, announcements: [] });
  };
  const receipt = async (id: string) =>
    textOf((await request(shop.url).get(`/i/${id}`).set("Accept", "text/html")).text);
  const row = async (id: string) => {
    const { text } = await owner.get("/owner/invoices");
    return textOf(new RegExp(`<tr[^>]*data-id="${id}".*?</tr>`, "s").exec(text)?.[0] ?? "");
  };

  it("shows an invoice as Refunded in the lists and on the payer's receipt once the whole price is paid back", async () => {
    await settled("whole");
    expect(await row("whole")).to.include("Settled");
    await refund("whole", 0, DUE);
    expect(await row("whole"))
      .to.include("Refunded")
      .and.not.to.include("Settled");
    expect(await receipt("whole"))
      .to.include("Test shop has refunded your payment.")
      .and.not.to.include("Thank you");
    expect(textOf((await owner.get(overviewPath(shop.storeId))).text)).to.include("Refunded");
    expect(textOf((await owner.get("/owner/invoices/whole")).text)).to.include("Settled Refunded");
  });

  it("shows an invoice as partly refunded once a part is paid back", async () => {
    await settled("part");
    await refund("part", 0, DUE / 5n);
    expect(await row("part"))
      .to.include("Settled")
      .and.include("partly refunded");
    expect(await receipt("part")).to.include("Partly refunded");
  });

  it("lists what was paid too much after the time of an invoice, and by payments that a person accepted", async () => {
    const { gateway } = shop.app;
    const at = shop.clock();
    const invoice = anInvoice({ createdAt: at, metadata: { orderId: "L-9" } });
    await gateway.persistence.invoices.issue(
      { ...invoice, id: "late", storeId: shop.storeId },
      { at, events: [], deliveries: [] },
    );
    const paid = { outpoint: "late:0", at: LATE };
    for (const seen of [
      tick(EXPIRES),
      inBlock({ ...paid, value: 2n * PRICE_SATS }),
      success({ ...paid, amount: 2n * FLOOR }),
    ])
      await advanceInvoice(gateway, "late", seen);
    const { text } = await owner.get(`/owner/stores/${shop.storeId}/inbox`);
    expect(textOf(text)).to.match(/Paid too much, for your information.*Order L-9 ?Too much 25\.02 USD/);
  });
});
