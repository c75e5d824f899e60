import { expect } from "chai";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { A, ADDRESS, B, FLOOR, IN_TIME, ISSUED, LATE, PRICE_SATS, anOffer, given, gone, inBlock, inMempool, marked, refund, says, success, tick } from "./given.ts"; // prettier-ignore

describe("what the service says", () => {
  it("twice gives back the identical invoice, as does every other news", () => {
    const all: readonly Observation[] = [
      { kind: "offer", at: ISSUED, offer: anOffer({ quoteId: "quote-2" }) },
      inMempool(), inBlock(), says("pending"), says("blorp"), success(), refund({ outpoint: B }), gone(B), tick(LATE),
      marked("Settled", LATE),
    ]; // prettier-ignore
    let so = given();
    for (const seen of all) {
      so = so.and(seen);
      so.when(seen).thenNothing();
    }
  });

  it("about more than twenty requests of one deposit is noted once, and kept no longer", () => {
    let so = given(inBlock());
    for (let index = 0; index < 20; index++) so = so.and(says("pending", { requestId: `child-${index}` }));
    const full = so.and(says("pending", { requestId: "child-20" }));
    expect(full.invoice.facts.requests).to.have.length(20);
    expect(full.invoice.facts.anomalies.map(({ kind, detail }) => [kind, detail])).to.deep.equal([["too_many_requests", A]]); // prettier-ignore
    full.when(says("success", { requestId: "child-21" })).thenNothing();
    full.when(success({ requestId: "child-19" })).then({ state: "Settled" });
  });

  it("in an unknown word moves neither state nor money", () => {
    for (const word of ["", "SUCCESS", "Success ", "blorp", "__proto__"]) {
      const { invoice, events } = given(inBlock())
        .when(says(word))
        .then({ state: "Processing", additional: "None" });
      expect(invoice.facts.settlements).to.deep.equal([]);
      expect(invoice.facts.refunds).to.deep.equal([]);
      expect(events).to.deep.equal([]);
    }
  });

  it("as failure alone ends nothing: a refund may follow", () => {
    given(inBlock()).when(says("failure")).then({ state: "Processing", events: [] });
    given(inBlock(), says("failure")).when(refund()).then({ state: "New" });
  });

  it("about a transaction that we do not know settles nothing", () => {
    given(inBlock())
      .when(success({ outpoint: "zz:0" }))
      .then({ state: "Processing", events: [] });
  });

  it("about somebody else's address settles nothing", () => {
    const elsewhere = {
      ...success({ outpoint: undefined, requestId: "r" }),
      depositAddress: "another",
    } as Observation;
    given(inBlock()).when(elsewhere).then({ state: "Processing", events: [] });
  });
});

describe("a service that names no transaction", () => {
  const unnamed = { outpoint: undefined, requestId: "request-1" };

  it("speaks of the address' deposit", () => {
    given(inBlock(), says("pending", unnamed)).when(success(unnamed)).then({ state: "Settled" });
  });

  it("speaks of the replacement once the first payment is gone", () => {
    const replaced = given(inMempool(), says("pending", unnamed), gone(), inBlock({ outpoint: B }));
    const { invoice } = replaced.when(success(unnamed)).then({ state: "Settled", additional: "None" });
    expect(invoice.facts.settlements.map(({ outpoint }) => outpoint)).to.deep.equal([B]);
  });

  it("is believed about another deposit once it does name its transaction", () => {
    const two = given(inBlock(), inBlock({ outpoint: B }), says("pending", unnamed));
    const { facts } = two.and(success({ ...unnamed, outpoint: B })).invoice;
    expect(facts.settlements.map(({ outpoint }) => outpoint)).to.deep.equal([B]);
    const unheardOf = two.and(success({ ...unnamed, outpoint: "zz:0" })).invoice;
    expect(unheardOf.facts.settlements).to.deep.equal([]);
  });

  it("settles one deposit with one request", () => {
    const two = given(inBlock(), inBlock({ outpoint: B }), success(unnamed), success(unnamed));
    expect(two.invoice.facts.settlements).to.have.length(1);
  });
});

describe("evidence", () => {
  it("only gets better: reported, hash, verified", () => {
    const reported = given(
      inBlock(),
      success({ evidence: "reported", proof: "request:r", amount: FLOOR + 5n }),
    );
    const verified = reported.and(success({ evidence: "verified", amount: FLOOR + 2n }));
    expect(verified.invoice.facts.settlements).to.have.length(1);
    expect(verified.invoice.facts.settlements[0]).to.include({
      evidence: "verified",
      amount: FLOOR + 2n,
      proof: `31337:tx-of-${A}:0`,
    });
    verified.when(success({ evidence: "reported", proof: "request:r", amount: FLOOR + 5n })).thenNothing();
  });

  it("of less than was reported is recorded, and a Settled invoice stays Settled", () => {
    const reported = given(inBlock(), success({ evidence: "reported", proof: "request:r" }));
    const { invoice } = reported.when(success({ amount: 1n })).then({ state: "Settled" });
    expect(invoice.facts.settlements[0]?.amount).to.equal(1n);
  });
});

describe("contradictions are kept as anomalies and believed no more than once", () => {
  it("a second settlement of the same deposit", () => {
    const twice = given(inBlock(), success());
    const { invoice } = twice
      .when(success({ requestId: "other", proof: "other" }))
      .then({ state: "Settled", events: ["CrosstillAnomaly", "CrosstillAttention"] });
    expect(invoice.facts.settlements).to.have.length(1);
    expect(invoice.facts.anomalies.map(({ kind }) => kind)).to.deep.equal(["second_settlement"]);
  });

  it("a refund after the settlement, and a settlement after the refund [money:refund-after-settlement]", () => {
    const settled = given(inBlock(), success())
      .when(refund())
      .then({ state: "Settled", events: ["CrosstillAnomaly", "CrosstillAttention"] });
    expect(settled.invoice.facts.refunds).to.deep.equal([]);
    const refunded = given(inBlock(), refund())
      .when(success())
      .then({ state: "New", events: ["CrosstillAnomaly", "CrosstillAttention"] });
    expect(refunded.invoice.facts.settlements).to.deep.equal([]);
    given(inBlock(), refund(), success()).when(success()).thenNothing();
  });
});

describe("an older price", () => {
  const at = ISSUED + 5 * MINUTE_MS;
  const dearer: Observation = {
    kind: "offer",
    at,
    offer: anOffer({ quoteId: "quote-2", input: PRICE_SATS + 500n, from: at }),
  };

  it("is announced when it is replaced", () => {
    given()
      .when(dearer)
      .then({ state: "New", events: ["CrosstillOfferChanged"] });
  });

  it("still pays the invoice for ten minutes", () => {
    given(dearer)
      .when(inMempool({ at: at + 10 * MINUTE_MS - 1 }))
      .then({ state: "Processing", additional: "None" });
    given(dearer)
      .when(inMempool({ at: at + 10 * MINUTE_MS }))
      .then({ state: "New", additional: "PaidPartial" });
  });

  it("of another amount is judged by the newest price", () => {
    given(dearer)
      .when(inMempool({ value: PRICE_SATS + 1n }))
      .then({ state: "New", additional: "PaidPartial" });
  });

  it("is what a payment was matched with, whatever offers come later", () => {
    given(inMempool()).when(dearer).then({ state: "Processing", additional: "None" });
    expect(given(inMempool(), dearer, inBlock()).invoice.facts.deposits[0]).to.include({
      floor: FLOOR,
      seenAt: IN_TIME,
    });
  });

  it("at an address of its own stays good for that address", () => {
    const elsewhere: Observation = {
      kind: "offer",
      at,
      offer: anOffer({ quoteId: "q", depositAddress: "second-address", input: 41_000n, from: at }),
    };
    given(elsewhere)
      .when(inMempool({ address: ADDRESS, at: at + 60 * MINUTE_MS - 60 * MINUTE_MS }))
      .then({ state: "Processing" });
    given(elsewhere)
      .when(inMempool({ address: "second-address" }))
      .then({ state: "New", additional: "PaidPartial" });
  });
});
