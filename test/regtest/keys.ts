import { Transaction, crypto, script as scripts } from "bitcoinjs-lib";
import { ECPairFactory, type ECPairInterface } from "ecpair";
import * as ecc from "tiny-secp256k1";
import { keyHashScript } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import {
  internalHash,
  type ChainOutput,
  type Outpoint,
} from "../../src/sandbox/bitcoin/chain/transactionRecord.ts";

/** The kinds of output that the tests can spend; "p2pkh-long" pays a key in its uncompressed form. */
export const KINDS = ["p2wpkh", "p2tr", "p2pkh", "p2pkh-long", "p2sh-p2wpkh"] as const;
export type Kind = (typeof KINDS)[number];

/** An output of ours. */
export type Coin = Outpoint & Readonly<{ kind: Kind; value: bigint }>;

const pairs = ECPairFactory(ecc);
const pair = (number: number, compressed = true): ECPairInterface =>
  pairs.fromPrivateKey(Buffer.from(number.toString(16).padStart(64, "0"), "hex"), { compressed });

const hash160 = (bytes: Uint8Array) => Buffer.from(crypto.hash160(bytes));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The key of each kind; that of p2tr is tweaked as BIP341 asks of an output without scripts. */
export const KEYS: Readonly<Record<Kind, ECPairInterface>> = {
  p2wpkh: pair(11),
  p2tr: pair(12).tweak(crypto.taggedHash("TapTweak", pair(12).publicKey.subarray(1))),
  p2pkh: pair(13),
  "p2pkh-long": pair(14, false),
  "p2sh-p2wpkh": pair(15),
};

/** A key that owns nothing. */
export const STRANGER = pair(99);

const program = (kind: Kind) => Buffer.concat([Buffer.of(0, 20), hash160(KEYS[kind].publicKey)]);

/** The script (hex) that pays each kind. */
export const SCRIPTS: Readonly<Record<Kind, string>> = {
  p2wpkh: hex(program("p2wpkh")),
  p2tr: `5120${hex(KEYS.p2tr.publicKey.subarray(1))}`,
  p2pkh: hex(keyHashScript(hash160(KEYS.p2pkh.publicKey))),
  "p2pkh-long": hex(keyHashScript(hash160(KEYS["p2pkh-long"].publicKey))),
  "p2sh-p2wpkh": `a914${hex(hash160(program("p2sh-p2wpkh")))}87`,
};

/** What is done otherwise than a wallet would do it. */
export type Touch = Readonly<{
  hashType?: number; // what is signed and written; SIGHASH_ALL, or DEFAULT for p2tr
  label?: number; // what is written in place of what was signed
  signer?: ECPairInterface;
  key?: Uint8Array; // what is shown in place of the public key
  amount?: bigint; // what is signed in place of the coin's value
  bend?: (signature: Buffer) => Uint8Array; // does something to the finished signature, its type included
}>;

export type Making = Readonly<{
  version?: number;
  locktime?: number;
  sequence?: number | ((vin: number) => number);
  touch?: (vin: number) => Touch;
}>;

const REPLACEABLE = 0xfffffffd;
const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction;

/** A transaction from coins to outputs, signed for every coin. */
export function makeTx(
  coins: readonly Coin[],
  outputs: readonly ChainOutput[],
  making: Making = {},
): Transaction {
  const { version = 2, locktime = 0, sequence = REPLACEABLE, touch } = making;
  const tx = new Transaction();
  tx.version = version;
  tx.locktime = locktime;
  coins.forEach(({ txid, vout }, vin) =>
    tx.addInput(internalHash(txid), vout, typeof sequence === "number" ? sequence : sequence(vin)),
  );
  for (const { script, value } of outputs) tx.addOutput(Buffer.from(script, "hex"), value);
  for (const vin of coins.keys()) unlock(tx, vin, coins, touch?.(vin));
  return tx;
}

/** Signs one input. */
export function unlock(tx: Transaction, vin: number, coins: readonly Coin[], touch: Touch = {}): void {
  const { kind } = coins[vin]!;
  if (kind === "p2tr") return tx.setWitness(vin, [schnorrSignature(tx, vin, coins, touch)]);
  const { publicKey } = KEYS[kind];
  const signature = ecdsaSignature(tx, vin, coins[vin]!, touch);
  const pieces = [signature, Buffer.from(touch.key ?? publicKey)];
  if (kind === "p2pkh" || kind === "p2pkh-long") return tx.setInputScript(vin, scripts.compile(pieces));
  if (kind === "p2sh-p2wpkh") tx.setInputScript(vin, scripts.compile([program(kind)]));
  tx.setWitness(vin, pieces);
}

function ecdsaSignature(tx: Transaction, vin: number, coin: Coin, touch: Touch): Buffer {
  const { hashType = SIGHASH_ALL, label = hashType, signer = KEYS[coin.kind], amount = coin.value } = touch;
  const code = keyHashScript(hash160(KEYS[coin.kind].publicKey));
  const legacy = coin.kind === "p2pkh" || coin.kind === "p2pkh-long";
  const digest = legacy
    ? legacyDigest(tx, vin, code, hashType)
    : tx.hashForWitnessV0(vin, code, amount, hashType);
  const der = scripts.signature.encode(signer.sign(digest), SIGHASH_ALL).subarray(0, -1);
  return Buffer.from(bent(touch, Buffer.concat([der, Buffer.of(label)])));
}

/** SINGLE without an output at the input's place signs the number one, little-endian. */
function legacyDigest(tx: Transaction, vin: number, code: Uint8Array, hashType: number): Uint8Array {
  const nothing = (hashType & 0x1f) === Transaction.SIGHASH_SINGLE && vin >= tx.outs.length;
  return nothing ? Buffer.concat([Buffer.of(1), Buffer.alloc(31)]) : tx.hashForSignature(vin, code, hashType);
}

function schnorrSignature(tx: Transaction, vin: number, coins: readonly Coin[], touch: Touch): Buffer {
  const { hashType = SIGHASH_DEFAULT, label = hashType, signer = KEYS.p2tr, amount } = touch;
  const spent = coins.map(({ kind }) => Buffer.from(SCRIPTS[kind], "hex"));
  const values = coins.map(({ value }, at) => (at === vin && amount !== undefined ? amount : value));
  const digest = tx.hashForWitnessV1(vin, spent, values, hashType);
  const bare = ecc.signSchnorr(digest, signer.privateKey!, Buffer.alloc(32)); // without fresh randomness: a seed repeats
  return Buffer.from(
    bent(touch, Buffer.concat([bare, Buffer.from(label === SIGHASH_DEFAULT ? [] : [label])])),
  );
}

function bent({ bend }: Touch, signature: Buffer): Uint8Array {
  return bend ? bend(signature) : signature;
}
