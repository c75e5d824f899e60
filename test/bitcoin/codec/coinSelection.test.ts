import { expect } from "chai";
import fc from "fast-check";
import { selectCoins, type CoinChoice } from "../../../src/bitcoin/codec/coinSelection.ts";
import { dustThreshold } from "../../../src/bitcoin/codec/outputScript.ts";
import { buildPayment } from "../../../src/bitcoin/codec/payment.ts";
import { feeAt, virtualSize } from "../../../src/bitcoin/codec/transactionSize.ts";
import {
  asPlan,
  coinOf,
  mostFee,
  rateFee,
  own,
  ownTaproot,
  payees,
  coinSets,
  rates,
  scriptsOf,
  signerFor,
  testKey,
  valueOf,
} from "./coinSets.ts";
import { runs } from "../../support/sizes.ts";

const PAYEE = scriptsOf(testKey(11)).p2wpkh;
const RATE = 10_000n; // 10 sat/vB
const pay = (values: readonly bigint[], sats: bigint, more: Partial<CoinChoice> = {}) =>
  selectCoins({
    coins: values.map((value, index) => coinOf(index + 1, value)),
    targets: [{ script: PAYEE, value: sats }],
    satPerKvb: RATE,
    changeScript: own,
    ...more,
  });
const inputsOf = (answer: ReturnType<typeof pay>) => asPlan(answer).inputs.map(({ value }) => value);

describe("choosing coins", () => {
  it("never loses a sat, pays the rate and little more once signed, and makes no dust", () => {
    fc.assert(
      fc.property(
        coinSets(),
        payees,
        rates,
        fc.option(fc.bigInt({ min: 1_000n, max: 5_000_000n }), { nil: undefined }),
        (coins, targets, satPerKvb, splitChangeAbove) => {
          const plan = selectCoins({ coins, targets, satPerKvb, changeScript: own, splitChangeAbove });
          if (plan.kind !== "plan") return;
          expect(valueOf(plan.inputs)).to.equal(valueOf(plan.outputs) + plan.fee);
          expect(plan.outputs.slice(0, targets.length)).to.deep.equal(targets);
          expect(plan.outputs.slice(targets.length).map(({ script }) => script)).to.deep.equal(
            Array(plan.change).fill(own),
          );
          for (const { script, value } of plan.outputs) expect(value >= dustThreshold(script)).to.equal(true);
          expect(new Set(plan.inputs.map(({ outpoint }) => outpoint)).size).to.equal(plan.inputs.length);
          for (const coin of plan.inputs) expect(coins).to.include(coin);
          const payment = buildPayment(plan, signerFor);
          expect(payment.fee).to.equal(plan.fee);
          expect(payment.fee >= feeAt(payment.vsize, satPerKvb)).to.equal(true);
          expect(payment.fee <= mostFee(payment, satPerKvb)).to.equal(true);
          if (plan.change > 0) expect(payment.fee).to.equal(rateFee(payment, satPerKvb));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it("gives the same answer for the same coins in any order, also when some are named twice", () => {
    const shuffled = coinSets().chain((coins) =>
      fc.tuple(
        fc.constant(coins),
        fc.shuffledSubarray([...coins, ...coins.slice(0, 3)], {
          minLength: coins.length + Math.min(3, coins.length),
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, payees, rates, ([coins, again], targets, satPerKvb) => {
        const choice = { targets, satPerKvb, changeScript: own };
        expect(selectCoins({ ...choice, coins: again })).to.deep.equal(selectCoins({ ...choice, coins }));
      }),
    );
  });

  it("refuses only what all coins together cannot pay, and says how much is missing", () => {
    fc.assert(
      fc.property(coinSets(), payees, rates, (coins, targets, satPerKvb) => {
        const choice = { coins, targets, satPerKvb, changeScript: own };
        const answer = selectCoins(choice);
        if (answer.kind !== "insufficient") return;
        expect(answer.missing > 0n).to.equal(true);
        const bringing = answer.missing + feeAt(69, satPerKvb); // the missing sats, and one more input's fee
        expect(selectCoins({ ...choice, coins: [...coins, coinOf(99, bringing)] }).kind).to.equal("plan");
        const all = coins.map(({ script }) => script);
        const everything = feeAt(
          virtualSize(
            all,
            targets.map(({ script }) => script),
          ),
          satPerKvb,
        );
        const rounding = feeAt(1, satPerKvb); // a coin that is not worth it may share a virtual byte with others
        expect(valueOf(coins) < valueOf(targets) + everything + rounding).to.equal(true);
      }),
    );
  });

  it("knows the size of what it signs to within the slack of a signature's length", () => {
    fc.assert(
      fc.property(coinSets(6), payees, (coins, targets) => {
        if (coins.length === 0) return;
        const estimate = virtualSize(
          coins.map(({ script }) => script),
          targets.map(({ script }) => script),
        );
        const { vsize } = buildPayment({ inputs: coins, outputs: targets, change: 0 }, signerFor);
        expect(estimate - vsize).to.be.within(0, 1 + coins.length); // up to a few bytes of witness per input
      }),
      { numRuns: runs(60) },
    );
  });

  it("finds the coins that need no change", () => {
    // two P2WPKH inputs into one output are 178 vB: 1,780 sats at 10 sat/vB
    const plan = asPlan(pay([90_000n, 31_000n, 20_780n, 7_777n], 50_000n));
    expect([plan.inputs.map(({ value }) => value), plan.change, plan.fee]).to.deep.equal([
      [31_000n, 20_780n],
      0,
      1_780n,
    ]);
  });

  it("does not pay for a heap of inputs only to avoid change", () => {
    const heap = Array<bigint>(40).fill(1_680n); // each brings 1,000 at 10 sat/vB; all of them pay 39,890 with a fee of 27,310
    const plan = asPlan(pay([...heap, 200_000n], 39_890n));
    expect([plan.inputs.map(({ value }) => value), plan.change]).to.deep.equal([[200_000n], 1]);
  });

  it("takes the smallest coin that suffices alone, and else the largest until they do", () => {
    expect(inputsOf(pay([900_000n, 60_000n, 300_000n], 50_000n))).to.deep.equal([60_000n]);
    expect(inputsOf(pay([50_000n, 400_000n, 90_000n, 300_000n], 600_000n))).to.deep.equal([
      400_000n,
      300_000n,
    ]);
  });

  it("leaves coins alone that cost more than they bring", () => {
    const answer = pay([680n, 680n, 100_000n], 99_500n); // 68 vB cost 680 sats
    expect(answer).to.deep.equal({ kind: "insufficient", missing: 600n }); // 110 vB are 1,100 sats
  });

  it("leaves change that would be dust to the miner", () => {
    const fee = 1_410n; // 141 vB with change
    const withChange = asPlan(pay([50_000n + fee + 294n], 50_000n));
    const without = asPlan(pay([50_000n + fee + 293n], 50_000n));
    expect([withChange.change, withChange.fee]).to.deep.equal([1, fee]);
    expect([without.change, without.fee]).to.deep.equal([0, fee + 293n]);
  });

  it("splits large change into two coins, so that the next payments need not wait for each other", () => {
    const plan = asPlan(pay([1_000_001n], 50_000n, { splitChangeAbove: 500_000n }));
    expect(plan.outputs.slice(1).map(({ value }) => value)).to.deep.equal([474_141n, 474_140n]); // 172 vB
    expect(asPlan(pay([400_000n], 50_000n, { splitChangeAbove: 500_000n })).change).to.equal(1);
  });

  it("refuses a payee whose output would be dust, with the least that it may be", () => {
    expect(pay([100_000n], 293n)).to.deep.equal({
      kind: "below-dust",
      output: { script: PAYEE, value: 293n },
      least: 294n,
    });
  });

  it("stays within one transaction that nodes relay, however small the coins are", () => {
    const crumbs = Array.from({ length: 2_000 }, (_, index) => 2_000n + BigInt(index % 7));
    expect(pay(crumbs, 1_000_000n).kind).to.equal("insufficient"); // 500 of them bring about 660,000
    expect(inputsOf(pay(crumbs, 600_000n)).length).to.be.at.most(500);
  });

  it("pays from taproot coins too", () => {
    const coins = [coinOf(1, 60_000n, ownTaproot)];
    const payment = buildPayment(asPlan(pay([], 50_000n, { coins })), signerFor);
    expect(payment.inputs).to.deep.equal(coins);
  });

  it("refuses an order that makes no sense", () => {
    expect(() => pay([100_000n], 50_000n, { targets: [] })).to.throw(/at least one output/);
    expect(() => pay([100_000n], 50_000n, { satPerKvb: 0n })).to.throw(/above 0/);
    expect(() => pay([], 50_000n, { coins: [coinOf(1, 1_000_000n, `0020${"33".repeat(32)}`)] })).to.throw(
      /p2wpkh, p2tr/,
    );
  });
});
