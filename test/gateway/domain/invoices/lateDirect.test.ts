import { expect } from "chai";
import { attentionOf } from "../../../../src/gateway/domain/invoices/attention.ts";
import { overOf, paidInPrice } from "../../../../src/gateway/domain/invoices/paid.ts";
import { A, anOffer, DUE, EXPIRES, givenInvoice, inBlock, LATE, success, tick, withPolicy } from "./given.ts";

const ASKED = DUE + 4_343n; // a direct offer is a little above the price, so that its amount is unique

/** An invoice whose direct offer was paid by so much after its time. */
function paidLate(value: bigint) {
  const start = withPolicy({ overpaid: "hold" });
  const offer = anOffer({ direct: true, input: ASKED, covers: DUE, floor: DUE });
  const invoice = { ...start, facts: { ...start.facts, offers: [offer] } };
  const late = [inBlock({ at: LATE, value }), success({ outpoint: A, at: LATE, amount: value })];
  return givenInvoice(invoice, tick(EXPIRES), ...late).invoice;
}

describe("late direct payments", () => {
  it("does not list a late direct payment of the exact amount as overpaid", () => {
    const invoice = paidLate(ASKED);
    expect(invoice).to.include({ state: "Expired", additional: "PaidLate" });
    expect([overOf(invoice), attentionOf(invoice)]).to.deep.equal([0n, []]);
    expect(paidInPrice(invoice)).to.equal(2500n);
  });

  it("does not list an excess of less than the smallest unit of the price", () => {
    const invoice = paidLate(DUE + 9_999n);
    expect([overOf(invoice), attentionOf(invoice)]).to.deep.equal([9_999n, []]);
    expect(attentionOf(paidLate(DUE + 10_000n)).map(({ kind }) => kind)).to.deep.equal(["overpaid"]);
  });

  it("counts a late direct payment of another amount for what came", () => {
    expect(overOf(paidLate(2n * ASKED))).to.equal(2n * ASKED - DUE);
  });
});
