import { expect } from "chai";
import { attentionOf } from "../../../../src/gateway/domain/invoices/attention.ts";
import { dueOf, isOpen, isUnpriced, standingOffer } from "../../../../src/gateway/domain/invoices/due.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { remainingOf } from "../../../../src/gateway/domain/invoices/paid.ts";
import type { PolicySettings } from "../../../../src/gateway/domain/invoices/policy.ts";
import { A, anOffer, B, DUE, FLOOR, given, givenInvoice, IN_TIME, inBlock, inMempool, PRICE_SATS, refund, says, success, withPolicy } from "./given.ts"; // prettier-ignore

const METHOD = "BTC-CHAIN";
const ONE_PERCENT = DUE / 100n;
const SATS_OF_ONE_PERCENT = PRICE_SATS / 100n;

const tooSmall = (rest: bigint, dust = 0n, at = IN_TIME): Observation => {
  return { kind: "restTooSmall", at, methodId: METHOD, rest, dust };
};
const short = (sats: bigint) => inBlock({ value: PRICE_SATS - sats });
const under = (settings: PolicySettings, ...happened: readonly Observation[]) =>
  givenInvoice(withPolicy(settings), ...happened);
const restOffer = (covers: bigint, quoteId = "quote-2"): Observation => {
  const offer = anOffer({ quoteId, covers, input: 500n, floor: covers, depositAddress: `address of ${quoteId}`, from: IN_TIME }); // prettier-ignore
  return { kind: "offer", at: IN_TIME, offer };
};

describe("a rest that nobody can pay", () => {
  it("is forgiven up to one percent of the price", () => {
    given(short(SATS_OF_ONE_PERCENT)).when(tooSmall(ONE_PERCENT)).then({ state: "Processing" });
    const { invoice } = given(short(SATS_OF_ONE_PERCENT + 1n));
    const decided = given(short(SATS_OF_ONE_PERCENT + 1n)).when(tooSmall(remainingOf(invoice))).decision;
    expect(decided.invoice.state).to.equal("New");
  });

  it("is forgiven up to what the least amount is worth that the network carries, where that is more", () => {
    const rest = ONE_PERCENT * 2n;
    given(short(2n * SATS_OF_ONE_PERCENT))
      .when(tooSmall(rest, rest))
      .then({ state: "Processing" });
    given(short(2n * SATS_OF_ONE_PERCENT))
      .when(tooSmall(rest, rest - 1n))
      .then({ state: "New" });
  });

  it("settles the invoice with the part, which stays underpaid by what was forgiven", () => {
    const settled = given(short(SATS_OF_ONE_PERCENT), tooSmall(ONE_PERCENT)).when(success({ amount: FLOOR }));
    settled.then({ state: "Settled", additional: "None" });
    expect(attentionOf(settled.decision.invoice)).to.deep.equal([]);
  });

  it("is not forgiven while it can be paid, nor where the policy forgives nothing", () => {
    expect(given(short(1n), success({ amount: FLOOR })).invoice.state).to.equal("New");
    under({ forgiveBps: 0 }, short(1n))
      .when(tooSmall(DUE / PRICE_SATS, ONE_PERCENT))
      .then({ state: "New" });
    under({ forgiveBps: 300 }, short(3n * SATS_OF_ONE_PERCENT))
      .when(tooSmall(3n * ONE_PERCENT))
      .then({ state: "Processing" });
  });

  it("keeps a small rest in the inbox when the payer only chose a coin, and writes nothing off", () => {
    const other: Observation = {
      kind: "restTooSmall",
      at: IN_TIME,
      methodId: "ETH-BASE",
      rest: ONE_PERCENT,
      dust: ONE_PERCENT,
      otherCoin: true,
    };
    given(short(SATS_OF_ONE_PERCENT)).when(other).then({ state: "New", additional: "PaidPartial" });
    const held = under({ forgiveBps: 0 }, short(SATS_OF_ONE_PERCENT), tooSmall(ONE_PERCENT));
    const entries = attentionOf(held.invoice);
    expect(entries.map(({ kind }) => kind)).to.deep.equal(["underpaid"]);
    expect(attentionOf(held.and({ ...other, rest: ONE_PERCENT, dust: DUE }).invoice)).to.deep.equal(entries);
  });

  it("waits for a person at once when it is more, also while the part is on its way", () => {
    const { invoice } = given(short(2n * SATS_OF_ONE_PERCENT), tooSmall(2n * ONE_PERCENT));
    expect(attentionOf(invoice).map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ["underpaid", 2n * ONE_PERCENT],
    ]);
    expect(isUnpriced(invoice), "nobody is asked for it again").to.equal(false);
  });

  it("is asked for again when the part comes back, or when it has been priced after all", () => {
    const back = given(short(SATS_OF_ONE_PERCENT), tooSmall(ONE_PERCENT)).when(refund());
    expect(back.decision.invoice.state).to.equal("New");
    expect(remainingOf(back.decision.invoice)).to.equal(DUE);
    const priced = given(short(2n * SATS_OF_ONE_PERCENT), tooSmall(2n * ONE_PERCENT, 0n, IN_TIME - 1));
    expect(attentionOf(priced.and(restOffer(2n * ONE_PERCENT)).invoice)).to.deep.equal([]);
  });

  it("is one that was paid as asked and came back as too small, or came back twice", () => {
    const rest = 2n * ONE_PERCENT;
    const paid = (outpoint: string, quoteId: string) =>
      inBlock({ outpoint, value: 500n, address: `address of ${quoteId}` });
    const returned = (outpoint: string, quoteId: string, reason?: string): Observation => ({
      ...says("refund", { outpoint }, { kind: "refunded", amount: 400n, txHash: undefined }),
      ...{ depositAddress: `address of ${quoteId}`, requestId: quoteId, reason },
    } as Observation); // prettier-ignore
    const first = given(short(2n * SATS_OF_ONE_PERCENT), restOffer(rest), paid(B, "quote-2"));
    const small = first.and(returned(B, "quote-2", "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL"));
    expect(attentionOf(small.invoice).map(({ kind }) => kind)).to.deep.equal(["underpaid"]);
    const moved = first.and(returned(B, "quote-2", "SLIPPAGE"));
    expect(attentionOf(moved.invoice), "prices may have moved").to.deep.equal([]);
    const twice = moved.and(restOffer(rest, "quote-3"), paid("cc:0", "quote-3"), returned("cc:0", "quote-3", "SLIPPAGE")); // prettier-ignore
    expect(attentionOf(twice.invoice).map(({ kind }) => kind)).to.deep.equal(["underpaid"]);
  });
});

describe("a part that was appraised before the rest was priced", () => {
  const appraised = (credit: bigint, floor = credit): Observation => {
    return { kind: "appraised", at: IN_TIME, outpoint: A, credit, floor };
  };
  const half = inMempool({ value: PRICE_SATS / 2n });

  it("counts for no more than its own quote promises, so that the rest that is asked for is enough", () => {
    const known = given(half, appraised(12_000_000n));
    expect(remainingOf(known.invoice)).to.equal(13_000_000n);
    const rest = inBlock({ outpoint: B, value: 500n, address: "address of quote-2" });
    const both = known.and(restOffer(13_000_000n), rest);
    expect(both.invoice.state).to.equal("Processing");
    const paid = both.and(success({ amount: 12_000_000n }));
    expect(paid.invoice.state, "though it brought less than half the price").to.equal("Processing");
    expect(remainingOf(paid.invoice)).to.equal(0n);
  });

  it("never counts for more than its share of the price, and is appraised once", () => {
    expect(remainingOf(given(half, appraised(20_000_000n)).invoice)).to.equal(DUE / 2n);
    given(half, appraised(12_000_000n)).when(appraised(1n)).thenNothing();
    given(half, success({ amount: 12_500_000n }))
      .when(appraised(1n))
      .thenNothing();
  });

  it("counts for nothing when the service would not convert it, and for what it brings when it does after all", () => {
    const known = given(half, appraised(0n));
    expect(remainingOf(known.invoice)).to.equal(DUE);
    expect(remainingOf(known.and(success({ amount: 7_000_000n })).invoice)).to.equal(DUE - 7_000_000n);
  });
});

describe("what a payer is asked for", () => {
  const half = inBlock({ value: PRICE_SATS / 2n });

  it("is the whole offer while nothing was paid, and nothing by it once a part was", () => {
    const { invoice } = given();
    expect([dueOf(invoice, anOffer()), isOpen(invoice, anOffer())]).to.deep.equal([PRICE_SATS, true]);
    const partly = given(half).invoice;
    expect([dueOf(partly, anOffer()), isOpen(partly, anOffer())]).to.deep.equal([0n, false]);
    expect(standingOffer(partly, METHOD), "neither address nor amount").to.equal(undefined);
    expect(isUnpriced(partly)).to.equal(true);
  });

  it("is the rest at an address of its own once that is priced", () => {
    const { invoice } = given(half, restOffer(DUE / 2n));
    const offer = standingOffer(invoice, METHOD);
    expect(offer?.depositAddress).to.equal("address of quote-2");
    expect([offer && dueOf(invoice, offer), isUnpriced(invoice)]).to.deep.equal([500n, false]);
  });

  it("is a new price, not the address that was paid before, when a payment came back", () => {
    const { invoice } = given(half, refund());
    expect(remainingOf(invoice)).to.equal(DUE);
    expect([isOpen(invoice, anOffer()), isUnpriced(invoice)]).to.deep.equal([false, true]);
  });

  it("is nothing once the invoice is paid, whose address stays on show, and less than nothing when too much was", () => {
    const paid = given(inBlock()).invoice;
    expect([dueOf(paid, anOffer()), standingOffer(paid, METHOD)?.depositAddress]).to.deep.equal([
      0n,
      anOffer().depositAddress,
    ]);
    const over = given(inBlock({ value: PRICE_SATS * 2n })).invoice;
    expect(dueOf(over, anOffer())).to.equal(-PRICE_SATS);
  });

  it("stays as it is when somebody sends another coin to the address", () => {
    const dust = { ...inBlock(), currency: `0x${"33".repeat(20)}`, value: 1n } as Observation;
    const { invoice } = given(dust);
    expect([dueOf(invoice, anOffer()), isUnpriced(invoice)]).to.deep.equal([PRICE_SATS, false]);
  });
});

describe("a payment that the service will not convert", () => {
  it("waits for a person once it has not come back soon, and is a sale that fell back once it has", () => {
    const failed = given(inBlock(), says("failure"));
    expect(attentionOf(failed.invoice)).to.deep.equal([]);
    const waiting = failed.when({ kind: "unconverted", at: IN_TIME + 60_000, outpoint: A });
    waiting.then({ state: "Processing", events: ["CrosstillAttention"] });
    expect(attentionOf(waiting.decision.invoice).map(({ key }) => key)).to.deep.equal([`failed:${A}`]);
    const back = failed.and({ kind: "unconverted", at: IN_TIME, outpoint: A }, refund()).invoice;
    expect(attentionOf(back).map(({ kind }) => kind)).to.deep.equal(["reopened"]);
    given(inBlock()).when({ kind: "unconverted", at: IN_TIME, outpoint: A }).thenNothing();
  });
});
