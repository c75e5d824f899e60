import { expect } from "chai";
import {
  answeredOffer,
  credit,
  offerOf,
  refundedOffer,
} from "../../../../src/gateway/domain/invoices/credit.ts";
import { NO_FACTS } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { OutputSeen } from "../../../../src/gateway/domain/invoices/observation.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { ADDRESS, aDeposit, anOffer, given, IN_TIME, inMempool, ISSUED, PRICE_SATS } from "./given.ts";

const RENEWED = PRICE_SATS + 1_000n;
const first = anOffer();
const renewed = anOffer({ quoteId: "quote-2", input: RENEWED, from: ISSUED + MINUTE_MS });

function seen(value: bigint, at = IN_TIME) {
  return inMempool({ value, at }) as OutputSeen;
}

describe("the offer that a deposit answers", () => {
  it("is the one whose amount was paid, also when a newer price is shown", () => {
    const at = renewed.from + MINUTE_MS;
    expect(credit([first, renewed], seen(PRICE_SATS, at))?.quoteId).to.equal("quote-1");
    expect(credit([first, renewed], seen(RENEWED, at))?.quoteId).to.equal("quote-2");
  });

  it("is the newest for another amount", () => {
    expect(credit([first, renewed], seen(PRICE_SATS / 2n))?.quoteId).to.equal("quote-2");
  });

  it("is the first of equal offers, so that a renewed price changes no entry", () => {
    const again = anOffer({ quoteId: "quote-3", from: ISSUED + MINUTE_MS });
    expect(credit([first, again], seen(PRICE_SATS))?.quoteId).to.equal("quote-1");
  });

  it("is none for a deposit that a person has assigned", () => {
    const assigned = { methodId: "BTC-CHAIN", by: "owner", reason: "he called" };
    const share = credit([first], { ...seen(PRICE_SATS), address: "another", assigned });
    expect(share).to.deep.include({ mismatch: "address", quoteId: undefined });
  });

  it("is stored with the deposit, and stays when prices are renewed", () => {
    const { invoice } = given(inMempool()).when({ kind: "offer", at: renewed.from, offer: renewed }).decision;
    const [deposit] = invoice.facts.deposits;
    expect(deposit && offerOf(invoice.facts, deposit)).to.deep.equal(first);
  });

  it("is found again for deposits of a version that did not store it", () => {
    const { quoteId: _, ...former } = aDeposit();
    expect(answeredOffer([first, renewed], former)?.quoteId).to.equal("quote-1");
    expect(answeredOffer([first, renewed], { ...former, mismatch: "asset" })?.quoteId).to.equal("quote-2");
    expect(answeredOffer([first], { ...former, mismatch: "address" })).to.equal(undefined);
  });

  it("gives way, for a refund, to the offer of the refund's own request", () => {
    const other = anOffer({ quoteId: "quote-4", requestId: "request-4", depositAddress: `${ADDRESS}-4` });
    const facts = { ...NO_FACTS, offers: [first, other] };
    expect(refundedOffer(facts, "request-4", aDeposit())?.quoteId).to.equal("quote-4");
    expect(refundedOffer(facts, "request-9", aDeposit())?.quoteId).to.equal("quote-1");
    expect(refundedOffer(facts, "request-9", undefined)).to.equal(undefined);
  });
});
