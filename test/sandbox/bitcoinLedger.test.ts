import { expect } from "chai";
import { Psbt, Transaction, networks, script as scripts } from "bitcoinjs-lib";
import { openSimulatedChain, type SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { RefusedTransaction } from "../../src/sandbox/bitcoin/rules/transactionRules.ts";
import { signTransfer } from "../../src/sandbox/wallet/signing.ts";
import {
  STRANGER,
  TAPROOT,
  coin,
  coinsOf,
  handClock,
  miner,
  payer,
  payment,
  richLedger,
} from "./ledgerAtHand.ts";

/** What the ledger says against a transaction. */
async function reasonAgainst(ledger: SimulatedChain, hex: string): Promise<string> {
  try {
    await ledger.accept(hex);
  } catch (error) {
    if (error instanceof RefusedTransaction) return error.message;
    throw error;
  }
  return "accepted";
}

const confirmations = (ledger: SimulatedChain, txid: string) => {
  const block = ledger.view.tx(txid)?.block;
  return block ? ledger.view.tip().height - block.height + 1 : 0;
};

describe("the bitcoin ledger", () => {
  let ledger: SimulatedChain;
  beforeEach(async () => {
    ledger = await richLedger();
  });

  it("starts from regtest's own first block and gives the payer 400 coins of varied size", () => {
    expect(ledger.view.blockAt(0)?.hash).to.equal(
      "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    );
    const values = coinsOf(ledger).map(({ value }) => value);
    expect(values).to.have.length(400);
    expect(new Set(values).size).to.be.above(90);
  });

  it("takes a payment that another library signed, and confirms it in the next block", async () => {
    const from = coin(ledger, 0);
    const psbt = new Psbt({ network: networks.regtest })
      .addInput({
        hash: from.txid,
        index: from.vout,
        witnessUtxo: { script: Buffer.from(payer.script, "hex"), value: from.value },
      })
      .addOutput({ script: Buffer.from(STRANGER, "hex"), value: from.value - 500n });
    psbt.signAllInputs(payer.key).finalizeAllInputs();
    const txid = await ledger.accept(psbt.extractTransaction().toHex());
    expect(ledger.view.tx(txid)?.fee).to.equal(500n);
    expect(confirmations(ledger, txid)).to.equal(0);
    await ledger.mine(1);
    expect(confirmations(ledger, txid)).to.equal(1);
  });

  it("refuses a signature by the wrong key", async () => {
    const from = coin(ledger, 0);
    const hex = signTransfer(miner, [from], [{ script: STRANGER, value: from.value - 1_000n }]);
    expect(await reasonAgainst(ledger, hex)).to.match(/mandatory-script-verify-flag-failed/);
  });

  it("refuses a signature that was made over another amount", async () => {
    const from = coin(ledger, 0);
    const hex = signTransfer(
      payer,
      [{ ...from, value: from.value + 1n }],
      [{ script: STRANGER, value: from.value - 1_000n }],
    );
    expect(await reasonAgainst(ledger, hex)).to.match(/Signature must be zero/);
  });

  it("refuses a transaction that was changed after it was signed", async () => {
    const tx = Transaction.fromHex(payment(coin(ledger, 0), 10_000n));
    const [output] = tx.outs;
    if (output) output.value += 1n;
    expect(await reasonAgainst(ledger, tx.toHex())).to.match(/Signature must be zero/);
  });

  it("refuses a signature with a high S value", async () => {
    const tx = Transaction.fromHex(payment(coin(ledger, 0), 10_000n));
    const [der, key] = tx.ins[0]?.witness ?? [];
    const { signature, hashType } = scripts.signature.decode(der as Uint8Array);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = order - BigInt(`0x${Buffer.from(signature.subarray(32)).toString("hex")}`);
    const flipped = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from(high.toString(16).padStart(64, "0"), "hex"),
    ]);
    tx.setWitness(0, [scripts.signature.encode(flipped, hashType), key as Uint8Array]);
    expect(await reasonAgainst(ledger, tx.toHex())).to.match(/S value is unnecessarily high/);
  });

  it("refuses outputs above the inputs, fees below the relay minimum and absurd fees", async () => {
    const from = coin(ledger, 0);
    const spend = (value: bigint) => signTransfer(payer, [from], [{ script: STRANGER, value }]);
    expect(await reasonAgainst(ledger, spend(from.value + 1n))).to.equal("bad-txns-in-belowout");
    expect(await reasonAgainst(ledger, spend(from.value - 109n))).to.match(
      /min relay fee not met, 109 < 110/,
    );
    expect(await reasonAgainst(ledger, spend(1_000n))).to.match(/Fee exceeds maximum/);
    expect(await reasonAgainst(ledger, spend(from.value - 110n))).to.equal("accepted");
  });

  it("refuses dust: 294 sats are the least for P2WPKH, 330 for taproot, 546 for P2PKH", async () => {
    const pay = (sats: bigint, script: string) =>
      reasonAgainst(ledger, payment(coin(ledger, 0), sats, 1_000n, script));
    const keyHash = `76a914${"22".repeat(20)}88ac`;
    expect(await pay(293n, STRANGER)).to.equal("dust");
    expect(await pay(329n, TAPROOT)).to.equal("dust");
    expect(await pay(545n, keyHash)).to.equal("dust");
    expect(await pay(546n, keyHash)).to.equal("accepted");
  });

  it("takes payments to every standard script and refuses strange ones", async () => {
    const standard = [TAPROOT, `0020${"33".repeat(32)}`, `a914${"44".repeat(20)}87`, "6a0568656c6c6f"];
    for (const [index, script] of standard.entries()) {
      expect(await reasonAgainst(ledger, payment(coin(ledger, index), 10_000n, 1_000n, script))).to.equal(
        "accepted",
      );
    }
    expect(await reasonAgainst(ledger, payment(coin(ledger, 9), 10_000n, 1_000n, "51"))).to.equal(
      "scriptpubkey",
    );
  });

  it("never waves through an input whose script it cannot run", async () => {
    const txid = await ledger.accept(payment(coin(ledger, 0), 50_000n, 1_000n, TAPROOT));
    const spend = signTransfer(
      payer,
      [{ txid, vout: 0, value: 50_000n }],
      [{ script: STRANGER, value: 40_000n }],
    );
    expect(await reasonAgainst(ledger, spend)).to.match(
      /unsupported-script: input 0 spends a v1_p2tr output/,
    );
  });

  it("refuses spending a coin twice once the first spending is in a block", async () => {
    const from = coin(ledger, 0);
    const first = await ledger.accept(payment(from, 10_000n));
    await ledger.mine(1);
    expect(await reasonAgainst(ledger, payment(from, 20_000n, 50_000n))).to.equal(
      "bad-txns-inputs-missingorspent",
    );
    expect(await reasonAgainst(ledger, payment({ ...from, txid: "ab".repeat(32) }, 1_000n))).to.equal(
      "bad-txns-inputs-missingorspent",
    );
    expect(confirmations(ledger, first)).to.equal(1);
  });

  it("answers a repeated broadcast with the same txid, and says when it is in a block already", async () => {
    const hex = payment(coin(ledger, 0), 10_000n);
    expect(await ledger.accept(hex)).to.equal(await ledger.accept(hex));
    await ledger.mine(1);
    expect(await reasonAgainst(ledger, hex)).to.equal("Transaction already in block chain");
  });

  it("replaces an unconfirmed payment only for more fee at a higher rate, and forgets what depended on it", async () => {
    const from = coin(ledger, 0);
    const old = await ledger.accept(payment(from, 10_000n, 1_000n));
    const change = { txid: old, vout: 1, value: from.value - 11_000n };
    const child = await ledger.accept(payment(change, 5_000n, 1_000n));
    expect(await reasonAgainst(ledger, payment(from, 20_000n, 1_000n))).to.match(/insufficient fee/);
    expect(await reasonAgainst(ledger, payment(from, 20_000n, 2_100n))).to.match(/insufficient fee/);
    const better = await ledger.accept(payment(from, 20_000n, 2_200n));
    expect([...ledger.view.mempool().keys()]).to.deep.equal([better]);
    expect([ledger.view.tx(old), ledger.view.tx(child)]).to.deep.equal([undefined, undefined]);
    expect(ledger.view.spender(from)?.record.tx.txid).to.equal(better);
    expect(await reasonAgainst(ledger, payment(change, 5_000n))).to.equal("bad-txns-inputs-missingorspent");
  });

  it("lets unconfirmed coins be spent, and puts parents before children into the block", async () => {
    const from = coin(ledger, 0);
    const parent = await ledger.accept(payment(from, 10_000n));
    const child = await ledger.accept(
      payment({ txid: parent, vout: 1, value: from.value - 11_000n }, 10_000n),
    );
    await ledger.mine(1);
    expect(ledger.view.tip().txids.slice(1)).to.deep.equal([parent, child]);
  });

  it("keeps a coinbase locked for 100 blocks", async () => {
    const unspent = [...(ledger.view.script(miner.script)?.unspent.values() ?? [])];
    const youngest = unspent.at(-1);
    const ripest = unspent[0];
    if (!youngest || !ripest) throw new Error("The miner has no coins.");
    const spend = (from: typeof ripest) =>
      reasonAgainst(ledger, signTransfer(miner, [from], [{ script: STRANGER, value: from.value - 1_000n }]));
    expect(await spend(youngest)).to.equal("bad-txns-premature-spend-of-coinbase");
    await ledger.mine(98);
    expect(await spend(youngest)).to.equal("bad-txns-premature-spend-of-coinbase");
    await ledger.mine(1);
    expect(await spend(youngest)).to.equal("accepted");
  });

  it("refuses time locks that are not over, and text that is no transaction", async () => {
    const tx = Transaction.fromHex(payment(coin(ledger, 0), 10_000n));
    tx.locktime = ledger.view.tip().height + 1;
    expect(await reasonAgainst(ledger, tx.toHex())).to.equal("non-final");
    tx.locktime = 0;
    if (tx.ins[0]) tx.ins[0].sequence = 5;
    expect(await reasonAgainst(ledger, tx.toHex())).to.match(/non-BIP68-final/);
    expect(await reasonAgainst(ledger, "not hex")).to.match(/TX decode failed/);
    expect(await reasonAgainst(ledger, "00".repeat(60))).to.match(/TX decode failed/);
    expect(await reasonAgainst(ledger, `${payment(coin(ledger, 0), 10_000n)}00`)).to.match(
      /TX decode failed/,
    );
  });

  it("takes a confirmation back when the chain is reorganised, and gives it again with the next block", async () => {
    const txid = await ledger.accept(payment(coin(ledger, 0), 10_000n));
    await ledger.mine(2);
    const stale = ledger.view.tip().hash;
    const height = await ledger.reorg(2);
    expect(height).to.equal(112); // 110 before, two undone, three new
    expect(confirmations(ledger, txid)).to.equal(0);
    expect([...ledger.view.mempool().keys()]).to.deep.equal([txid]);
    expect(ledger.view.blockBy(stale)).to.not.equal(ledger.view.blockAt(111));
    await ledger.mine(1);
    expect(confirmations(ledger, txid)).to.equal(1);
  });

  it("loses what lived on a coinbase that a reorganisation removed", async () => {
    await ledger.mine(100);
    const young = [...(ledger.view.script(miner.script)?.unspent.values() ?? [])].find(
      ({ record }) => record.block?.height === 110,
    );
    if (!young) throw new Error("Block 110 pays nobody.");
    const outputs = [{ script: STRANGER, value: young.value - 1_000n }];
    const txid = await ledger.accept(signTransfer(miner, [young], outputs));
    expect(ledger.view.mempool().has(txid)).to.equal(true);
    await ledger.reorg(100);
    expect(ledger.view.tx(txid)).to.equal(undefined);
  });

  it("forgets a dropped transaction and frees its coins", async () => {
    const from = coin(ledger, 0);
    const txid = await ledger.accept(payment(from, 10_000n));
    expect(await ledger.drop(txid)).to.deep.equal([txid]);
    expect(ledger.view.spender(from)).to.equal(undefined);
    expect(await reasonAgainst(ledger, payment(from, 10_000n))).to.equal("accepted");
  });

  it("dates blocks by the clock, and always after the median of the eleven before", async () => {
    const time = handClock();
    const own = openSimulatedChain({ clock: time.clock, minerScript: miner.script });
    await own.mine(30);
    for (let height = 1; height <= 30; height++) {
      const before = own.view.blockAt(height - 1);
      expect(own.view.blockAt(height)?.time).to.be.above(before?.medianTime ?? Infinity);
    }
    time.pass(3_600_000);
    await own.mine(1);
    expect(own.view.tip().time).to.equal(time.clock() / 1000);
  });
});
