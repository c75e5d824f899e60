import { expect } from "chai";
import { Transaction, crypto, payments, script as scripts } from "bitcoinjs-lib";
import "../../src/bitcoin/codec/address.ts"; // gives bitcoinjs-lib its curve
import { chanceOf } from "./chance.ts";
import { differenceOf } from "./differences.ts";
import { KEYS, SCRIPTS, STRANGER, makeTx, type Coin } from "./keys.ts";
import { openLab, sum, type Lab } from "./lab.ts";
import { ACCEPTED, aPayment, pay } from "./trials/trial.ts";

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes!).toString("hex");
const TRUE = Buffer.of(0x51);

describe("where the ledger and litecoind differ, and why", function () {
  this.timeout(60_000);
  let lab: Lab;
  before(async () => {
    lab = await openLab(chanceOf("differences"));
  });
  after(() => lab?.close());
  const kinds = async (raw: string) => {
    const { node, ledger } = await lab.judge(raw);
    return [node.kind, ledger.kind];
  };

  describe("because Bitcoin Core has moved on since 0.21", () => {
    it("replaces what did not signal that it may be replaced, as Core does since version 28", async () => {
      const coins = lab.take(1, "p2tr");
      const spend = (fee: bigint) =>
        makeTx(coins, [{ script: SCRIPTS.p2tr, value: sum(coins) - fee }], { sequence: 0xffffffff }).toHex();
      expect(await kinds(spend(1_000n))).to.deep.equal([ACCEPTED, ACCEPTED]);
      expect(await kinds(spend(5_000n))).to.deep.equal(["txn-mempool-conflict", ACCEPTED]);
    });

    it("takes a transaction of 66 bytes", async () => {
      const coins = lab.take(1);
      const small = { script: SCRIPTS.p2tr, value: 900n };
      const funding = makeTx(coins, lab.withChange(coins, [small]));
      expect(await kinds(funding.toHex())).to.deep.equal([ACCEPTED, ACCEPTED]);
      const coin: Coin = { txid: funding.getId(), vout: 0, value: small.value, kind: "p2tr" };
      const raw = makeTx([coin], [{ script: "6a0401020304", value: 0n }]);
      expect(raw.byteLength(false)).to.equal(66);
      expect(await kinds(raw.toHex())).to.deep.equal(["tx-size-small", ACCEPTED]);
      expect(differenceOf(raw.toHex())?.why).to.match(/65 to 81 bytes/);
    });

    it("takes two data outputs", async () => {
      const coins = lab.take(1);
      const data = (byte: string) => ({ script: `6a01${byte}`, value: 0n });
      const raw = makeTx(coins, lab.withChange(coins, [data("aa"), data("bb")])).toHex();
      expect(await kinds(raw)).to.deep.equal(["multi-op-return", ACCEPTED]);
      expect(differenceOf(raw)?.why).to.match(/data outputs/);
    });

    it("calls a wrong signature in a witness a broken rule of the network, not of policy", async () => {
      const raw = pay(lab, lab.take(1, "p2wpkh"), { touch: () => ({ signer: STRANGER }) }).toHex();
      const { node, ledger } = await lab.judge(raw);
      expect(node.kind).to.equal(ledger.kind);
      expect(node.words).to.match(/^non-mandatory-script-verify-flag/);
      expect(ledger.words).to.match(/^mandatory-script-verify-flag-failed/);
    });
  });

  describe("because Litecoin is not Bitcoin", () => {
    it("knows of 21 million coins only", async () => {
      const coins = lab.take(1);
      const raw = makeTx(coins, [{ ...aPayment, value: 2_100_000_000_000_001n }]).toHex();
      expect(await kinds(raw)).to.deep.equal(["bad-txns-in-belowout", "bad-txns-vout-toolarge"]);
      expect(differenceOf(raw)?.why).to.match(/84 million/);
    });

    it("sees nothing special in witness version 9", async () => {
      const coins = lab.take(1);
      const pegIn = { script: `5920${"ab".repeat(32)}`, value: 50_000n };
      const raw = makeTx(coins, lab.withChange(coins, [pegIn])).toHex();
      expect(await kinds(raw)).to.deep.equal(["pegin-count-mismatch", ACCEPTED]);
      expect(differenceOf(raw)?.why).to.match(/extension blocks/);
    });
  });

  describe("because the ledger guards its user and runs no scripts", () => {
    it("refuses a fee that is a mistake, which the node takes from a sender who insists", async () => {
      const coins = lab.take(1, "p2tr");
      const raw = makeTx(coins, [{ ...aPayment, value: sum(coins) - 1_500_000n }]).toHex();
      expect(await lab.node.rpc("sendrawtransaction", raw, 0)).to.be.a("string");
      expect((await lab.judge(raw)).ledger.words).to.match(/^Fee exceeds maximum/);
      await lab.mine(); // now the ledger has it too
    });

    it("refuses by name what only a script can open", async () => {
      const [coin] = lab.take(1) as [Coin];
      const tree = payments.p2tr({
        internalPubkey: KEYS.p2pkh.publicKey.subarray(1),
        scriptTree: { output: TRUE },
        redeem: { output: TRUE },
      });
      const opened: readonly Opened[] = [
        { script: `0020${hex(crypto.sha256(TRUE))}`, open: (tx) => tx.setWitness(0, [TRUE]) },
        {
          script: `a914${hex(crypto.hash160(TRUE))}87`,
          open: (tx) => tx.setInputScript(0, scripts.compile([TRUE])),
        },
        { script: hex(tree.output), open: (tx) => tx.setWitness(0, [...tree.witness!]) },
      ];
      const outputs = opened.map(({ script }) => ({ script, value: 100_000n }));
      const funding = makeTx([coin], lab.withChange([coin], outputs));
      expect(await kinds(funding.toHex())).to.deep.equal([ACCEPTED, ACCEPTED]);
      for (const [vout, { open }] of opened.entries()) {
        const tx = new Transaction();
        tx.version = 2;
        tx.addInput(funding.getHash(), vout, 0xfffffffd);
        tx.addOutput(Buffer.from(SCRIPTS.p2tr, "hex"), 90_000n);
        open(tx);
        const { node, ledger } = await lab.judge(tx.toHex());
        expect(ledger.words).to.match(/^unsupported-script: input 0 spends a (v0_p2wsh|p2sh|v1_p2tr) output/);
        expect(node.kind).to.equal(ACCEPTED);
      }
    });
  });
});

type Opened = Readonly<{ script: string; open: (tx: Transaction) => void }>;
