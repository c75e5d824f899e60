import * as ecc from "tiny-secp256k1";
import { payments, Psbt } from "bitcoinjs-lib";
import { expect } from "chai";
import { ECPairFactory } from "ecpair";
import { completeSigned } from "../../../src/bitcoin/codec/signedPsbt.ts";

const KEY = ECPairFactory(ecc).fromPrivateKey(Buffer.alloc(32, 7));
const { output: script = new Uint8Array() } = payments.p2wpkh({ pubkey: KEY.publicKey });

/** A PSBT that spends so many coins of one key. */
function spending(coins: number): Psbt {
  const psbt = new Psbt();
  for (let index = 0; index < coins; index++)
    psbt.addInput({ hash: Buffer.alloc(32, 1), index, witnessUtxo: { script, value: 1_000n } });
  return psbt.addOutput({ script, value: 900n * BigInt(coins) });
}

describe("a signed PSBT", () => {
  it("becomes a transaction when every coin is signed for", () => {
    const signed = completeSigned(spending(20).signAllInputs(KEY).toBase64());
    expect(signed.kind).to.equal("signed");
  });

  it("with more signatures than a payment takes is refused before any of them is checked", () => {
    const psbt = spending(61);
    const [partialSig] = spending(1)
      .signAllInputs(KEY)
      .data.inputs.map((input) => input.partialSig);
    for (const input of psbt.data.inputs) input.partialSig = partialSig ?? [];
    expect(completeSigned(psbt.toBase64())).to.include({ kind: "unsigned", reason: "crowded", words: "61" });
  });

  it("with a signature that nodes do not relay, for its high S, is refused", () => {
    const signature = (hash: Uint8Array) => highS(KEY.sign(hash));
    const psbt = spending(1).signInput(0, { publicKey: KEY.publicKey, sign: signature });
    expect(completeSigned(psbt.toBase64())).to.include({ kind: "unsigned", reason: "misfit", input: 1 });
  });
});

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other signature of the same key and hash. */
function highS(signature: Uint8Array): Uint8Array {
  const s = ORDER - BigInt(`0x${Buffer.from(signature.subarray(32)).toString("hex")}`);
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")]);
}
