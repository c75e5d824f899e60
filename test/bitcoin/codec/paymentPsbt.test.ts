import { expect } from "chai";
import { Psbt, Transaction } from "bitcoinjs-lib";
import type { ECPairInterface } from "ecpair";
import { commitmentScript } from "../../../src/bitcoin/codec/outputScript.ts";
import {
  paymentPsbt,
  readPsbtPayment,
  type ForeignCoin,
  type PaymentPsbt,
  type PsbtRequest,
} from "../../../src/bitcoin/codec/paymentPsbt.ts";
import { feeAt } from "../../../src/bitcoin/codec/transactionSize.ts";
import { richLedger, coinsOf } from "../../sandbox/ledgerAtHand.ts";
import { coinOf, own, payer, scriptsOf, taprootKey, testKey, valueOf } from "./coinSets.ts";

const USER = testKey(21);
const SCRIPTS = scriptsOf(USER);
const DEPOSITORY = scriptsOf(testKey(22)).p2wpkh;
const REQUEST = `0x${"c5".repeat(32)}`;
const RATE = 7_000n;
const hex = (data: Uint8Array) => Buffer.from(data).toString("hex");

/** Coins of a script with the transaction that made them. */
function madeCoins(script: string, values: readonly bigint[]): readonly ForeignCoin[] {
  const tx = new Transaction();
  tx.addInput(Buffer.alloc(32, 9), 0);
  for (const value of values) tx.addOutput(Buffer.from(script, "hex"), value);
  const rawTx = tx.toHex();
  return values.map((value, vout) => ({ outpoint: `${tx.getId()}:${vout}`, value, script, rawTx }));
}

const ask = (more: Partial<PsbtRequest>) =>
  paymentPsbt({
    coins: [],
    targets: [{ script: DEPOSITORY, value: 100_000n }],
    requestId: REQUEST,
    changeScript: SCRIPTS.p2wpkh,
    satPerKvb: RATE,
    ...more,
  });
const made = (answer: ReturnType<typeof ask>): PaymentPsbt => {
  if (answer.kind === "psbt") return answer;
  throw new Error(`Expected a PSBT, got ${answer.kind}.`);
};

/** What a wallet does: adds what it knows of its own keys, signs every input, finalises, and gives the transaction. */
function sign(psbtHex: string, key: ECPairInterface): Transaction {
  const psbt = Psbt.fromHex(psbtHex);
  psbt.data.inputs.forEach(({ witnessUtxo }, vin) => {
    const taproot = witnessUtxo && hex(witnessUtxo.script) === SCRIPTS.p2tr;
    if (taproot) psbt.updateInput(vin, { tapInternalKey: key.publicKey.subarray(1, 33) });
    psbt.signInput(vin, taproot ? taprootKey(key) : key);
    const verify = (pubkey: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
      taproot
        ? taprootKey(key).verifySchnorr(hash, signature)
        : hex(pubkey) === hex(key.publicKey) && key.verify(hash, signature);
    expect(psbt.validateSignaturesOfInput(vin, verify)).to.equal(true);
  });
  return psbt.finalizeAllInputs().extractTransaction();
}

describe("a payment that somebody else signs", () => {
  for (const [kind, script] of Object.entries(SCRIPTS)) {
    it(`from ${kind} coins is signed by a wallet as it is given, and pays the rate`, () => {
      const coins = madeCoins(script, [60_000n, 70_000n, 5_000n]);
      const answer = made(ask({ coins, changeScript: script, userPublicKey: hex(USER.publicKey) }));
      const tx = sign(answer.psbtHex, USER);
      expect(tx.ins).to.have.length(2);
      expect(tx.outs.map((output) => hex(output.script))).to.deep.equal([
        DEPOSITORY,
        commitmentScript(REQUEST),
        script,
      ]);
      expect(tx.outs.slice(0, 2).map(({ value }) => value)).to.deep.equal([100_000n, 0n]);
      expect(130_000n - valueOf(tx.outs)).to.equal(answer.fee);
      expect(answer.fee >= feeAt(tx.virtualSize(), RATE)).to.equal(true);
      expect(answer.fee <= feeAt(tx.virtualSize() + 3, RATE)).to.equal(true);
      expect([tx.version, tx.locktime, tx.ins[0]!.sequence]).to.deep.equal([2, 0, 0xfffffffd]);
    });

    it(`from ${kind} coins says what it does before it is signed`, () => {
      const coins = madeCoins(script, [60_000n, 70_000n, 5_000n]);
      const { psbtHex, fee, inputs } = made(
        ask({ coins, changeScript: script, userPublicKey: hex(USER.publicKey) }),
      );
      const read = readPsbtPayment(psbtHex);
      expect(read.inputs).to.deep.equal(inputs.map(({ outpoint, value }) => ({ outpoint, value, script })));
      expect(read.outputs.slice(0, 2)).to.deep.equal([
        { script: DEPOSITORY, value: 100_000n },
        { script: commitmentScript(REQUEST), value: 0n },
      ]);
      expect([read.requestId, read.fee]).to.deep.equal([REQUEST, fee]);
      expect(readPsbtPayment(Buffer.from(psbtHex, "hex").toString("base64"))).to.deep.equal(read);
    });
  }

  it("is accepted by the ledger, and its commitment is found there", async () => {
    const ledger = await richLedger();
    const [first] = coinsOf(ledger);
    const coins = [{ outpoint: `${first!.txid}:${first!.vout}`, value: first!.value, script: own }];
    const { psbtHex, fee } = made(ask({ coins, changeScript: own }));
    const signed = Psbt.fromHex(psbtHex).signAllInputs(payer.key).finalizeAllInputs();
    const txid = await ledger.accept(signed.extractTransaction().toHex());
    expect(ledger.view.tx(txid)?.fee).to.equal(fee);
    await ledger.close();
  });

  it("from witness coins needs no raw transactions", () => {
    const coins = [coinOf(1, 60_000n, SCRIPTS.p2wpkh), coinOf(2, 70_000n, SCRIPTS.p2tr)];
    expect(sign(made(ask({ coins })).psbtHex, USER).ins).to.have.length(2);
  });

  it("may mix kinds of coins", () => {
    const coins = Object.values(SCRIPTS).flatMap((script) => madeCoins(script, [30_000n]));
    const answer = made(ask({ coins, userPublicKey: hex(USER.publicKey) }));
    const tx = sign(answer.psbtHex, USER);
    expect(tx.ins).to.have.length(4);
    expect(answer.fee >= feeAt(tx.virtualSize(), RATE)).to.equal(true);
  });

  const reason = (answer: ReturnType<typeof ask>) =>
    answer.kind === "unspendable" ? answer.reason : answer.kind;

  it("asks for the public key of a P2SH address, and for the right one", () => {
    const coins = madeCoins(SCRIPTS["p2sh-p2wpkh"], [200_000n]);
    expect(reason(ask({ coins }))).to.match(/Expected the compressed public key .* got none/);
    for (const key of [hex(testKey(3).publicKey), "02", `02${"ff".repeat(32)}`]) {
      expect(reason(ask({ coins, userPublicKey: key }))).to.match(new RegExp(`got ${key}`));
    }
  });

  it("asks for the transaction that made a P2PKH coin", () => {
    expect(reason(ask({ coins: [coinOf(1, 200_000n, SCRIPTS.p2pkh)] }))).to.match(
      /Expected the transaction that made/,
    );
  });

  it("is not made from coins whose script nobody can size", () => {
    expect(reason(ask({ coins: [coinOf(1, 200_000n, `0020${"33".repeat(32)}`)] }))).to.match(
      /has script 0020/,
    );
  });

  it("is refused a raw transaction that made another coin, or another value", () => {
    const [coin] = madeCoins(SCRIPTS.p2pkh, [200_000n]);
    const [other] = madeCoins(SCRIPTS.p2pkh, [300_000n]);
    expect(() => ask({ coins: [{ ...coin!, rawTx: other!.rawTx }] })).to.throw(
      /Expected the transaction that made/,
    );
    expect(() => ask({ coins: [{ ...coin!, value: 200_001n }] })).to.throw(/holds 200000 sats/);
  });

  it("says what is missing, and which output is dust", () => {
    expect(ask({ coins: [coinOf(1, 100_000n, SCRIPTS.p2wpkh)] })).to.deep.equal({
      kind: "insufficient",
      missing: 1_071n,
    }); // 153 vB
    expect(
      ask({ coins: [coinOf(1, 100_000n, SCRIPTS.p2wpkh)], targets: [{ script: DEPOSITORY, value: 293n }] })
        .kind,
    ).to.equal("below-dust");
  });
});

describe("reading a PSBT", () => {
  it("refuses text that is none, and one that hides what it spends", () => {
    expect(() => readPsbtPayment("0x1234")).to.throw(/Expected a PSBT in hex or base64, got "0x1234"/);
    const blind = new Psbt().addInput({ hash: "ab".repeat(32), index: 0 }).toHex();
    expect(() => readPsbtPayment(blind)).to.throw(/Expected input 0 \(abab.*:0\) .* to carry/);
  });

  it("finds no request in a payment that is tied to none", () => {
    const [coin] = madeCoins(SCRIPTS.p2pkh, [200_000n]);
    const psbt = new Psbt()
      .addInput({
        hash: coin!.outpoint.slice(0, 64),
        index: 0,
        nonWitnessUtxo: Buffer.from(coin!.rawTx!, "hex"),
      })
      .addOutput({ script: Buffer.from(DEPOSITORY, "hex"), value: 199_000n });
    expect(readPsbtPayment(psbt.toHex())).to.deep.include({ requestId: undefined, fee: 1_000n });
  });
});
