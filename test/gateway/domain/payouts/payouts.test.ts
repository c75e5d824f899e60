import { expect } from "chai";
import fc from "fast-check";
import { sum } from "../../../../src/values/amount.ts";
import { claim, release } from "../../../../src/gateway/domain/payouts/claim.ts";
import { approve, cancel, complete, leastOf, NEXT, start, takeBack, withQuote, type Payout } from "../../../../src/gateway/domain/payouts/payout.ts"; // prettier-ignore
import {
  archive,
  leftOf,
  PayoutRefusal,
  type PullPayment,
} from "../../../../src/gateway/domain/payouts/pullPayment.ts";
import { aClaim, aPullPayment } from "./given.ts";

const PROOF = { evidence: "merchant", txHash: "aa", key: undefined, amount: undefined, said: null } as const;
const QUOTE = { requestId: "r", user: "0x1", input: 5n, expected: 4n, minimum: 3n, quote: {}, word: "waiting", at: 1 }; // prettier-ignore

function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof PayoutRefusal) return error.code;
    throw error;
  }
}

describe("claims of a pull payment", () => {
  it("take all that is left unless they say how much", () => {
    const first = claim(aPullPayment(), [], aClaim({ amount: 40_00n }));
    const second = claim(first.pullPayment, [first.payout], aClaim({ id: "payout-2", destination: "other" }));
    expect([first.payout.originalAmount, second.payout.originalAmount]).to.deep.equal([40_00n, 60_00n]);
    expect(leftOf(second.pullPayment)).to.equal(0n);
    expect(second.payout.state).to.equal("AwaitingApproval");
  });

  it("are refused before the start, from the end on, when archived, above what is left, and of nothing", () => {
    const pullPayment = aPullPayment({ startsAt: 1_500, expiresAt: 3_000 });
    const at = (moment: number) => refusal(() => claim(pullPayment, [], aClaim({ at: moment })));
    expect([1_499, 1_500, 2_999, 3_000].map(at)).to.deep.equal(["not-started", undefined, undefined, "expired"]);
    expect(refusal(() => claim(archive(pullPayment), [], aClaim()))).to.equal("archived");
    const of = (amount: bigint) => refusal(() => claim(pullPayment, [], aClaim({ amount })));
    expect([100_01n, 100_00n, 0n].map(of)).to.deep.equal(["overdraft", undefined, "amount-too-low"]);
  }); // prettier-ignore

  it("are refused in a coin that was not offered, and a second time to an address that waits for its money", () => {
    const pullPayment = aPullPayment({ methods: ["USDC-BASE"] });
    expect(refusal(() => claim(pullPayment, [], aClaim()))).to.equal("payment-method-not-supported");
    const first = claim(aPullPayment(), [], aClaim({ amount: 1n }));
    const again = (other: Payout) => refusal(() => claim(first.pullPayment, [other], aClaim({ amount: 1n })));
    expect(again(first.payout)).to.equal("duplicate-destination");
    expect(again(cancel(first.payout))).to.equal(undefined);
  });
});

describe("payouts", () => {
  const payout = claim(aPullPayment(), [], aClaim()).payout;
  const approved = approve(payout, 0, 7n);

  it("are approved in the revision that was seen, above nothing", () => {
    expect(refusal(() => approve(payout, 1, 7n))).to.equal("old-revision");
    expect(refusal(() => approve(payout, 0, 0n))).to.equal("amount-too-low");
    expect(refusal(() => approve(approved, 0, 7n))).to.equal("invalid-state");
    expect(approved).to.include({ state: "AwaitingPayment", payoutAmount: 7n, version: 2 });
  });

  it("are paid once, and not before they are approved", () => {
    expect(refusal(() => complete(payout, PROOF))).to.equal("invalid-state");
    const paid = complete(approved, PROOF);
    expect(paid.state).to.equal("Completed");
    expect(refusal(() => complete(paid, PROOF))).to.equal("invalid-state");
    expect(refusal(() => cancel(paid))).to.equal("invalid-state");
  });

  it("that the service pays are sent by their newest quote, and not taken back while it may pay", () => {
    const quoted = withQuote(approved, QUOTE);
    expect(refusal(() => start(quoted, "older"))).to.equal("invalid-state");
    const sent = start(quoted, "r");
    expect(refusal(() => withQuote(sent, QUOTE))).to.equal("invalid-state");
    expect(refusal(() => cancel(sent))).to.equal("invalid-state");
    expect(refusal(() => takeBack(sent, false))).to.equal("invalid-state");
    expect(takeBack(sent, true)).to.include({ state: "AwaitingPayment", service: undefined });
  });

  it("remember every request that they were tried by", () => {
    const tried = (payout: Payout, requestId: string) =>
      takeBack(start(withQuote(payout, { ...QUOTE, requestId }), requestId), true);
    const twice = tried(tried(approved, "first"), "second");
    expect(twice.formerRequests).to.deep.equal(["first", "second"]);
    expect(takeBack(start(twice), true).formerRequests, "by hand there is none").to.have.length(2);
  });

  it("are paid by no less than the quote promises that they were sent by, and by hand than was approved", () => {
    const quoted = withQuote(approved, QUOTE);
    expect([leastOf(quoted), leastOf(start(quoted, "r")), leastOf(start(quoted))]).to.deep.equal([
      7n,
      3n,
      7n,
    ]);
  });
});

type Step = Readonly<{ kind: "claim" | "approve" | "start" | "complete" | "back" | "cancel" | "archive"; index: number; amount: number }>; // prettier-ignore

/** What a shop and its customers do, in any order; what the rules refuse changes nothing. */
function play(pullPayment: PullPayment, payouts: readonly Payout[], { kind, index, amount }: Step) {
  const payout = payouts[index % Math.max(1, payouts.length)];
  if (kind === "archive") return { pullPayment: archive(pullPayment), payouts };
  if (kind === "claim") {
    const id = `payout-${payouts.length}`;
    const made = claim(pullPayment, payouts, aClaim({ id, destination: id, amount: BigInt(amount) }));
    return { pullPayment: made.pullPayment, payouts: [...payouts, made.payout] };
  }
  if (!payout) return { pullPayment, payouts };
  const moves = {
    approve: () => approve(payout, payout.revision, 1n),
    start: () => start(payout),
    complete: () => complete(payout, PROOF),
    back: () => takeBack(payout, true),
    cancel: () => cancel(payout),
  };
  const after = moves[kind]();
  if (after !== payout) expect(NEXT[payout.state]).to.include(after.state);
  const isFreed = after !== payout && after.state === "Cancelled";
  return {
    pullPayment: isFreed ? release(pullPayment, payout) : pullPayment,
    payouts: payouts.map((one) => (one === payout ? after : one)),
  };
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("claim", "claim", "approve", "start", "complete", "back", "cancel", "archive"),
  index: fc.nat(20),
  amount: fc.integer({ min: -5, max: 6_000 }),
});

describe("any history of claims", () => {
  it("never gives out more than was promised, and knows what is left", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.bigInt({ min: 0n, max: 10_000n }), (steps, worth) => {
        let now: ReturnType<typeof play> = {
          pullPayment: aPullPayment({ refund: { invoiceId: "i", ordinal: 0, worth } }),
          payouts: [],
        };
        for (const one of steps) {
          try {
            now = play(now.pullPayment, now.payouts, one);
          } catch (error) {
            if (!(error instanceof PayoutRefusal)) throw error;
          }
          const open = now.payouts.filter(({ state }) => state !== "Cancelled");
          const claimed = sum(open.map(({ originalAmount }) => originalAmount));
          expect(now.pullPayment.claimed).to.equal(claimed);
          expect(claimed <= now.pullPayment.amount).to.equal(true);
          expect(sum(open.map(({ worth: part = 0n }) => part)) <= worth).to.equal(true);
        }
      }),
    );
  });
});
