import { expect } from "chai";
import { type Transaction, crypto, script as scripts } from "bitcoinjs-lib";
import type { SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { RefusedTransaction } from "../../src/sandbox/bitcoin/rules/transactionRules.ts";
import { signTransfer } from "../../src/sandbox/wallet/signing.ts";
import { KINDS, SCRIPTS, STRANGER, makeTx, type Coin, type Kind, type Touch } from "../regtest/keys.ts";
import { coinsOf, payer, richLedger } from "./ledgerAtHand.ts";

const VALUE = 100_000n;
const WRONG = /\(Signature must be zero for failed CHECK\(MULTI\)SIG operation\)/;
const out = [{ script: payer.script, value: VALUE - 2_000n }];

describe("spending from the ledger", () => {
  let ledger: SimulatedChain;
  let coins: Readonly<Record<Kind, readonly [Coin, Coin]>>; // two of each kind, confirmed

  before(async () => {
    ledger = await richLedger();
    const [from] = coinsOf(ledger);
    const paid = [...KINDS, ...KINDS].map((kind) => ({ script: SCRIPTS[kind], value: VALUE }));
    const change = { script: payer.script, value: from!.value - VALUE * BigInt(paid.length) - 5_000n };
    const txid = await ledger.accept(signTransfer(payer, [from!], [...paid, change]));
    await ledger.mine(1);
    const coin = (kind: Kind, vout: number): Coin => ({ txid, vout, value: VALUE, kind });
    coins = Object.fromEntries(
      KINDS.map((kind, index) => [kind, [coin(kind, index), coin(kind, index + KINDS.length)]]),
    ) as unknown as typeof coins;
  });

  const judge = async (tx: Transaction): Promise<string> => {
    try {
      await ledger.drop(await ledger.accept(tx.toHex())); // so that the coins serve the next test too
      return "accepted";
    } catch (error) {
      if (error instanceof RefusedTransaction) return error.message;
      throw error;
    }
  };
  const spend = (kind: Kind, touch: Touch = {}) =>
    judge(makeTx([coins[kind][0]], out, { touch: () => touch }));
  const changed = (kind: Kind, change: (tx: Transaction) => void) => {
    const tx = makeTx([coins[kind][0]], out);
    change(tx);
    return judge(tx);
  };

  for (const kind of KINDS) {
    it(`takes a signature by the owner of a ${kind} output, and nobody else's`, async () => {
      expect(await spend(kind)).to.equal("accepted");
      const reason = await spend(kind, { signer: STRANGER });
      expect(reason).to.match(kind === "p2tr" ? /\(Invalid Schnorr signature\)/ : WRONG);
    });

    it(`takes every type of signature that exists for ${kind}, and none under another's name`, async () => {
      for (const hashType of [1, 2, 3, 0x81, 0x82, 0x83]) {
        expect(await spend(kind, { hashType }), String(hashType)).to.equal("accepted");
      }
      const reason = await spend(kind, { hashType: 1, label: 2 });
      expect(reason).to.match(kind === "p2tr" ? /\(Invalid Schnorr signature\)/ : WRONG);
      expect(await spend(kind, { label: 4 })).to.match(
        kind === "p2tr" ? /Invalid Schnorr signature hash type/ : /hash type missing or not understood/,
      );
    });
  }

  it("spends one coin of each kind at once", async () => {
    const all = KINDS.map((kind) => coins[kind][0]);
    const total = [{ script: payer.script, value: VALUE * BigInt(all.length) - 5_000n }];
    expect(await judge(makeTx(all, total))).to.equal("accepted");
  });

  it("binds a taproot signature to the amounts of all inputs, a segwit one to its own", async () => {
    for (const [kind, reason] of [
      ["p2tr", /Invalid Schnorr signature/],
      ["p2wpkh", WRONG],
    ] as const) {
      // prettier-ignore
      expect(await spend(kind, { amount: VALUE + 1n })).to.match(reason);
    }
    const two = [coins.p2tr[0], coins.p2tr[1]];
    const lie = { ...two[1]!, value: VALUE - 1n };
    const signed = makeTx([two[0]!, lie], [{ script: payer.script, value: VALUE }]);
    expect(await judge(signed)).to.match(/Invalid Schnorr signature/);
  });

  it("refuses an annex as non-standard, and names what it cannot judge", async () => {
    const more = (...items: Uint8Array[]) =>
      changed("p2tr", (tx) => tx.setWitness(0, [...tx.ins[0]!.witness, ...items]));
    expect(await more(Buffer.of(0x50, 1))).to.equal("bad-witness-nonstandard");
    expect(await more(Buffer.of(0x51), Buffer.alloc(33, 0xc0))).to.match(
      /^unsupported-script: input 0 spends a v1_p2tr output by a script/,
    );
  });

  it("opens a p2sh output only with the program that it commits to, and with nothing beside it", async () => {
    const program = Buffer.concat([Buffer.of(0, 20), crypto.hash160(STRANGER.publicKey)]);
    const other = await changed("p2sh-p2wpkh", (tx) => tx.setInputScript(0, scripts.compile([program])));
    expect(other).to.match(/false\/empty top stack element/);
    const beside = await changed("p2sh-p2wpkh", ({ ins }) => {
      ins[0]!.script = Buffer.concat([Buffer.of(0x51), ins[0]!.script]);
    });
    expect(beside).to.match(/Witness requires only-redeemscript scriptSig/);
    expect(await changed("p2sh-p2wpkh", (tx) => tx.setInputScript(0, Buffer.of()))).to.equal(
      "bad-txns-nonstandard-inputs",
    );
  });

  it("says of a fault of policy alone that a block might hold it", async () => {
    const long = await changed("p2pkh", ({ ins }) => {
      ins[0]!.script = Buffer.concat([Buffer.of(0x51), ins[0]!.script]);
    });
    expect(long).to.equal(
      "non-mandatory-script-verify-flag (Stack size must be exactly one after execution)",
    );
    expect(await spend("p2pkh", { signer: STRANGER })).to.match(/^mandatory-script-verify-flag-failed/);
  });

  it("reads signatures strictly: not a byte more, not a byte less", async () => {
    const bends: readonly ((signature: Buffer) => Uint8Array)[] = [
      (signature) => signature.subarray(1),
      (signature) => Buffer.concat([signature, Buffer.of(1)]),
      (signature) => Buffer.concat([signature.subarray(0, 2), Buffer.of(3), signature.subarray(3)]),
      (signature) => signature.subarray(-1),
    ];
    for (const bend of bends) expect(await spend("p2wpkh", { bend })).to.match(/Non-canonical DER signature/);
    expect(await spend("p2wpkh", { bend: () => Buffer.of() })).to.match(/false\/empty top stack element/);
    expect(await spend("p2tr", { bend: (signature) => signature.subarray(1) })).to.match(/signature size/);
  });

  it("names the first broken rule, as a node does, when several are broken", async () => {
    const tx = makeTx([coins.p2wpkh[0]], [{ script: payer.script, value: VALUE + 1n }], {
      touch: () => ({ signer: STRANGER }),
    });
    expect(await judge(tx)).to.equal("bad-txns-in-belowout");
    tx.version = 3;
    expect(await judge(tx)).to.equal("version");
    tx.outs[0]!.value = -1n;
    expect(await judge(tx)).to.equal("bad-txns-vout-negative");
  });

  it("lets a coin be spent at the age that its input asks for, in blocks or in times of 512 seconds", async () => {
    const after = (sequence: number, version = 2) =>
      judge(makeTx([coins.p2wpkh[1]], out, { sequence, version }));
    const IN_TIMES = 0x400000;
    expect(await after(2)).to.equal("non-BIP68-final");
    expect(await after(1)).to.equal("accepted");
    expect(await after(2, 1)).to.equal("accepted"); // version 1 asks for no age
    expect(await after(IN_TIMES | 4)).to.equal("non-BIP68-final");
    const { time } = ledger.view.tip();
    await ledger.mine(11, (index) => (time + 600 * (index + 1)) * 1000);
    expect(await after(IN_TIMES | 4)).to.equal("accepted");
    expect(await after(13)).to.equal("non-BIP68-final");
    expect(await after(12)).to.equal("accepted");
  });
});
