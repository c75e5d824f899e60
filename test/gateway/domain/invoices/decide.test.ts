import { expect } from "chai";
import { NO_FACTS } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { A, B, DUE, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, anInvoice, anOffer, given, givenInvoice, gone, inBlock, inMempool, marked, refund, says, success, tick, withPolicy } from "./given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;

describe("a payment in time", () => {
  it("of the exact amount is Processing when seen, and Settled when the merchant was paid", () => {
    given()
      .when(inMempool())
      .then({
        state: "Processing",
        additional: "None",
        events: ["InvoiceReceivedPayment", "InvoiceProcessing"],
      });
    given(inMempool())
      .when(inBlock())
      .then({ state: "Processing", events: ["CrosstillPaymentConfirmed"] });
    given(inMempool(), inBlock()).when(says("pending")).then({ state: "Processing", events: [] });
    given(inMempool(), inBlock(), says("pending"))
      .when(success())
      .then({
        state: "Settled",
        additional: "None",
        events: ["InvoicePaymentSettled", "InvoiceSettled"],
      });
  });

  it("of more is PaidOver, and announced as such", () => {
    const more = inMempool({ value: PRICE_SATS + 1n });
    const { events } = given().when(more).then({ state: "Processing", additional: "PaidOver" });
    expect(events.find(({ type }) => type === "InvoiceProcessing")?.overPaid).to.equal(true);
    const settled = given(more)
      .when(success({ amount: FLOOR + 1_000n }))
      .then({ state: "Settled", additional: "PaidOver" });
    expect(settled.events.at(-1)).to.deep.equal({ type: "InvoiceSettled", overPaid: true });
  });

  it("of less leaves the invoice open as PaidPartial, also when it has settled", () => {
    const less = inMempool({ value: PRICE_SATS - 1n });
    given()
      .when(less)
      .then({ state: "New", additional: "PaidPartial", events: ["InvoiceReceivedPayment"] });
    given(less)
      .when(success({ amount: FLOOR - 700n }))
      .then({ state: "New", additional: "PaidPartial", events: ["InvoicePaymentSettled"] });
  });

  it("of less than the price counts as paid within the merchant's tolerance, and not below it", () => {
    const tolerant = givenInvoice(withPolicy({ toleranceBps: 100 }));
    tolerant.when(inMempool({ value: 39_600n })).then({ state: "Processing", additional: "None" });
    tolerant.when(inMempool({ value: 39_599n })).then({ state: "New", additional: "PaidPartial" });
  });

  it("is Settled at once, and Processing is still announced, when success is the first that is heard of the conversion", () => {
    const unnoticed = { ...given(inMempool()).invoice, state: "New" as const };
    givenInvoice(unnoticed)
      .when(success())
      .then({
        state: "Settled",
        events: ["InvoiceProcessing", "InvoicePaymentSettled", "InvoiceSettled"],
      });
  });

  it("settles although the service spoke before the explorer saw anything", () => {
    given().when(success()).then({ state: "New", events: [] });
    given(success(), inBlock())
      .when(success())
      .then({ state: "Settled", events: ["InvoicePaymentSettled", "InvoiceSettled"] });
  });

  it("settles from the mempool: the service may be ahead of the explorer", () => {
    given(inMempool()).when(success()).then({ state: "Settled" });
    given(inMempool(), success())
      .when(inBlock())
      .then({ state: "Settled", events: ["CrosstillPaymentConfirmed"] });
  });

  it("to somebody else's address is none of the invoice's business", () => {
    given()
      .when(inMempool({ address: "another" }))
      .thenNothing();
  });
});

describe("several payments", () => {
  it("add up: two halves are the whole, not more and not less", () => {
    given(inMempool({ value: HALF }))
      .when(inMempool({ outpoint: B, value: HALF }))
      .then({ state: "Processing", additional: "None" });
  });

  it("add up without losing the fraction of a unit that each leaves behind", () => {
    for (const first of [1n, 13_333n, 26_667n, 39_999n]) {
      const due = 25_000_001n;
      const priced = { ...anInvoice({ due }), facts: { ...NO_FACTS, offers: [anOffer({ covers: due })] } };
      const uneven = givenInvoice(priced, inMempool({ value: first }));
      uneven
        .when(inMempool({ outpoint: B, value: PRICE_SATS - first }))
        .then({ state: "Processing", additional: "None" });
      uneven
        .when(inMempool({ outpoint: B, value: PRICE_SATS - first - 1n }))
        .then({ state: "New", additional: "PaidPartial" });
      uneven
        .when(inMempool({ outpoint: B, value: PRICE_SATS - first + 1n }))
        .then({ state: "Processing", additional: "PaidOver" });
    }
  });

  it("settle the invoice only when all that is needed has settled", () => {
    const both = given(inMempool({ value: HALF }), inMempool({ outpoint: B, value: HALF }));
    both
      .when(success({ amount: FLOOR / 2n }))
      .then({ state: "Processing", events: ["InvoicePaymentSettled"] });
    both
      .and(success({ amount: FLOOR / 2n }))
      .when(success({ outpoint: B, amount: FLOOR / 2n }))
      .then({ state: "Settled", additional: "None" });
  });

  it("in outputs of one transaction belong to requests by their amounts", () => {
    const [small, large] = [
      { outpoint: "cc:0", value: 10_000n },
      { outpoint: "cc:1", value: 30_000n },
    ] as const;
    const { invoice } = given(
      inMempool(small),
      inMempool(large),
      success({ outpoint: "cc:1", requestId: "r", input: 30_000n }),
    );
    expect(invoice.facts.settlements.map(({ outpoint }) => outpoint)).to.deep.equal(["cc:1"]);
  });

  it("after the settlement make it PaidOver and change nothing else", () => {
    given(inMempool(), success())
      .when(inMempool({ outpoint: B, at: LATE }))
      .then({
        state: "Settled",
        additional: "PaidOver",
        events: ["InvoiceReceivedPayment"],
      });
  });
});

describe("a payment that does not stay", () => {
  it("reopens the invoice when it is dropped", () => {
    given(inMempool())
      .when(gone())
      .then({
        state: "New",
        additional: "None",
        events: [
          "CrosstillReopened",
          "InvoiceReceivedPayment",
          "CrosstillPaymentDropped",
          "CrosstillAttention",
        ],
      });
  });

  it("counts once when it is replaced by another output", () => {
    given(inMempool(), gone())
      .when(inMempool({ outpoint: B }))
      .then({
        state: "Processing",
        additional: "None",
        events: ["InvoiceReceivedPayment", "InvoiceProcessing"],
      });
    given(inMempool(), inMempool({ outpoint: B }))
      .when(gone())
      .then({ state: "Processing", additional: "None" });
  });

  it("comes back when it is seen again", () => {
    given(inMempool(), gone())
      .when(inBlock())
      .then({
        state: "Processing",
        events: ["InvoiceReceivedPayment", "InvoiceProcessing", "CrosstillPaymentConfirmed"],
      });
  });

  it("dropped after the time was over expires the invoice at the next look", () => {
    const dropped = given(inMempool(), gone(A, LATE));
    expect(dropped.invoice.state).to.equal("New");
    dropped.when(tick(LATE)).then({ state: "Expired", additional: "None", events: ["InvoiceExpired"] });
  });

  it("reorganised out of its block before the conversion is unconfirmed, and confirmed again by another block", () => {
    const confirmed = given(inMempool(), inBlock());
    const undone = confirmed.when(inMempool()).then({ state: "Processing", events: [] });
    expect(undone.invoice.facts.deposits[0]).to.include({
      presence: "mempool",
      confirmations: 0,
      blockHash: undefined,
    });
    confirmed
      .and(inMempool())
      .when(inBlock({ blockHash: "block-2" }))
      .then({ state: "Processing", events: ["CrosstillPaymentConfirmed"] });
  });

  it("moved to another block by a reorganisation is remembered with that block", () => {
    const { invoice } = given(inBlock(), inBlock({ blockHash: "block-2" }));
    expect(invoice.facts.deposits[0]?.blockHash).to.equal("block-2");
  });

  it("stays settled whatever the chain does afterwards", () => {
    const settled = given(inBlock(), success());
    settled.when(gone()).thenNothing();
    settled.when(inMempool()).thenNothing();
  });
});

describe("a refund", () => {
  it("while the invoice is open reopens it", () => {
    given(inBlock())
      .when(refund())
      .then({
        state: "New",
        additional: "None",
        events: [
          "CrosstillReopened",
          "InvoiceReceivedPayment",
          "CrosstillPaymentRefunded",
          "CrosstillAttention",
        ],
      });
    given(inBlock(), refund())
      .when(inBlock({ outpoint: B }))
      .then({ state: "Processing", additional: "None" });
  });

  it("after the time was over makes the invoice Invalid", () => {
    given(inBlock())
      .when(refund({ at: LATE }))
      .then({ state: "Invalid", additional: "None", events: ["CrosstillPaymentRefunded", "InvoiceInvalid"] });
  });

  it("after the time was over of what was not needed leaves the invoice on its way", () => {
    const twice = given(inBlock(), inBlock({ outpoint: B }));
    twice.when(refund({ outpoint: B, at: LATE })).then({ state: "Processing", additional: "None" });
  });

  it("learns its transaction later, and never forgets it", () => {
    const unknown = given(inBlock(), refund({ txHash: undefined }));
    expect(unknown.when(refund()).then({ state: "New" }).invoice.facts.refunds).to.have.length(1);
    const known = unknown.and(refund());
    expect(known.invoice.facts.refunds[0]?.txHash).to.equal("refund-tx");
    known.when(refund({ txHash: undefined })).thenNothing();
  });
});

describe("the end of the price promise", () => {
  it("comes with the tick at its very millisecond, not before", () => {
    given()
      .when(tick(EXPIRES - 1))
      .thenNothing();
    const { events } = given()
      .when(tick(EXPIRES))
      .then({ state: "Expired", additional: "None", events: ["InvoiceExpired"] });
    expect(events[0]?.partiallyPaid).to.equal(false);
  });

  it("waits until a sensor has looked after it: blindness expires nothing [money:blind-expiry]", () => {
    given()
      .when(tick(LATE, EXPIRES - 1))
      .thenNothing();
    given().when(tick(LATE, EXPIRES)).then({ state: "Expired" });
  });

  it("does not touch money that is on its way", () => {
    given(inMempool()).when(tick(LATE)).thenNothing();
  });

  it("with part of the price paid is Expired and PaidPartial", () => {
    const { events } = given(inMempool({ value: HALF }))
      .when(tick(EXPIRES))
      .then({
        state: "Expired",
        additional: "PaidPartial",
        events: ["InvoiceExpired", "InvoiceExpiredPaidPartial"],
      });
    expect(events[0]?.partiallyPaid).to.equal(true);
  });
});

describe("late money", () => {
  const expired = given(tick(EXPIRES));

  it("on an Expired invoice is PaidPartial until it has settled, then PaidLate", () => {
    expired
      .when(inMempool({ at: LATE }))
      .then({ state: "Expired", additional: "PaidPartial", events: ["InvoiceReceivedPayment"] });
    expired
      .and(inBlock({ at: LATE }))
      .when(success({ at: LATE }))
      .then({
        state: "Expired",
        additional: "PaidLate",
        events: ["InvoiceReceivedPayment", "InvoicePaymentSettled", "InvoicePaidAfterExpiration"],
      });
  });

  it("that is less than the price never becomes PaidLate", () => {
    expired
      .and(inBlock({ value: HALF, at: LATE }))
      .when(success({ amount: FLOOR / 2n, at: LATE }))
      .then({ state: "Expired", additional: "PaidPartial" });
  });

  it("completes what was paid in time", () => {
    const partial = given(inBlock({ value: HALF }), success({ amount: FLOOR / 2n }), tick(EXPIRES));
    partial
      .and(inBlock({ outpoint: B, value: HALF, at: LATE }))
      .when(success({ outpoint: B, amount: FLOOR / 2n, at: LATE }))
      .then({ state: "Expired", additional: "PaidLate" });
  });

  it("that settled before anybody noticed the end is announced together with it", () => {
    given(inBlock({ at: LATE }), success({ at: LATE }))
      .when(tick(LATE))
      .then({
        state: "Expired",
        additional: "PaidLate",
        events: ["InvoiceExpired", "InvoiceReceivedPayment", "InvoicePaidAfterExpiration"],
      });
  });

  it("that comes back leaves the invoice as it was before it", () => {
    expired
      .and(inBlock({ at: LATE }))
      .when(refund({ at: LATE }))
      .then({ state: "Expired", additional: "None", events: ["CrosstillPaymentRefunded"] });
  });
});

describe("a settlement", () => {
  it("of at least the floor counts in full", () => {
    given(inBlock())
      .when(success({ amount: FLOOR }))
      .then({ state: "Settled", additional: "None" });
  });

  it("below the floor counts in proportion, and the invoice is not Settled", () => {
    const { invoice } = given(inBlock())
      .when(success({ amount: FLOOR - 1n }))
      .then({ state: "New", additional: "PaidPartial" });
    expect(invoice.facts.settlements[0]?.amount).to.equal(FLOOR - 1n);
  });

  it("below the floor is made up for by another payment", () => {
    given(inBlock(), success({ amount: FLOOR / 2n }), inBlock({ outpoint: B, value: HALF + 1n }))
      .when(success({ outpoint: B, amount: FLOOR / 2n + 1_000n }))
      .then({ state: "Settled", additional: "PaidOver" });
  });

  it("of an amount that nobody states counts as priced", () => {
    const { invoice } = given(
      inBlock(),
      says(
        "success",
        {},
        { kind: "settled", amount: undefined, txHash: undefined, evidence: "reported", proof: "request:r" },
      ),
    );
    expect(invoice.state).to.equal("Settled");
    expect(invoice.facts.settlements[0]?.amount).to.equal(undefined);
  });

  it("is final: nothing that comes later moves it", () => {
    const settled = given(inBlock(), success());
    for (const seen of [
      tick(LATE),
      inMempool({ outpoint: B }),
      refund(),
      says("failure"),
      gone(),
      success({ requestId: "other", proof: "p" }),
    ]) {
      settled.when(seen).then({ state: "Settled" });
    }
    expect(settled.and(refund()).invoice.facts.deposits).to.deep.equal(settled.invoice.facts.deposits);
    expect(DUE).to.equal(settled.invoice.terms.due);
    expect(IN_TIME).to.be.below(EXPIRES);
  });
});

describe("a person's mark", () => {
  it("decides whatever the state, also a final one", () => {
    const expired = given(tick(EXPIRES));
    expired
      .when(marked("Settled", LATE))
      .then({ state: "Settled", additional: "Marked", events: ["InvoiceSettled"] });
    given(inBlock())
      .when(marked("Invalid", IN_TIME))
      .then({ state: "Invalid", additional: "Marked", events: ["InvoiceInvalid"] });
  });

  it("is not undone by news", () => {
    const invalid = given(marked("Invalid", IN_TIME));
    invalid.when(marked("Invalid", LATE)).thenNothing();
    invalid
      .when(inMempool())
      .then({ state: "Invalid", additional: "Marked", events: ["InvoiceReceivedPayment"] });
  });
});
