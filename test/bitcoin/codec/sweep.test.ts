import { expect } from "chai";
import fc from "fast-check";
import { bumpPayment } from "../../../src/bitcoin/codec/bumpPayment.ts";
import { buildPayment } from "../../../src/bitcoin/codec/payment.ts";
import { refundCoin, sweep } from "../../../src/bitcoin/codec/sweep.ts";
import { feeAt } from "../../../src/bitcoin/codec/transactionSize.ts";
import { asPlan, coinOf, own, coinSets, rates, scriptsOf, signerFor, testKey, valueOf } from "./coinSets.ts";
import { runs } from "../../support/sizes.ts";

const TO = scriptsOf(testKey(11)).p2wpkh;
const KEY_HASH = scriptsOf(testKey(11)).p2pkh;
const RATE = 10_000n; // one P2WPKH coin to one P2WPKH output is 110 vB, 1,100 sats

describe("sweeping", () => {
  it("sends every coin that is worth it to one script and pays the rate", () => {
    fc.assert(
      fc.property(coinSets(8), rates, (coins, satPerKvb) => {
        const plan = sweep({ coins, to: TO, satPerKvb });
        if (!plan) return;
        const payment = buildPayment(plan, signerFor);
        expect(payment.outputs).to.deep.equal([{ script: TO, value: valueOf(plan.inputs) - plan.fee }]);
        expect(payment.fee >= feeAt(payment.vsize, satPerKvb)).to.equal(true);
        expect(payment.fee <= feeAt(payment.vsize + plan.inputs.length, satPerKvb)).to.equal(true);
        for (const coin of coins) {
          expect(plan.inputs.includes(coin)).to.equal(
            coin.value * 4_000n > (coin.script === own ? 272n : 231n) * satPerKvb,
          );
        }
      }),
      { numRuns: runs(80) },
    );
  });

  it("waits when fewer than 546 sats would arrive", () => {
    const of = (value: bigint) => sweep({ coins: [coinOf(1, value)], to: TO, satPerKvb: RATE });
    expect(of(1_645n)).to.equal(undefined);
    expect(asPlan(of(1_646n)).outputs).to.deep.equal([{ script: TO, value: 546n }]);
    expect(sweep({ coins: [], to: TO, satPerKvb: RATE })).to.equal(undefined);
  });
});

describe("refunding a coin", () => {
  it("sends it back less the fee, down to what the payer's kind of address can receive", () => {
    const of = (value: bigint, to: string) =>
      refundCoin({ coin: coinOf(1, value), to, satPerKvb: RATE })?.outputs[0]?.value;
    expect([of(1_393n, TO), of(1_394n, TO)]).to.deep.equal([undefined, 294n]);
    expect([of(1_675n, KEY_HASH), of(1_676n, KEY_HASH)]).to.deep.equal([undefined, 546n]); // 113 vB
    expect(of(100n, TO)).to.equal(undefined);
  });

  it("can be bumped: the higher fee comes out of what is returned", () => {
    const refund = buildPayment(
      asPlan(refundCoin({ coin: coinOf(1, 5_000n), to: TO, satPerKvb: RATE })),
      signerFor,
    );
    const bump = (satPerKvb: bigint) => bumpPayment(refund, { satPerKvb, extraCoins: [], changeScript: TO });
    expect(asPlan(bump(2n * RATE)).outputs).to.deep.equal([{ script: TO, value: 2_800n }]);
    expect(bump(5n * RATE)).to.deep.equal({ kind: "insufficient", missing: 794n }); // 294 of dust, 500 of fee
  });
});
