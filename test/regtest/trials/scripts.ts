import { script as scripts, type Transaction } from "bitcoinjs-lib";
import { KEYS, type Coin, type Kind } from "../keys.ts";
import type { Lab } from "../lab.ts";
import { ACCEPTED, pay, trial, type Recipe } from "./trial.ts";

/** Inputs whose scripts and witnesses are not of the form that their output asks for. */

const NO_STACK = "Operation not valid with the current stack size";
const NO_WITNESS = "Witness program was passed an empty witness";
const NOT_TWO = "Witness program hash mismatch";
const LONG_PUSH = "Data push larger than necessary";
const STRANGE_WITNESS = "bad-witness-nonstandard";

/** A payment from one coin of the kind, after something was done to it. */
function changed(lab: Lab, kind: Kind, change: (tx: Transaction) => void): string {
  const tx = pay(lab, lab.take(1, kind));
  change(tx);
  return tx.toHex();
}

const witness = (tx: Transaction) => tx.ins[0]!.witness;
const setScript = (tx: Transaction, ...parts: readonly (Uint8Array | number)[]) =>
  tx.setInputScript(0, scripts.compile([...parts]));
const pieces = (tx: Transaction) => scripts.decompile(tx.ins[0]!.script) as Uint8Array[];
/** A push by OP_PUSHDATA1 of what needs no such opcode. */
const longPush = (data: Uint8Array) => Buffer.concat([Buffer.of(0x4c, data.length), data]);

export const inputScripts: Readonly<Record<string, Recipe>> = {
  "no witness": (lab) => {
    const kind = lab.chance.oneOf(["p2wpkh", "p2sh-p2wpkh", "p2tr"] as const);
    const hex = changed(lab, kind, (tx) => tx.setWitness(0, []));
    return trial(hex, kind === "p2tr" ? NO_WITNESS : NOT_TWO);
  },
  "an item too few or too many in the witness": (lab) => {
    const kind = lab.chance.oneOf(["p2wpkh", "p2sh-p2wpkh"] as const);
    const change = lab.chance.oneOf<(items: Uint8Array[]) => Uint8Array[]>([
      (items) => items.slice(1),
      (items) => [...items, items[1]!],
      (items) => [Buffer.of(), ...items],
    ]);
    return trial(
      changed(lab, kind, (tx) => tx.setWitness(0, change(witness(tx)))),
      NOT_TWO,
    );
  },
  "a witness item of more than 520 bytes": (lab) =>
    trial(
      changed(lab, "p2wpkh", (tx) => tx.setWitness(0, [Buffer.alloc(521), witness(tx)[1]!])),
      "Push value size limit exceeded",
    ),
  "an annex": (lab) =>
    trial(
      changed(lab, "p2tr", (tx) =>
        tx.setWitness(0, [...witness(tx), Buffer.concat([Buffer.of(0x50), lab.chance.bytes(4)])]),
      ),
      STRANGE_WITNESS,
    ),
  "a witness for an output that wants none": (lab) =>
    trial(
      changed(lab, lab.chance.oneOf(["p2pkh", "p2pkh-long"] as const), (tx) =>
        tx.setWitness(0, [Buffer.of(1)]),
      ),
      STRANGE_WITNESS,
    ),
  "a script beside a native witness": (lab) =>
    trial(
      changed(lab, lab.chance.oneOf(["p2wpkh", "p2tr"] as const), (tx) => setScript(tx, lab.chance.bytes(4))),
      "Witness requires empty scriptSig",
    ),
  "signature and key in the script of a p2wpkh input": (lab) =>
    trial(
      changed(lab, "p2wpkh", (tx) => {
        setScript(tx, ...witness(tx));
        tx.setWitness(0, []);
      }),
      "Witness requires empty scriptSig",
    ),
  "no script for a p2pkh input": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => tx.setInputScript(0, Buffer.of())),
      NO_STACK,
    ),
  "a key without a signature": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => setScript(tx, KEYS.p2pkh.publicKey)),
      NO_STACK,
    ),
  "a push too many for p2pkh": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => setScript(tx, 0x51, ...pieces(tx))),
      "Stack size must be exactly one after execution",
    ),
  "a longer push than necessary": (lab) => {
    const kind = lab.chance.oneOf(["p2pkh", "p2sh-p2wpkh"] as const);
    const hex = changed(lab, kind, (tx) => {
      const last = pieces(tx).at(-1)!;
      const rest = scripts.compile(pieces(tx).slice(0, -1));
      tx.setInputScript(0, Buffer.concat([rest, longPush(last)]));
    });
    return trial(hex, LONG_PUSH);
  },
  "a number pushed as bytes": (lab) =>
    trial(
      changed(lab, "p2wpkh", (tx) => tx.setInputScript(0, Buffer.of(1, lab.chance.between(1, 16)))),
      LONG_PUSH,
    ),
  "an opcode that is reserved": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => setScript(tx, 0x50, ...pieces(tx))),
      "Opcode missing or not understood",
    ),
  "a script that does more than push": (lab) => {
    const kind = lab.chance.oneOf(["p2pkh", "p2wpkh", "p2sh-p2wpkh", "p2tr"] as const);
    return trial(
      changed(lab, kind, (tx) => setScript(tx, 0x51, 0x75)),
      "scriptsig-not-pushonly",
    );
  },
  "a script of more than 1,650 bytes": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => setScript(tx, ...[1, 2, 3, 4].map(() => Buffer.alloc(450, 1)))),
      "scriptsig-size",
    ),
  "an unlocking script above 520 bytes a push": (lab) =>
    trial(
      changed(lab, "p2pkh", (tx) => setScript(tx, Buffer.alloc(521, 1), ...pieces(tx))),
      "Push value size limit exceeded",
    ),
  "no redeem script": (lab) =>
    trial(
      changed(lab, "p2sh-p2wpkh", (tx) => tx.setInputScript(0, Buffer.of())),
      "bad-txns-nonstandard-inputs",
    ),
  "another redeem script": (lab) =>
    trial(
      changed(lab, "p2sh-p2wpkh", (tx) =>
        setScript(tx, Buffer.concat([Buffer.of(0, 20), lab.chance.bytes(20)])),
      ),
      "Script evaluated without error but finished with a false/empty top stack element",
    ),
  "more than the redeem script": (lab) =>
    trial(
      changed(lab, "p2sh-p2wpkh", (tx) => setScript(tx, lab.chance.bytes(5), ...pieces(tx))),
      "Witness requires only-redeemscript scriptSig",
    ),
  "a redeem script that is no program, with a witness": (lab) =>
    trial(
      changed(lab, "p2sh-p2wpkh", (tx) => setScript(tx, lab.chance.bytes(22).fill(0x61))),
      STRANGE_WITNESS,
    ),
  "one bad input among good ones": (lab) => {
    const coins = lab.take(3, "p2wpkh", "p2tr");
    const bad = lab.chance.between(0, 2);
    const tx = pay(lab, coins);
    tx.setWitness(bad, []);
    return trial(tx.toHex(), (coins[bad] as Coin).kind === "p2tr" ? NO_WITNESS : NOT_TWO);
  },
  "one input of each kind": (lab) => {
    const coins = (["p2wpkh", "p2tr", "p2pkh", "p2pkh-long", "p2sh-p2wpkh"] as const).flatMap((kind) =>
      lab.take(1, kind),
    );
    return trial(pay(lab, lab.chance.shuffled(coins)).toHex(), ACCEPTED);
  },
};
