import { Transaction, crypto, script as scripts } from "bitcoinjs-lib";
import { keyHashScript } from "../../../src/sandbox/bitcoin/rules/outputScript.ts";
import { KEYS, STRANGER, makeTx, type Coin, type Kind } from "../keys.ts";
import type { Lab } from "../lab.ts";
import { ACCEPTED, SOME_SATS, pay, touched, trial, type Recipe, type Trial } from "./trial.ts";

/** Signatures that are not what they should be. */

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const WRONG = "Signature must be zero for failed CHECK(MULTI)SIG operation";
const WRONG_SCHNORR = "Invalid Schnorr signature";
const NOT_DER = "Non-canonical DER signature";
const NO_KEY = "Public key is neither compressed or uncompressed";
const LONG = Buffer.from(KEYS["p2pkh-long"].publicKey);
const EMPTY_TOP = "Script evaluated without error but finished with a false/empty top stack element";
const ECDSA: readonly Kind[] = ["p2wpkh", "p2pkh", "p2pkh-long", "p2sh-p2wpkh"];
const WITNESS_ECDSA: readonly Kind[] = ["p2wpkh", "p2sh-p2wpkh"];

type Numbers = { r: bigint; s: bigint };

/** Takes a signature apart, changes its numbers and writes them as DER again, R and S as given bytes if wanted. */
const renumber = (change: (numbers: Numbers) => Numbers) => (signature: Buffer) => {
  const { signature: compact } = scripts.signature.decode(withType(signature, 1));
  const read = (from: number) =>
    BigInt(`0x${Buffer.from(compact.subarray(from, from + 32)).toString("hex")}`);
  const { r, s } = change({ r: read(0), s: read(32) });
  return der(shortest(r), shortest(s), signature.at(-1)!);
};

const der = (r: Buffer, s: Buffer, type: number) => {
  const body = Buffer.concat([Buffer.of(2, r.length), r, Buffer.of(2, s.length), s]);
  return Buffer.concat([Buffer.of(0x30, body.length), body, Buffer.of(type)]);
};

function shortest(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}

function withType(signature: Uint8Array, type: number): Buffer {
  return Buffer.concat([signature.subarray(0, -1), Buffer.of(type)]);
}

/** Ways to write a signature that is not strict DER. */
const UNSTRICT: readonly ((signature: Buffer) => Uint8Array)[] = [
  (signature) => signature.subarray(0, -2),
  (signature) => signature.subarray(1),
  (signature) => Buffer.concat([signature, Buffer.of(1)]),
  (signature) => Buffer.concat([Buffer.of(0x31), signature.subarray(1)]),
  (signature) => Buffer.concat([signature.subarray(0, 2), Buffer.of(3), signature.subarray(3)]),
  (signature) => der(Buffer.of(0x80, 1), Buffer.of(1), signature.at(-1)!), // R below zero
  (signature) => der(Buffer.of(1), Buffer.of(0, 1), signature.at(-1)!), // S with a zero in front
  (signature) => der(Buffer.of(), Buffer.of(1), signature.at(-1)!),
  (signature) => signature.subarray(-1), // nothing but the type
];

export const signatures: Readonly<Record<string, Recipe>> = {
  "a stranger's signature under the owner's key": (lab) => {
    const kind = lab.chance.oneOf([...ECDSA, "p2tr"] as const);
    return trial(touched(lab, kind, { signer: STRANGER }), kind === "p2tr" ? WRONG_SCHNORR : WRONG);
  },
  "a stranger's key": (lab) =>
    trial(
      touched(lab, lab.chance.oneOf(ECDSA), { signer: STRANGER, key: STRANGER.publicKey }),
      "Script failed an OP_EQUALVERIFY operation",
    ),
  "another amount was signed": (lab) => {
    const kind = lab.chance.oneOf([...WITNESS_ECDSA, "p2tr"] as const);
    const coins = lab.take(1, kind);
    const amount = coins[0]!.value + BigInt(lab.chance.oneOf([1, -1, 1_000]));
    const hex = pay(lab, coins, { touch: () => ({ amount }) }).toHex();
    return trial(hex, kind === "p2tr" ? WRONG_SCHNORR : WRONG);
  },
  "another coin's amount was signed": (lab) => {
    const coins = lab.take(2, "p2tr"); // BIP341 signs the amounts of all inputs
    const hex = pay(lab, coins, {
      touch: (vin) => (vin === 0 ? { amount: coins[0]!.value + 1n } : {}),
    }).toHex();
    return trial(hex, WRONG_SCHNORR);
  },
  "changed after it was signed": (lab) => {
    const [coin] = lab.take(1) as [Coin];
    const tx = pay(lab, [coin]);
    const change = lab.chance.oneOf<(tx: Transaction) => void>([
      ({ outs }) => (outs[0]!.value += 1n),
      ({ outs }) => outs.reverse(),
      ({ ins }) => (ins[0]!.sequence = 0xfffffffe),
      (whole) => (whole.version = 1),
      (whole) => (whole.locktime = 1),
    ]);
    change(tx);
    return trial(tx.toHex(), coin.kind === "p2tr" ? WRONG_SCHNORR : WRONG);
  },
  "signed as one type and marked as another": (lab) => {
    const kind = lab.chance.oneOf([...ECDSA, "p2tr"] as const);
    const [hashType, label] = lab.chance.oneOf([[1, 2], [1, 0x81], [2, 3], [0x83, 3], [3, 1]] as const); // prettier-ignore
    return trial(touched(lab, kind, { hashType, label }), kind === "p2tr" ? WRONG_SCHNORR : WRONG);
  },
  "a type that does not exist": (lab) =>
    trial(
      touched(lab, lab.chance.oneOf(ECDSA), { hashType: lab.chance.oneOf([0, 4, 0x80, 0x84, 0x41, 0xff]) }),
      "Signature hash type missing or not understood",
    ),
  "a Schnorr type that does not exist": (lab) => {
    const label = lab.chance.oneOf([0, 4, 0x80, 0x84, 0x41, 0xff]);
    const bend = (signature: Buffer) => Buffer.concat([signature, Buffer.of(label)]);
    return trial(touched(lab, "p2tr", { bend }), "Invalid Schnorr signature hash type");
  },
  "a high S": (lab) => {
    const bend = renumber(({ r, s }) => ({ r, s: ORDER - s }));
    return trial(
      touched(lab, lab.chance.oneOf(ECDSA), { bend }),
      "Non-canonical signature: S value is unnecessarily high",
    );
  },
  "numbers beyond the curve": (lab) => {
    const far = lab.chance.oneOf([ORDER, ORDER + 7n, 2n ** 256n - 1n]);
    const bend = renumber(
      lab.chance.oneOf([
        ({ s }: Numbers) => ({ r: far, s }),
        ({ r }: Numbers) => ({ r, s: far }),
        ({ s }: Numbers) => ({ r: far, s: ORDER - s }),
        () => ({ r: 0n, s: 0n }),
        ({ r }: Numbers) => ({ r, s: 0n }),
      ]),
    );
    return trial(touched(lab, lab.chance.oneOf(ECDSA), { bend }), WRONG);
  },
  "not strict DER": (lab) =>
    UNSTRICT.map((bend) => ({ hex: touched(lab, lab.chance.oneOf(ECDSA), { bend }), expects: NOT_DER })),
  "an empty signature": (lab) =>
    trial(touched(lab, lab.chance.oneOf(ECDSA), { bend: () => Buffer.of() }), EMPTY_TOP),
  "a bad Schnorr signature": (lab) => {
    const at = lab.chance.between(0, 63);
    const bend = lab.chance.oneOf<(signature: Buffer) => Uint8Array>([
      (signature) => ((signature[at] = signature[at]! ^ 1), signature),
      () => Buffer.alloc(64),
      () => Buffer.alloc(64, 0xff),
      (signature) => Buffer.concat([signature, Buffer.of(1)]), // signed as DEFAULT, marked as ALL
    ]);
    return trial(touched(lab, "p2tr", { bend }), WRONG_SCHNORR);
  },
  "a Schnorr signature of another length": (lab) => {
    const bend = lab.chance.oneOf<(signature: Buffer) => Uint8Array>([
      (signature) => signature.subarray(0, 63),
      (signature) => Buffer.concat([signature, Buffer.of(1, 1)]),
      () => Buffer.of(),
    ]);
    return trial(touched(lab, "p2tr", { bend }), "Invalid Schnorr signature size");
  },
  "an ECDSA signature for a p2tr output": (lab) =>
    trial(
      touched(lab, "p2tr", { bend: () => Buffer.concat([Buffer.of(0x30, 0x44), Buffer.alloc(69, 1)]) }),
      "Invalid Schnorr signature size",
    ),
  "a key in its long form for a witness program": (lab) =>
    ownKey(lab, LONG, true, "Using non-compressed keys in segwit"),
  "a key that says twice which point it is": (lab) => {
    const key = Buffer.concat([Buffer.of(6 + (LONG[64]! & 1)), LONG.subarray(1)]);
    return ownKey(lab, key, lab.chance.oneOf([true, false]), NO_KEY);
  },
  "bytes that are no key": (lab) => {
    const key = lab.chance.oneOf([
      Buffer.of(),
      LONG.subarray(0, 64),
      Buffer.concat([Buffer.of(5), LONG.subarray(1, 33)]),
    ]);
    return ownKey(lab, key, lab.chance.oneOf([true, false]), NO_KEY);
  },
  "a key that is no point": (lab) => {
    const key = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]);
    return ownKey(lab, key, lab.chance.oneOf([true, false]), WRONG);
  },
};

/** Pays the hash of these bytes and spends that again, with a signature by the long key. */
function ownKey(lab: Lab, key: Buffer, witness: boolean, expects: string): readonly Trial[] {
  const code = keyHashScript(crypto.hash160(key));
  const program = Buffer.concat([Buffer.of(0, 20), crypto.hash160(key)]);
  const script = (witness ? program : code).toString("hex");
  const coins = lab.take(1);
  const funding = makeTx(coins, lab.withChange(coins, [{ script, value: SOME_SATS }]));
  const tx = new Transaction();
  tx.addInput(funding.getHash(), 0);
  tx.addOutput(program, SOME_SATS - 1_000n);
  const digest = witness ? tx.hashForWitnessV0(0, code, SOME_SATS, 1) : tx.hashForSignature(0, code, 1);
  const signature = scripts.signature.encode(KEYS["p2pkh-long"].sign(digest), 1);
  if (witness) tx.setWitness(0, [signature, key]);
  else tx.setInputScript(0, scripts.compile([signature, key]));
  return [
    { hex: funding.toHex(), expects: ACCEPTED },
    { hex: tx.toHex(), expects },
  ];
}
