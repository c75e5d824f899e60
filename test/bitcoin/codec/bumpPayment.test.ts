import { expect } from "chai";
import fc from "fast-check";
import { bumpPayment } from "../../../src/bitcoin/codec/bumpPayment.ts";
import { selectCoins } from "../../../src/bitcoin/codec/coinSelection.ts";
import { dustThreshold } from "../../../src/bitcoin/codec/outputScript.ts";
import { buildPayment, readPayment, type Payment } from "../../../src/bitcoin/codec/payment.ts";
import { feeAt } from "../../../src/bitcoin/codec/transactionSize.ts";
import {
  asPlan,
  mostFee,
  coinOf,
  own,
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
const ids = (payment: Pick<Payment, "inputs">) => payment.inputs.map(({ outpoint }) => outpoint);

/** A payment of 50,000 sats at 5 sat/vB from one coin. */
function payment(coin: bigint): Payment {
  const choice = {
    coins: [coinOf(1, coin)],
    targets: [{ script: PAYEE, value: 50_000n }],
    changeScript: own,
  };
  return buildPayment(asPlan(selectCoins({ ...choice, satPerKvb: 5_000n })), signerFor);
}
const bump = (previous: Payment, satPerKvb: bigint, extra: readonly bigint[] = []) =>
  bumpPayment(previous, {
    satPerKvb,
    extraCoins: extra.map((value, index) => coinOf(index + 50, value)),
    changeScript: own,
  });

describe("bumping a payment", () => {
  it("pays the same payees from the same coins and more, by the rules of replacement", () => {
    fc.assert(
      fc.property(
        coinSets(8),
        coinSets(8),
        payees,
        rates,
        rates,
        (coins, others, targets, rate, bumpRate) => {
          const plan = selectCoins({ coins, targets, satPerKvb: rate, changeScript: own });
          if (plan.kind !== "plan") return;
          const previous = buildPayment(plan, signerFor);
          const extraCoins = [
            ...coins,
            ...others.map((coin, index) => ({ ...coin, outpoint: coinOf(index + 50, 1n).outpoint })),
          ];
          const next = bumpPayment(previous, { satPerKvb: bumpRate, extraCoins, changeScript: own });
          if (next.kind === "rate-not-higher") {
            expect(bumpRate * BigInt(previous.vsize) <= previous.fee * 1_000n).to.equal(true);
            return;
          }
          if (next.kind === "insufficient") {
            expect(next.missing > 0n).to.equal(true);
            return;
          }
          const bumped = buildPayment(next, signerFor);
          expect(valueOf(bumped.inputs)).to.equal(valueOf(bumped.outputs) + bumped.fee);
          expect(ids(bumped).slice(0, previous.inputs.length)).to.deep.equal(ids(previous));
          expect(new Set(ids(bumped)).size).to.equal(bumped.inputs.length);
          expect(bumped.outputs.slice(0, bumped.outputs.length - bumped.change)).to.deep.equal(targets);
          for (const { script, value } of bumped.outputs)
            expect(value >= dustThreshold(script)).to.equal(true);
          expect(bumped.fee >= feeAt(bumped.vsize, bumpRate)).to.equal(true);
          expect(bumped.fee >= previous.fee + BigInt(bumped.vsize)).to.equal(true); // rule 4
          const asked = mostFee(bumped, bumpRate);
          const relayed = mostFee(bumped, 1_000n) + previous.fee;
          expect(bumped.fee <= (asked > relayed ? asked : relayed)).to.equal(true);
          expect(bumped.fee * BigInt(previous.vsize) > previous.fee * BigInt(bumped.vsize)).to.equal(true);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it("takes the higher fee from the change", () => {
    const plan = asPlan(bump(payment(100_000n), 20_000n, [900_000n]));
    expect([plan.inputs.length, plan.fee]).to.deep.equal([1, 2_820n]); // 141 vB
    expect(plan.outputs).to.deep.equal([
      { script: PAYEE, value: 50_000n },
      { script: own, value: 47_180n },
    ]);
  });

  it("gives the change up when the fee eats it", () => {
    const plan = asPlan(bump(payment(52_000n), 17_000n));
    expect([plan.change, plan.outputs.length, plan.fee]).to.deep.equal([0, 1, 2_000n]); // 110 vB ask for 1,870
  });

  it("adds a coin when the change does not suffice", () => {
    const plan = asPlan(bump(payment(51_000n), 20_000n, [900_000n, 30_000n]));
    expect(plan.inputs.map(({ value }) => value)).to.deep.equal([51_000n, 30_000n]);
  });

  it("pays for relaying the replacement when the asked rate alone would not", () => {
    const previous = payment(100_000n);
    const plan = asPlan(bump(previous, 5_100n));
    expect(plan.fee).to.equal(previous.fee + 141n);
  });

  it("says how much is missing when nothing is left to pay with", () => {
    expect(bump(payment(51_000n), 20_000n)).to.deep.equal({ kind: "insufficient", missing: 1_200n }); // 2,200 for 110 vB
  });

  it("refuses a rate that the payment already pays, and names the least that is more", () => {
    const previous = payment(100_000n);
    const answer = bump(previous, 5_000n);
    if (answer.kind !== "rate-not-higher") throw new Error(`Expected a refusal, got ${answer.kind}.`);
    expect(bump(previous, answer.least - 1n).kind).to.equal("rate-not-higher");
    expect(bump(previous, answer.least).kind).to.equal("plan");
  });

  it("never spends the change of the payment that it replaces", () => {
    const previous = payment(51_000n);
    const change = { outpoint: `${previous.txid}:1`, value: 1_000_000n, script: own };
    expect(
      bumpPayment(previous, { satPerKvb: 20_000n, extraCoins: [change], changeScript: own }).kind,
    ).to.equal("insufficient");
  });

  it("works on a payment that was read back from its bytes", () => {
    const previous = payment(100_000n);
    const read = readPayment(previous.rawHex, previous.inputs, previous.change);
    expect(read).to.deep.equal(previous);
    expect(() => readPayment(previous.rawHex, [], 1)).to.throw(/not among the coins/);
  });
});
