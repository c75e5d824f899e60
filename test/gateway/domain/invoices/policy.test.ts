import { expect } from "chai";
import {
  policyFor,
  required,
  requiredLate,
  withSettings,
  type PolicySettings,
} from "../../../../src/gateway/domain/invoices/policy.ts";
import { paidInPrice, remainingOf } from "../../../../src/gateway/domain/invoices/paid.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { A, B, DUE, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, anOffer, givenInvoice, inBlock, inMempool, refund, says, success, tick, withPolicy } from "./given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;
const USDC = 1_000_000n;
const under = (settings: PolicySettings, ...happened: readonly Observation[]) =>
  givenInvoice(withPolicy(settings), ...happened);

describe("the tolerance of a policy", () => {
  const needed = (settings: PolicySettings) =>
    required({ due: DUE, policy: policyFor(settings, DUE, "hash") });

  it("is the larger of a percentage of the price and a fixed amount", () => {
    expect(needed({})).to.equal(DUE);
    expect(needed({ toleranceBps: 100 })).to.equal(24_750_000n);
    expect(needed({ toleranceBps: 100, toleranceFloor: USDC / 10n })).to.equal(24_750_000n);
    expect(needed({ toleranceBps: 100, toleranceFloor: USDC })).to.equal(24n * USDC);
  });

  it("never makes nothing a payment [money:nothing-paid]", () => {
    expect(needed({ toleranceBps: 10_000 })).to.equal(1n);
    expect(needed({ toleranceFloor: 100n * USDC })).to.equal(1n);
    under({ toleranceFloor: 100n * USDC })
      .when(tick(EXPIRES))
      .then({ state: "Expired", additional: "None" });
  });

  it("as an amount takes a payment that falls short by as much, and leaves nothing to ask for", () => {
    const tolerant = under({ toleranceFloor: USDC }); // one of 25, so 1,600 sats of 40,000
    const { invoice } = tolerant
      .when(inMempool({ value: PRICE_SATS - 1_600n }))
      .then({ state: "Processing", additional: "None" });
    expect(remainingOf(invoice)).to.equal(0n);
    tolerant
      .when(inMempool({ value: PRICE_SATS - 1_601n }))
      .then({ state: "New", additional: "PaidPartial" });
  });
});

describe("what late money must have yielded", () => {
  const needed = (settings: PolicySettings) =>
    requiredLate({ due: DUE, policy: policyFor(settings, DUE, "hash") });

  it("is its share of the price, also where whatever comes in time is taken", () => {
    expect(needed({ underpaid: "accept", lateFromBps: 10_000 })).to.equal(DUE);
    expect(needed({ underpaid: "accept", lateFromBps: 9_000 })).to.equal((DUE * 9n) / 10n);
    expect(needed({ underpaid: "keepOpen", lateFromBps: 10_000, toleranceBps: 100 })).to.equal(24_750_000n);
  });

  it("is not reached by money of which nobody says how much it was", () => {
    const unknown = { kind: "settled", amount: undefined, txHash: "t", evidence: "hash", proof: "request:1" } as const;
    under({}, tick(EXPIRES), inBlock({ at: LATE }))
      .when(says("success", { at: LATE }, unknown))
      .then({ state: "Expired", additional: "None" });
  }); // prettier-ignore
});

describe("a policy for payments of too little", () => {
  it("keepOpen asks for the rest, and a later price for the rest completes the invoice [money:rest]", () => {
    const half = under({ underpaid: "keepOpen" }, inMempool({ value: HALF }));
    expect(remainingOf(half.invoice)).to.equal(DUE / 2n);
    expect(paidInPrice(half.invoice)).to.equal(1250n);
    const at = IN_TIME + MINUTE_MS;
    // Another coin, of which 3,000 units pay what is left.
    const rest = anOffer({ quoteId: "rest", depositAddress: "another-address", input: 3_000n, covers: DUE / 2n, floor: FLOOR / 2n, from: at }); // prettier-ignore
    const asked = half.and({ kind: "offer", at, offer: rest });
    asked
      .when(inMempool({ outpoint: B, address: "another-address", value: 2_999n, at }))
      .then({ state: "New", additional: "PaidPartial" });
    asked
      .when(inMempool({ outpoint: B, address: "another-address", value: 3_000n, at }))
      .then({ state: "Processing", additional: "None" });
  });

  it("accept takes whatever comes as the payment once it has settled", () => {
    const accepting = under({ underpaid: "accept" }, inBlock({ value: 1_000n }));
    expect(accepting.invoice).to.include({ state: "Processing", additional: "None" });
    expect(remainingOf(accepting.invoice)).to.equal(0n);
    accepting.when(success({ amount: FLOOR / 40n })).then({ state: "Settled", additional: "None" });
  });

  it("hold leaves the invoice open, and nobody is asked for the rest by the state alone", () => {
    under({ underpaid: "hold" })
      .when(inMempool({ value: HALF }))
      .then({ state: "New", additional: "PaidPartial" });
    under({ underpaid: "hold" }, inBlock({ value: HALF }))
      .when(success({ amount: FLOOR / 2n }))
      .then({ state: "New", events: ["InvoicePaymentSettled", "CrosstillAttention"] });
  });
});

describe("a policy for late money", () => {
  const least = (settings: PolicySettings) =>
    requiredLate({ due: DUE, policy: policyFor(settings, DUE, "hash") });
  const late = (settings: PolicySettings, amount: bigint) =>
    under(settings, tick(EXPIRES), inBlock({ at: LATE })).when(success({ amount, at: LATE }));

  it("asks for the whole price unless it says otherwise, and never for more than is tolerated in time", () => {
    expect(least({})).to.equal(DUE);
    expect(least({ lateFromBps: 9_000 })).to.equal(22_500_000n);
    expect(least({ toleranceBps: 500 })).to.equal(23_750_000n);
    expect(least({ lateFromBps: 0 })).to.equal(1n);
  });

  it("takes it for the payment when what it yielded is worth enough now, whatever it was priced at [money:late-price]", () => {
    late({}, DUE).then({ state: "Expired", additional: "PaidLate" });
    late({}, DUE - 1n).then({ state: "Expired", additional: "PaidPartial" });
    late({ lateFromBps: 9_000 }, 22_500_000n).then({ state: "Expired", additional: "PaidLate" });
    late({ lateFromBps: 9_000 }, 22_499_999n).then({ state: "Expired", additional: "PaidPartial" });
  });

  it("leaves what falls short to a person", () => {
    const { events } = late({}, DUE - 1n).then({ state: "Expired" });
    expect(events.map(({ type }) => type)).to.include("CrosstillAttention");
  });
});

describe("the evidence that a policy asks for", () => {
  const reported = success({ evidence: "reported", proof: "request:r" });
  const hash = success({ evidence: "hash", proof: "request:r" });
  const verified = success();

  for (const [asked, claims, proofs] of [
    ["reported", [], [reported, hash, verified]],
    ["hash", [reported], [hash, verified]],
    ["verified", [reported, hash], [verified]],
  ] as const) {
    it(`"${asked}": weaker is claimed by the service and settles nothing, as good or better settles [money:claimed]`, () => {
      const paid = under({ evidence: asked }, inBlock());
      for (const seen of claims) {
        paid
          .when(seen)
          .then({ state: "Processing", additional: "None", events: ["CrosstillPaymentClaimed"] });
      }
      for (const seen of proofs) paid.when(seen).then({ state: "Settled" });
      for (const claim of claims)
        for (const proof of proofs) paid.and(claim).when(proof).then({ state: "Settled" });
    });
  }

  it("once given is enough although the service says less later", () => {
    const settled = under({ evidence: "verified" }, inBlock(), reported, verified);
    settled.when(reported).thenNothing();
    settled.when(hash).thenNothing();
  });

  it("that is only claimed gives way to a refund with a transaction, and a person hears of it", () => {
    const { invoice } = under({ evidence: "verified" }, inBlock(), hash)
      .when(refund())
      .then({ state: "New" });
    expect(invoice.facts.settlements).to.deep.equal([]);
    expect(invoice.facts.anomalies.map(({ kind }) => kind)).to.deep.equal(["refund_after_claim"]);
  });
});

describe("confirmations by value", () => {
  const steps = [
    { from: 10n * USDC, need: 2 },
    { from: 100n * USDC, need: 6 },
  ];
  const needed = (due: bigint) => policyFor({ confirmations: steps }, due, "hash").confirmations;

  it("are those of the highest step that the price reaches, and one below all steps", () => {
    expect([9n, 10n, 99n, 100n, 10_000n].map((price) => needed(price * USDC))).to.deep.equal([1, 2, 2, 6, 6]);
    expect(policyFor({ confirmations: [{ from: 0n, need: 0 }] }, DUE, "hash").confirmations).to.equal(1);
  });

  it("are waited for where the settlement is believed by the service's word", () => {
    const word = success({ evidence: "hash", proof: "request:r" });
    const confirmed = (count: number) => ({ ...inBlock(), confirmations: count }) as Observation;
    const careful = under({ confirmations: steps, evidence: "hash" }, confirmed(1));
    careful.when(word).then({ state: "Processing", events: ["InvoicePaymentSettled"] });
    careful.and(word).when(confirmed(2)).then({ state: "Settled" });
    // More than two are not news: the invoice would be written with every block.
    under({ confirmations: steps }, confirmed(2)).when(confirmed(3)).thenNothing();
  });

  it("do not matter once the settlement was read from the destination chain", () => {
    under({ confirmations: steps }, inBlock()).when(success()).then({ state: "Settled" });
  });
});

describe("the presets", () => {
  it("a shop asks for the rest, and takes late money that is worth the price", () => {
    const { policy } = withPolicy({ preset: "shop" }).terms;
    expect(policy).to.include({ underpaid: "keepOpen", overpaid: "accept", lateFromBps: 10_000 });
  });

  it("a top-up account takes whatever comes, whenever", () => {
    under({ preset: "top-up" }, inBlock({ value: 1n }))
      .when(success({ amount: 625n }))
      .then({ state: "Settled" });
    under({ preset: "top-up" }, tick(EXPIRES), inBlock({ value: 1n, at: LATE }))
      .when(success({ amount: 600n, at: LATE }))
      .then({ state: "Expired", additional: "PaidLate" });
  });

  it("an invoice's own words go before the store's, and its own preset before both", () => {
    const store: PolicySettings = { preset: "top-up", toleranceBps: 100, evidence: "hash" };
    expect(withSettings(store, { toleranceBps: 200 })).to.include({ preset: "top-up", toleranceBps: 200 });
    expect(withSettings(store, { toleranceBps: undefined })).to.deep.equal(store);
    const shop = withSettings(store, { preset: "shop" });
    expect(shop).to.include({ preset: "shop", evidence: "hash" }).and.not.to.have.property("toleranceBps");
  });
});

describe("what the service fails to do", () => {
  it("changes nothing by itself, not after a day either: only then a person hears of it", () => {
    const failed = under({}, inBlock(), says("failure"));
    expect(failed.invoice.state).to.equal("Processing");
    failed.when(tick(IN_TIME + DAY_MS - 1)).thenNothing();
    failed.when(tick(IN_TIME + DAY_MS)).then({ state: "Processing", events: ["CrosstillAttention"] });
    failed
      .and(tick(IN_TIME + DAY_MS))
      .when(refund({ at: IN_TIME + DAY_MS }))
      .then({ state: "Invalid" });
  });

  it("with a request that another took the place of is no failure while the other is on its way", () => {
    const superseded = under({}, inBlock(), says("failure", { requestId: "first" }));
    const { invoice } = superseded.and(says("pending", { requestId: "second" }));
    expect(paidInPrice(invoice)).to.equal(2500n);
  });

  it("refunds the payment of an open invoice, which is open again, and of one whose time is over, which is Invalid", () => {
    under({}, inBlock()).when(refund()).then({ state: "New" });
    under({}, inBlock())
      .when(refund({ at: LATE }))
      .then({ state: "Invalid" });
    const { invoice } = under({}, inBlock(), inBlock({ outpoint: B, value: HALF })).and(
      refund({ outpoint: A }),
    );
    expect(remainingOf(invoice), "half of it is still there").to.equal(DUE / 2n);
  });
});
