import type { Transaction } from "bitcoinjs-lib";
import { SCRIPTS, makeTx, type Coin } from "../keys.ts";
import { sum, type Lab } from "../lab.ts";
import { ACCEPTED, SOME_SATS, aPayment, type Recipe, type Trial } from "./trial.ts";

/** Spending what an unconfirmed transaction spends (BIP125). Every one here signals that it may be replaced. */

const TOO_CHEAP = "insufficient fee";

/** Everything to one p2tr output, whose signatures and so whose sizes do not vary. */
function sweep(coins: readonly Coin[], fee: bigint, more = 0): Transaction {
  const extra = Array.from({ length: more }, () => aPayment);
  return makeTx(coins, [
    ...extra,
    { script: SCRIPTS.p2tr, value: sum(coins) - fee - SOME_SATS * BigInt(more) },
  ]);
}

const outputOf = (tx: Transaction, vout = 0): Coin => ({
  txid: tx.getId(),
  vout,
  value: tx.outs[vout]!.value,
  kind: "p2tr",
});
const good = (tx: Transaction): Trial => ({ hex: tx.toHex(), expects: ACCEPTED });
const bad = (tx: Transaction, expects: string): Trial => ({ hex: tx.toHex(), expects });
const taproot = (lab: Lab, count: number) => lab.take(count, "p2tr");
const size = (tx: Transaction) => BigInt(tx.virtualSize());

export const replacements: Readonly<Record<string, Recipe>> = {
  "less fee, the same, and what relaying costs on top": (lab) => {
    const coins = taproot(lab, 1);
    const old = sweep(coins, 1_000n);
    const least = 1_000n + size(old);
    return [
      good(old),
      bad(sweep(coins, 999n), TOO_CHEAP),
      bad(sweep(coins, least - 1n), TOO_CHEAP),
      good(sweep(coins, least)),
      bad(old, TOO_CHEAP),
    ];
  },
  "more fee at a lower rate": (lab) => {
    const [coin, ...others] = taproot(lab, 4) as [Coin, ...Coin[]];
    const old = sweep([coin], 2_000n);
    return [good(old), bad(sweep([coin, ...others], 2_500n), TOO_CHEAP)];
  },
  "a rate that is higher by less than a sat for a kilobyte": (lab) => {
    const coins = taproot(lab, 1);
    const old = sweep(coins, 10_000n);
    const next = sweep(coins, 0n, 30);
    const rate = (10_000n * 1_000n) / size(old);
    const fee = (rate * size(next)) / 1_000n + 1n;
    return [
      good(old),
      bad(sweep(coins, fee, 30), TOO_CHEAP),
      good(sweep(coins, fee + size(next) / 500n + 1n, 30)),
    ];
  },
  "a parent whose children go with it": (lab) => {
    const coins = taproot(lab, 1);
    const parent = sweep(coins, 1_000n, 1);
    const child = makeTx([outputOf(parent, 1)], [{ ...aPayment, value: parent.outs[1]!.value - 3_000n }]);
    const least = 4_000n + size(sweep(coins, 0n));
    return [
      good(parent),
      good(child),
      bad(sweep(coins, least - 1n), TOO_CHEAP),
      good(sweep(coins, least)),
      bad(child, "bad-txns-inputs-missingorspent"),
      bad(parent, TOO_CHEAP),
    ];
  },
  "what spends from that which it replaces": (lab) => {
    const coins = taproot(lab, 1);
    const old = sweep(coins, 1_000n);
    const both = makeTx(
      [coins[0]!, outputOf(old)],
      [{ ...aPayment, value: sum(coins) - 50_000n + old.outs[0]!.value }],
    );
    return [good(old), bad(both, "bad-txns-spends-conflicting-tx")];
  },
  "a new unconfirmed input": (lab) => {
    const coins = taproot(lab, 2);
    const old = sweep([coins[0]!], 1_000n);
    const other = sweep([coins[1]!], 1_000n);
    return [
      good(old),
      good(other),
      bad(sweep([coins[0]!, outputOf(other)], 20_000n), "replacement-adds-unconfirmed"),
    ];
  },
  "an unconfirmed input that the old one had": (lab) => {
    const coins = taproot(lab, 1);
    const parent = sweep(coins, 1_000n, 1);
    const inherited = [{ ...outputOf(parent, 1) }];
    return [good(parent), good(sweep(inherited, 1_000n)), good(sweep(inherited, 5_000n))];
  },
  "two at once": (lab) => {
    const coins = taproot(lab, 2);
    const olds = coins.map((coin) => sweep([coin], 1_500n));
    const least = 3_000n + size(sweep(coins, 0n));
    return [...olds.map(good), bad(sweep(coins, least - 1n), TOO_CHEAP), good(sweep(coins, least))];
  },
  "a better payment that is badly signed": (lab) => {
    const coins = taproot(lab, 1);
    const forged = sweep(coins, 5_000n);
    forged.setWitness(0, [Buffer.alloc(64, 7)]);
    return [good(sweep(coins, 1_000n)), bad(forged, "Invalid Schnorr signature")];
  },
};

/** A hundred may go at once, and not one more: four families of 25, and a single one. Slow, so it is tried once. */
export function crowd(lab: Lab): readonly Trial[] {
  const coins = taproot(lab, 5);
  const families = coins.slice(0, 4).flatMap((coin) => {
    const parent = sweep([coin], 4_000n, 23);
    const kids = parent.outs.map((_, vout) => {
      const from: Coin = { ...outputOf(parent, vout), kind: vout < 23 ? "p2wpkh" : "p2tr" };
      return makeTx([from], [{ ...aPayment, value: from.value - 500n }]);
    });
    return [parent, ...kids];
  });
  const single = sweep([coins[4]!], 1_000n);
  const fee = 200_000n;
  return [
    ...[...families, single].map(good),
    bad(sweep(coins, fee), "too many potential replacements"),
    good(sweep(coins.slice(0, 4), fee)),
  ];
}
