import { Transaction } from "bitcoinjs-lib";
import type { ChainOutput } from "../../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { KINDS, SCRIPTS, makeTx, type Coin } from "../keys.ts";
import { sum, type Lab } from "../lab.ts";
import type { Chance } from "../chance.ts";
import { ACCEPTED, SOME_SATS, aPayment, pay, trial, type Recipe } from "./trial.ts";

/** What wallets send, and how much it may carry. */

const NO_SPENDING = "bad-txns-inputs-missingorspent";
const SIGHASH_BASES = [1, 2, 3];

export const payments: Readonly<Record<string, Recipe>> = {
  "any coins to any outputs": (lab) => {
    const { chance } = lab;
    const coins = lab.take(chance.between(1, 4));
    const outputs = Array.from({ length: chance.between(1, 5) }, () => ({
      script: anyScript(chance),
      value: BigInt(chance.between(600, 90_000)),
    }));
    const data = chance.between(0, 2) === 0 ? [dataOutput(chance, chance.between(0, 75))] : [];
    const all = lab.withChange(coins, [...outputs, ...data], chance.between(1, 60));
    return trial(makeTx(coins, all).toHex(), ACCEPTED);
  },
  "every signature type that exists": (lab) => {
    const coins = lab.take(3);
    const types = coins.map(({ kind }) => anyType(lab.chance, kind));
    const outputs = [aPayment, aPayment, ...lab.withChange(coins, [aPayment, aPayment]).slice(2)];
    const touch = (vin: number) => ({ hashType: types[vin]! });
    return trial(makeTx(coins, outputs, { touch }).toHex(), ACCEPTED);
  },
  "SIGHASH_SINGLE without an output at its place": (lab) => {
    const coins = [...lab.take(1, "p2wpkh"), ...lab.take(1, "p2wpkh", "p2pkh", "p2sh-p2wpkh", "p2tr")];
    const [first, second] = coins as [Coin, Coin];
    if (first.txid === second.txid && first.vout === second.vout) return [];
    const one = [{ script: SCRIPTS.p2wpkh, value: sum(coins) - 5_000n }];
    // What the older signature hashes define, BIP341 forbids: there is nothing that such a type could sign.
    const single = second.kind === "p2tr" ? { label: 3 } : { hashType: 3 };
    const touch = (vin: number) => ({ hashType: 1, ...(vin === 1 ? single : {}) });
    const expects = second.kind === "p2tr" ? "Invalid Schnorr signature hash type" : ACCEPTED;
    return trial(makeTx(coins, one, { touch }).toHex(), expects);
  },
  "the least fee, and one sat less": (lab) => {
    const coins = lab.take(1, "p2tr"); // signatures of one length
    const total = sum(coins);
    const size = BigInt(makeTx(coins, [{ ...aPayment, value: total }]).virtualSize());
    const leaving = (fee: bigint) => makeTx(coins, [{ ...aPayment, value: total - fee }]).toHex();
    return [
      { hex: leaving(size - 1n), expects: "min relay fee not met" },
      { hex: leaving(size), expects: ACCEPTED },
    ];
  },
  "a fee that is a mistake": (lab) => {
    const coins = lab.take(1);
    const fee = 10_001n * 120n;
    const one = [{ ...aPayment, value: sum(coins) - fee }];
    const size = BigInt(makeTx(coins, one).virtualSize());
    // Both guard a sender from more than 10,000 sat/vB: the node because `maxfeerate` is left at its default.
    const absurd = "Fee exceeds maximum configured by user (e.g. -maxtxfee";
    return trial(makeTx(coins, one).toHex(), fee > size * 10_000n ? absurd : ACCEPTED);
  },
  "more out than in": (lab) => {
    const coins = lab.take(2);
    return trial(makeTx(coins, [{ ...aPayment, value: sum(coins) + 1n }]).toHex(), "bad-txns-in-belowout");
  },
  "no fee": (lab) => {
    const coins = lab.take(1);
    return trial(makeTx(coins, [{ ...aPayment, value: sum(coins) }]).toHex(), "min relay fee not met");
  },
  "coins that wait": (lab) => {
    const [from] = lab.chance.shuffled(
      lab.waiting().filter((coin) => coin.value > 100_000n && isYoung(lab, coin)),
    );
    return from ? trial(pay(lab, [from], {}, lab.chance.between(1, 9)).toHex(), ACCEPTED) : [];
  },
  "a coin of an unknown transaction": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    const unknown = { ...coin, txid: lab.chance.bytes(32).toString("hex") };
    return trial(pay(lab, [unknown]).toHex(), NO_SPENDING);
  },
  "an output that a transaction does not have": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    return trial(pay(lab, [{ ...coin, vout: 4_000 }]).toHex(), NO_SPENDING);
  },
  "a coin that is spent in a block": (lab) => {
    const spent = confirmedSpend(lab);
    return spent ? trial(pay(lab, [spent]).toHex(), NO_SPENDING) : [];
  },
  "the same coin twice in one transaction": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    return trial(pay(lab, [coin, coin]).toHex(), "bad-txns-inputs-duplicate");
  },
  "a payment that waits already, and one in a block": (lab) => {
    const waits = [...lab.ledger.view.mempool().values()].map(({ tx }) => tx);
    const mined = lab.ledger.view
      .tip()
      .txids.slice(1)
      .map((txid) => lab.ledger.view.knownTx(txid).tx);
    const unspent = mined.filter(({ txid }) => !lab.ledger.view.spender({ txid, vout: 0 }));
    return [
      ...waits.slice(0, 1).map(({ raw }) => ({ hex: raw.toString("hex"), expects: ACCEPTED })),
      ...unspent.slice(0, 1).map(({ raw }) => ({ hex: raw.toString("hex"), expects: undefined })),
    ];
  },
  "a payment in a block, of which everything is spent in blocks": ({ ledger: { view } }) => {
    const heights = Array.from({ length: view.tip().height }, (_, index) => index + 1);
    const mined = heights.flatMap((height) => view.blockAt(height)!.txids.slice(1)).map(view.knownTx);
    const isSpent = (txid: string, vout: number) => view.spender({ txid, vout })?.record.block !== undefined;
    const gone = mined.find(({ tx }) => tx.outputs.every((_, vout) => isSpent(tx.txid, vout)));
    return gone ? trial(gone.tx.raw.toString("hex"), NO_SPENDING) : []; // a node has forgotten that it ever was
  },
  "a coinbase one block too young, and the oldest such": (lab) => {
    const next = lab.ledger.view.tip().height + 1;
    const young = "bad-txns-premature-spend-of-coinbase";
    const ripe = lab.coinbase(next - 100);
    const spent = lab.ledger.view.spender(ripe) !== undefined;
    return [
      { hex: pay(lab, [lab.coinbase(next - 99)]).toHex(), expects: young },
      ...(spent ? [] : [{ hex: pay(lab, [ripe]).toHex(), expects: ACCEPTED }]),
    ];
  },
};

const OTHER_SCRIPTS = (chance: Chance) => [
  `0020${chance.bytes(32).toString("hex")}`, // p2wsh
  `a914${chance.bytes(20).toString("hex")}87`,
  `2102${chance.bytes(32).toString("hex")}ac`, // p2pk
  `4104${chance.bytes(64).toString("hex")}ac`,
  `5120${chance.bytes(32).toString("hex")}`,
  `${chance.oneOf(["52", "53", "5f", "60"])}20${chance.bytes(32).toString("hex")}`, // versions that are yet to come
  `5102${chance.bytes(2).toString("hex")}`,
];

function anyScript(chance: Chance): string {
  return chance.oneOf([...KINDS.map((kind) => SCRIPTS[kind]), ...OTHER_SCRIPTS(chance)]);
}

function dataOutput(chance: Chance, size: number): ChainOutput {
  const push = Buffer.concat([Buffer.of(size), chance.bytes(size)]);
  return { script: `6a${push.toString("hex")}`, value: 0n };
}

function anyType(chance: Chance, kind: Coin["kind"]): number {
  if (kind === "p2tr" && chance.between(0, 2) === 0) return Transaction.SIGHASH_DEFAULT;
  return chance.oneOf(SIGHASH_BASES) | chance.oneOf([0, Transaction.SIGHASH_ANYONECANPAY]);
}

/** Nodes let only so many wait on one another; the ledger does not count them, so the trials stay short of it. */
function isYoung({ ledger }: Lab, { txid }: Coin): boolean {
  const { tx } = ledger.view.knownTx(txid);
  return tx.inputs.every((input) => ledger.view.knownTx(input.txid).block !== undefined);
}

function confirmedSpend({ ledger, chance }: Lab): Coin | undefined {
  const records = ledger.view
    .tip()
    .txids.slice(1)
    .map((txid) => ledger.view.knownTx(txid));
  const spent = records.flatMap(({ tx, spent: outputs }) =>
    outputs.flatMap(({ script, value }, vin) => {
      const kind = KINDS.find((one) => SCRIPTS[one] === script);
      return kind ? [{ txid: tx.inputs[vin]!.txid, vout: tx.inputs[vin]!.vout, value, kind }] : [];
    }),
  );
  return spent.length > 0 ? chance.oneOf(spent.filter(({ value }) => value > SOME_SATS * 5n)) : undefined;
}
