import { expect } from "chai";
import fc from "fast-check";
import { Transaction } from "bitcoinjs-lib";
import { bumpPayment } from "../../../src/bitcoin/codec/bumpPayment.ts";
import { selectCoins } from "../../../src/bitcoin/codec/coinSelection.ts";
import { buildPayment } from "../../../src/bitcoin/codec/payment.ts";
import { refundCoin, sweep } from "../../../src/bitcoin/codec/sweep.ts";
import type { Coin } from "../../../src/bitcoin/codec/transactionSize.ts";
import type { SimulatedChain } from "../../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { RefusedTransaction } from "../../../src/sandbox/bitcoin/rules/transactionRules.ts";
import { richLedger, STRANGER } from "../../sandbox/ledgerAtHand.ts";
import { asPlan, coinOf, own, ownTaproot, payees, signerFor, taprootKey, testKey } from "./coinSets.ts";

const SIZES = [700n, 1_000n, 3_000n, 9_000n, 9_000n, 40_000n, 150_000n, 600_000n, 2_500_000n, 9_000_000n];

/** The coins of the test wallet: what is in blocks, below the millions that the ledger gives its payer. */
const coinSet = ({ view }: SimulatedChain): readonly Coin[] =>
  [...(view.script(own)?.unspent.values() ?? [])]
    .filter(({ record, value }) => record.block && value < 20_000_000n)
    .map(({ txid, vout, value }) => ({ outpoint: `${txid}:${vout}`, value, script: own }));

/** Gives the test wallet coins of all sizes. */
async function fillPurse(ledger: SimulatedChain): Promise<void> {
  const [coin] = [...(ledger.view.script(own)?.unspent.values() ?? [])].filter(
    ({ value }) => value > 60_000_000n,
  );
  const coins = [{ outpoint: `${coin!.txid}:${coin!.vout}`, value: coin!.value, script: own }];
  const targets = [...SIZES, ...SIZES].map((value) => ({ script: own, value }));
  await ledger.accept(
    buildPayment(asPlan(selectCoins({ coins, targets, satPerKvb: 1_000n, changeScript: own })), signerFor)
      .rawHex,
  );
  await ledger.mine(1);
}

describe("a payment on the ledger", () => {
  let ledger: SimulatedChain;
  before(async () => {
    ledger = await richLedger();
  });
  after(() => ledger.close());

  it("is accepted, replaced as often as bumped, and confirmed once", async () => {
    await fillPurse(ledger);
    const steps = fc.array(fc.bigInt({ min: 1n, max: 30_000n }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        payees,
        fc.bigInt({ min: 1_000n, max: 30_000n }),
        steps,
        async (targets, satPerKvb, raises) => {
          const plan = selectCoins({
            coins: coinSet(ledger),
            targets,
            satPerKvb,
            changeScript: own,
            splitChangeAbove: 800_000n,
          });
          if (plan.kind !== "plan") return fillPurse(ledger);
          let payment = buildPayment(plan, signerFor);
          await ledger.accept(payment.rawHex);
          let rate = satPerKvb;
          for (const raise of raises) {
            rate += raise;
            const bump = bumpPayment(payment, {
              satPerKvb: rate,
              extraCoins: coinSet(ledger),
              changeScript: own,
            });
            if (bump.kind !== "plan") continue;
            payment = buildPayment(bump, signerFor);
            await ledger.accept(payment.rawHex);
            expect([...ledger.view.mempool().keys()]).to.deep.equal([payment.txid]);
            expect(ledger.view.tx(payment.txid)?.fee).to.equal(payment.fee);
          }
          await ledger.mine(1);
          expect(ledger.view.tx(payment.txid)?.block).to.not.equal(undefined);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is refused as a replacement with a sat less than a bump pays", async () => {
    await fillPurse(ledger);
    const targets = [{ script: STRANGER, value: 500_000n }];
    const previous = buildPayment(
      asPlan(selectCoins({ coins: coinSet(ledger), targets, satPerKvb: 1_000n, changeScript: own })),
      signerFor,
    );
    await ledger.accept(previous.rawHex);
    const bump = asPlan(bumpPayment(previous, { satPerKvb: 1_100n, extraCoins: [], changeScript: own }));
    const { vsize } = buildPayment(bump, signerFor);
    const spare = bump.fee - previous.fee - BigInt(vsize); // what short signatures left over
    const outputs = bump.outputs.map((output, index) =>
      index === 1 ? { ...output, value: output.value + spare + 1n } : output,
    );
    const refusal = await ledger
      .accept(buildPayment({ ...bump, outputs }, signerFor).rawHex)
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(RefusedTransaction);
    await ledger.accept(buildPayment(bump, signerFor).rawHex);
    await ledger.mine(1);
  });

  it("sweeps the whole wallet, and returns one coin", async () => {
    await fillPurse(ledger);
    const [first, ...rest] = coinSet(ledger);
    const refund = buildPayment(
      asPlan(refundCoin({ coin: first!, to: STRANGER, satPerKvb: 1_000n })),
      signerFor,
    );
    const swept = buildPayment(asPlan(sweep({ coins: rest, to: STRANGER, satPerKvb: 1_000n })), signerFor);
    await ledger.accept(refund.rawHex);
    await ledger.accept(swept.rawHex);
    await ledger.mine(1);
    expect(coinSet(ledger)).to.deep.equal([]);
  });
});

describe("building a payment", () => {
  const outputs = [{ script: STRANGER, value: 50_000n }];
  const build = (inputs: readonly Coin[], signer = signerFor) =>
    buildPayment({ inputs, outputs, change: 0 }, signer);

  it("signals replaceability, has version 2 and no lock time", () => {
    const tx = Transaction.fromHex(build([coinOf(1, 51_000n), coinOf(2, 20_000n)]).rawHex);
    expect([tx.version, tx.locktime]).to.deep.equal([2, 0]);
    expect(tx.ins.map(({ sequence }) => sequence)).to.deep.equal([0xfffffffd, 0xfffffffd]);
  });

  it("gives the same transaction for the same plan, whatever is signed again after a crash", () => {
    const coins = [coinOf(1, 51_000n), coinOf(2, 51_000n)];
    expect(build(coins)).to.deep.equal(build(coins));
    const mixed = [...coins, coinOf(3, 51_000n, ownTaproot)]; // Schnorr signatures differ, and are no part of the id
    expect(build(mixed).txid).to.equal(build(mixed).txid);
  });

  it("signs taproot coins by the key that their script names", () => {
    const coins = [coinOf(1, 51_000n), coinOf(2, 51_000n, ownTaproot)];
    const tx = Transaction.fromHex(build(coins).rawHex);
    const scripts = coins.map(({ script }) => Buffer.from(script, "hex"));
    const digest = tx.hashForWitnessV1(1, scripts, [51_000n, 51_000n], Transaction.SIGHASH_DEFAULT);
    expect(tx.ins[1]!.witness).to.have.length(1);
    expect(taprootKey(testKey(7)).verifySchnorr(digest, tx.ins[1]!.witness[0]!)).to.equal(true);
  });

  it("names the coin whose key is missing or wrong, or whose kind it cannot sign", () => {
    const coin = coinOf(1, 51_000n);
    expect(() => build([coin], () => undefined)).to.throw(`No key was given for coin ${coin.outpoint}`);
    expect(() => build([coin], () => testKey(3))).to.throw(`does not open its script ${own}`);
    expect(() => build([coinOf(1, 51_000n, ownTaproot)], () => testKey(7))).to.throw(/does not open/); // not tweaked
    expect(() => build([{ ...coin, outpoint: "ab:0" }])).to.throw(/Expected an outpoint/);
  });
});
