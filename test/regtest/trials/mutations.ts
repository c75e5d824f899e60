import type { Transaction } from "bitcoinjs-lib";
import { KINDS, SCRIPTS, STRANGER, makeTx, type Coin, type Touch } from "../keys.ts";
import { sum, type Lab } from "../lab.ts";
import { DUST, STRANGE_SCRIPTS } from "./shapes.ts";
import { pay, type Recipe, type Trial } from "./trial.ts";

/** Transactions that chance has changed. Nobody says what should come of them: both sides have to agree on it. */

const EACH = 12; // of every sort in a round

export const mutations: Readonly<Record<string, Recipe>> = {
  "a bit that flipped on the way": (lab) =>
    several(() => {
      const bytes = anyPayment(lab);
      const at = lab.chance.between(0, bytes.length - 1);
      bytes[at] = bytes[at]! ^ (1 << lab.chance.between(0, 7));
      return bytes;
    }),
  "bytes that are missing, or there twice": (lab) =>
    several(() => {
      const bytes = anyPayment(lab);
      const at = lab.chance.between(0, bytes.length - 1);
      const next = lab.chance.oneOf([at - 1, at + 1, at + 2]);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, next))]);
    }),
  "several faults at once": (lab) => several(() => faulty(lab)),
};

function several(make: () => Buffer): readonly Trial[] {
  return Array.from({ length: EACH }, () => ({ hex: make().toString("hex"), expects: undefined }));
}

function anyPayment(lab: Lab): Buffer {
  return Buffer.from(pay(lab, lab.take(lab.chance.between(1, 2))).toBuffer());
}

/** Each part is wrong now and then, so that often two are, and the first rule that is broken has to be the same one. */
function faulty(lab: Lab): Buffer {
  const { chance } = lab;
  const { height, medianTime } = lab.ledger.view.tip();
  const sometimes = <T>(usual: T, ...strange: readonly T[]): T =>
    chance.between(0, 4) === 0 ? chance.oneOf(strange) : usual;
  const coins = sometimes<readonly Coin[]>(
    lab.take(2),
    [...lab.take(1), lab.coinbase(height)],
    [...lab.take(1), { ...lab.take(1)[0]!, vout: 9_999 }],
    [...lab.take(1), ...lab.waiting().slice(0, 1)],
  );
  const [dust, least] = chance.oneOf(DUST);
  const outputs = [
    { script: sometimes(SCRIPTS[chance.oneOf(KINDS)], chance.oneOf(STRANGE_SCRIPTS)), value: 40_000n },
    sometimes({ script: SCRIPTS.p2tr, value: 5_000n }, { script: dust, value: least - 1n }),
  ];
  const fee = sometimes(9_000n, 0n, 50n, -1n, 9_000_000n);
  const rest = { script: SCRIPTS.p2tr, value: sum(coins) - sum(outputs) - fee };
  const tx = makeTx(coins, [...outputs, ...(rest.value > 1_000n ? [rest] : [])], {
    version: sometimes(2, 1, 3),
    locktime: sometimes(0, height, height + 1, medianTime, medianTime - 1),
    sequence: () => sometimes(0xfffffffd, 0xffffffff, 1, 0, 500, 0x00400001, 0x00400100),
    touch: () => sometimes<Touch>({}, { signer: STRANGER }, { label: 4 }, { bend: () => Buffer.of() }),
  });
  sometimes<(whole: Transaction) => void>(
    () => {},
    (whole) => whole.setInputScript(0, Buffer.of(0x75)),
    (whole) => whole.setInputScript(1, Buffer.of(0x51)),
    (whole) => whole.setWitness(0, [Buffer.of(1)]),
    (whole) => whole.setWitness(1, []),
  )(tx);
  return Buffer.from(tx.toBuffer());
}
