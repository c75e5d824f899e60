import { expect } from "chai";
import { checkoutView } from "../../../src/gateway/http/checkout/buildView.ts";
import { renderCheckout } from "../../../src/gateway/http/checkout/render.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { pageMoment } from "../../../src/languages/formats.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { checkoutContext } from "./checkoutContext.ts";
import { A, anOffer, B, EXPIRES, FLOOR, given, givenInvoice, inBlock, inMempool, IN_TIME, LATE, marked, PRICE_SATS, refund, says, success, tick, withPolicy } from "../domain/invoices/given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;
const half = (outpoint: string, at = IN_TIME) => inBlock({ outpoint, value: HALF, at });
const halfSettled = (outpoint: string, at = IN_TIME) => success({ outpoint, amount: FLOOR / 2n, at });
const minute = (at: number) => pageMoment("en", at);

const view = (invoice: Invoice) => checkoutView(invoice, checkoutContext());
const text = (invoice: Invoice) => textOf(renderCheckout(view(invoice), "bm9uY2U="));

describe("a receipt", () => {
  const second = IN_TIME + 5 * MINUTE_MS;
  const paidTwice = given(half(A), halfSettled(A), half(B, second), halfSettled(B, second));

  it("lists what was paid, and nothing of what the merchant received for it: that is the merchant's business", () => {
    const page = text(paidTwice.invoice);
    const { symbol, chainName } = paidTwice.invoice.terms.settlement;
    expect(page).to.include("Paid 25.00 USD").and.to.include("aa").and.to.include("bb");
    for (const own of ["tx-of-aa:0", "tx-of-bb:1", symbol, chainName]) expect(page).not.to.include(own);
  });

  it("is dated when the price was covered, and late money does not move it", () => {
    expect(view(paidTwice.invoice).paidAt).to.deep.equal(minute(second));
    const more = paidTwice.and(
      inBlock({ outpoint: "cc:0", at: LATE }),
      success({ outpoint: "cc:0", at: LATE }),
    );
    expect(view(more.invoice)).to.deep.include({ stage: "settled", paidAt: minute(second) });
  });

  it("is dated by the last payment that a person accepted, and by the acceptance where nothing had come", () => {
    const at = LATE + 7 * MINUTE_MS;
    const { invoice } = given(half(A), halfSettled(A), tick(EXPIRES), marked("Settled", at));
    expect(view(invoice).paidAt).to.deep.equal(minute(IN_TIME));
    expect(view(given(tick(EXPIRES), marked("Settled", at)).invoice).paidAt).to.deep.equal(minute(at));
    const before = paidTwice.and(marked("Settled", at));
    expect(view(before.invoice).paidAt, "it was paid already").to.deep.equal(minute(second));
  });

  it("says how much of the price was paid where the shop takes less", () => {
    const { invoice } = givenInvoice(withPolicy({ preset: "top-up" }), half(A), halfSettled(A));
    expect(text(invoice)).to.include("12.50 of 25.00 USD").and.to.include("accepted it for this invoice");
  });

  it("says of one that a person has accepted that it was, and what had come", () => {
    const { invoice } = given(half(A), halfSettled(A), tick(EXPIRES), marked("Settled"));
    expect(text(invoice))
      .to.include("12.50 of 25.00 USD")
      .and.to.include("has accepted this invoice as paid");
    expect(text(given(marked("Settled")).invoice)).to.include("0.00 of 25.00 USD");
  });

  it("says that late money was accepted, also by hand, but not of what came after that", () => {
    const late = [inBlock({ at: LATE }), success({ at: LATE })];
    const accepted = "arrived after the price expired, and was accepted";
    expect(text(given(tick(EXPIRES), ...late).invoice)).to.include(accepted);
    expect(text(given(tick(EXPIRES), ...late, marked("Settled", LATE)).invoice)).to.include(accepted);
    const after = given(tick(EXPIRES), marked("Settled", EXPIRES), ...late).invoice;
    expect(text(after)).to.include("the price expired. Ask Tea House about it").and.not.to.include(accepted);
  });

  it("speaks of an overpayment from one percent on", () => {
    const paid = (value: bigint) => given(inBlock({ value }), success({ amount: 2n * FLOOR })).invoice;
    expect(text(paid((PRICE_SATS * 1009n) / 1000n))).not.to.include("more than this invoice asked for");
    expect(text(paid((PRICE_SATS * 102n) / 100n))).to.include("You sent 0.50 USD more");
  });
});

describe("the page of a part", () => {
  const part = (...seen: readonly Observation[]) => text(given(...seen).invoice);

  it("is on its way, then there, then known to the cent", () => {
    const inPool = part(inMempool({ value: HALF }));
    expect(inPool)
      .to.include("Part of the payment is on its way")
      .and.to.include("about 12.50 of 25.00 USD, before");
    expect(inPool, "the price is still held").to.include("price is fixed for 14 min");
    expect(part(half(A)))
      .to.include("Part of the payment has arrived")
      .and.to.include("about 12.50");
    const settled = part(half(A), success({ amount: (FLOOR * 48n) / 100n }));
    expect(settled).to.include("You have paid 12.00 of 25.00 USD. 13.00 USD is still missing");
  });

  it("calls dust what it is, once, and does not forbid what it asks for", () => {
    const failure = { ...says("failure"), reason: "AMOUNT_TOO_LOW_TO_FILL" } as Observation;
    const offer = anOffer({ quoteId: "quote-2", depositAddress: "another address", from: IN_TIME });
    const page = part(inBlock({ value: 600n }), failure, { kind: "offer", at: IN_TIME, offer });
    expect(page).to.include("Send exactly").and.to.include("too small to be converted");
    expect(page).not.to.match(/could not convert|do not pay twice/i);
    const other = part(half(A), says("failure"));
    expect(other)
      .to.include("could not convert one of your payments")
      .and.not.to.match(/do not pay twice/i);
  });

  it("says where each payment went back to, also after the payer gave another address", () => {
    const own = "bcrt1-the-payers";
    const at = IN_TIME;
    const { invoice } = given(inBlock(), refund()).and(
      { kind: "refundTo", at, chainId: anOffer().chainId, address: own },
      {
        kind: "offer",
        at,
        offer: anOffer({ quoteId: "quote-2", depositAddress: "bcrt1-next", requestId: "2", refundTo: own }),
      },
    );
    expect(view(invoice).refunds.map(({ toPayer }) => toPayer)).to.deep.equal([false]);
    expect(text(invoice)).to.include("went to the refund address of Tea House").and.to.include(own);
  });
});
