import { expect } from "chai";
import { remainingOf } from "../../../../src/gateway/domain/invoices/paid.ts";
import { exceptionsOf, type InvoiceException } from "../../../../src/gateway/domain/invoices/exceptions.ts";
import type { Observation, OutputSeen } from "../../../../src/gateway/domain/invoices/observation.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { A, B, DUE, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, anOffer, given, givenInvoice, gone, inBlock, inMempool, refund, says, success, tick, withPolicy } from "./given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;
const odd = (...happened: readonly Observation[]): readonly InvoiceException[] =>
  exceptionsOf(given(...happened).invoice);
const at = (change: Partial<OutputSeen>) => ({ ...inBlock(), ...change }) as Observation;
const wrongAsset = at({ currency: "0x9999999999999999999999999999999999999999" });
const wrongChain = at({ chainId: 1 });

describe("the oddities of an invoice", () => {
  it("are none while nothing was paid, or exactly what was asked for", () => {
    expect(odd()).to.deep.equal([]);
    expect(odd(inMempool(), inBlock(), success())).to.deep.equal([]);
  });

  it("say how much is missing, and how much is too much, in settlement units", () => {
    expect(odd(inBlock({ value: HALF }))).to.deep.equal([{ kind: "underpaid", amount: DUE / 2n }]);
    expect(odd(inBlock({ value: PRICE_SATS * 2n }))).to.deep.equal([{ kind: "overpaid", amount: DUE }]);
  });

  it("say what is missing also where the policy takes less, but not what it tolerates", () => {
    const accepted = givenInvoice(withPolicy({ underpaid: "accept" }), inBlock({ value: HALF }));
    const settled = accepted.and(success({ amount: FLOOR / 2n }));
    expect(settled.invoice.state).to.equal("Settled");
    expect(remainingOf(settled.invoice), "nobody is asked for it").to.equal(0n);
    expect(exceptionsOf(settled.invoice)).to.deep.equal([{ kind: "underpaid", amount: DUE / 2n }]);
    const least = (PRICE_SATS * 99n) / 100n;
    const tolerant = givenInvoice(withPolicy({ toleranceBps: 200 }), inBlock({ value: least }), success());
    expect(tolerant.invoice.state).to.equal("Settled");
    expect(exceptionsOf(tolerant.invoice)).to.deep.equal([]);
  });

  it("count several payments, without those that the network dropped", () => {
    const two = [inMempool({ value: HALF }), inMempool({ outpoint: B, value: HALF })];
    expect(odd(...two)).to.deep.equal([{ kind: "several" }]);
    expect(odd(...two, gone())).to.deep.equal([{ kind: "underpaid", amount: DUE / 2n }]);
  });

  it("name what came late", () => {
    expect(odd(tick(EXPIRES), inBlock({ at: LATE }))).to.deep.equal([{ kind: "late", outpoint: A }]);
  });

  it("name a wrong asset and a wrong chain: no price was promised, so it counts only for what it yields", () => {
    expect(odd(wrongAsset)).to.deep.equal([{ kind: "wrongAsset", outpoint: A }]);
    expect(odd(wrongChain)).to.deep.equal([{ kind: "wrongChain", outpoint: A }]);
    const settled = [wrongAsset, success({ amount: DUE - 1n })];
    expect(odd(...settled)[0]).to.deep.equal({ kind: "underpaid", amount: 1n });
    given(wrongAsset)
      .when(success({ amount: DUE }))
      .then({ state: "Settled", additional: "None" });
  });

  it("see what a wrong asset yields beyond the price", () => {
    const over = odd(wrongAsset, success({ amount: DUE + 5_000n }));
    expect(over[0]).to.deep.equal({ kind: "overpaid", amount: 5_000n });
    const beside = odd(
      inBlock({ outpoint: B }),
      success({ outpoint: B }),
      wrongAsset,
      success({ amount: 700n }),
    );
    expect(beside[0]).to.deep.equal({ kind: "overpaid", amount: 700n });
  });

  it("take the price of a rest for no overpayment, although the first part was priced at more than it yielded", () => {
    const half = given(inBlock({ value: HALF }), success({ amount: FLOOR / 4n }));
    const covers = remainingOf(half.invoice);
    expect(covers, "more than half").to.equal((DUE * 3n) / 4n);
    const offer = anOffer({ quoteId: "rest", input: 31_000n, covers, floor: FLOOR, from: IN_TIME });
    const { invoice } = half
      .and({ kind: "offer", at: IN_TIME, offer }, inBlock({ outpoint: B, value: 31_000n }))
      .when(success({ outpoint: B }))
      .then({ state: "Settled", additional: "None" });
    expect(exceptionsOf(invoice).map(({ kind }) => kind)).to.deep.equal(["several"]);
  });

  it("say that the service will not convert so little, by the code of its reason", () => {
    for (const reason of ["AMOUNT_TOO_LOW_TO_FILL", "DEPOSIT_TOO_SMALL"]) {
      const failed = { ...says("failure"), reason } as Observation;
      expect(odd(inBlock({ value: 600n }), failed).map(({ kind }) => kind)).to.include("belowMinimum");
    }
    const otherwise = { ...says("failure"), reason: "NO_LIQUIDITY" } as Observation;
    expect(odd(inBlock(), otherwise).map(({ kind }) => kind)).not.to.include("belowMinimum");
  });

  it("name a refund, and what the service only claims", () => {
    expect(odd(inBlock(), refund())).to.deep.equal([{ kind: "refunded", outpoint: A }]);
    const claimed = givenInvoice(
      withPolicy({ evidence: "hash" }),
      inBlock(),
      success({ evidence: "reported", proof: "r" }),
    );
    expect(exceptionsOf(claimed.invoice)).to.deep.equal([{ kind: "claimed", outpoint: A }]);
  });

  it("list anomalies", () => {
    const twice = odd(inBlock(), success(), success({ requestId: "other", proof: "p", amount: FLOOR }));
    expect(twice).to.deep.equal([{ kind: "anomaly", detail: "second_settlement" }]);
  });
});

describe("a payment that no block takes", () => {
  const seen = { ...inMempool(), tipHeight: 100 } as Observation;
  const later = (minutes: number, height: number | undefined): Observation => ({
    ...{ kind: "tick", at: IN_TIME + minutes * MINUTE_MS, sightedAt: IN_TIME + minutes * MINUTE_MS },
    ...(height === undefined ? {} : { heights: { "8253038": height } }),
  });
  const delayed = [{ kind: "delayed", outpoint: A }];

  it("is delayed once three blocks and fifty minutes have passed, both", () => {
    given(seen).when(later(49, 110)).thenNothing();
    given(seen).when(later(90, 102)).thenNothing();
    given(seen).when(later(90, undefined)).thenNothing();
    given(seen)
      .when(later(50, 103))
      .then({ state: "Processing", events: ["CrosstillPaymentDelayed"] });
    expect(odd(seen, later(50, 103))).to.deep.equal(delayed);
    given(seen, later(50, 103)).when(later(60, 104)).thenNothing();
  });

  it("never fails for time, and is delayed no more once a block has it", () => {
    given(seen, later(50, 103)).when(later(100_000, 5_000)).thenNothing();
    expect(odd(seen, later(50, 103), inBlock())).to.deep.equal([]);
  });
});
