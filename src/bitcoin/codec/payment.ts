import { Transaction, crypto, script as scripts, toXOnly, type Signer } from "bitcoinjs-lib";
import "./address.ts"; // sets up the curve arithmetic that Schnorr needs
import type { SpendPlan } from "./fundTransaction.ts";
import type { TxOutput } from "./outputScript.ts";
import { coinKind, type Coin } from "./transactionSize.ts";

/**
 * A signed transaction of ours: its id, its bytes in hex, the fee in sats, its real size in vB, the coins that it spends and
 * its outputs, of which the last `change` are our own.
 */
export type Payment = Readonly<{
  txid: string;
  rawHex: string;
  fee: bigint;
  vsize: number;
  inputs: readonly Coin[];
  outputs: readonly TxOutput[];
  change: number;
}>;

/** The key of a script (hex). For P2TR it is the tweaked key, which matches the public key in the script. */
export type SignerFor = (script: string) => Signer | undefined;

const REPLACEABLE = 0xfffffffd; // signals BIP125 and sets no relative lock

/**
 * Signs a plan: version 2, lock time 0, every input replaceable (BIP125). Coins are P2WPKH or P2TR (key path). Signed again,
 * the plan has the same txid. Throws when a coin is of another kind, or its key is missing or not the one that its script names.
 */
export function buildPayment(
  plan: Pick<SpendPlan, "inputs" | "outputs" | "change">,
  signerFor: SignerFor,
): Payment {
  const tx = new Transaction();
  tx.version = 2;
  for (const { outpoint } of plan.inputs) {
    const { hash, index } = readOutpoint(outpoint);
    tx.addInput(hash, index, REPLACEABLE);
  }
  for (const { script, value } of plan.outputs) tx.addOutput(bytes(script), value);
  const signed = plan.inputs.map((coin, vin) => witnessFor(tx, vin, plan.inputs, signerOf(coin, signerFor)));
  signed.forEach((witness, vin) => tx.setWitness(vin, [...witness]));
  return readPayment(tx.toHex(), plan.inputs, plan.change);
}

/**
 * A payment that was built before, from its bytes (hex), the coins that it spends and the number of its change outputs.
 * Throws when a spent coin is not among `coins`.
 */
export function readPayment(rawHex: string, coins: readonly Coin[], change: number): Payment {
  const tx = Transaction.fromHex(rawHex);
  const known = new Map(coins.map((coin) => [coin.outpoint, coin]));
  const inputs = tx.ins.map(({ hash, index }) => {
    const outpoint = writeOutpoint(hash, index);
    const coin = known.get(outpoint);
    if (coin) return coin;
    throw new Error(
      `Transaction ${tx.getId()} spends ${outpoint}, which is not among the coins that were given.`,
    );
  });
  const outputs = tx.outs.map(({ script, value }) => ({ script: hex(script), value }));
  const total = (amounts: readonly { value: bigint }[]) =>
    amounts.reduce((all, { value }) => all + value, 0n);
  const fee = total(inputs) - total(outputs);
  return { txid: tx.getId(), rawHex, fee, vsize: tx.virtualSize(), inputs, outputs, change };
}

/** "txid:vout" from an input's fields: bitcoin stores hashes in the opposite byte order. */
export function writeOutpoint(hash: Uint8Array, index: number): string {
  return `${Buffer.from(hash).reverse().toString("hex")}:${index}`;
}

/** The fields of an input from "txid:vout". Throws RangeError for anything else. */
export function readOutpoint(outpoint: string): { hash: Buffer; index: number } {
  const [, txid, vout] = /^([0-9a-f]{64}):(\d{1,10})$/.exec(outpoint) ?? [];
  if (txid === undefined || vout === undefined) {
    throw new RangeError(`Expected an outpoint "txid:vout" with a txid of 64 hex digits, got "${outpoint}".`);
  }
  return { hash: Buffer.from(txid, "hex").reverse(), index: Number(vout) };
}

function signerOf({ outpoint, script }: Coin, signerFor: SignerFor): Signer {
  const signer = signerFor(script);
  if (!signer) throw new Error(`No key was given for coin ${outpoint} (script ${script}).`);
  const named = coinKind(script) === "p2tr" ? toXOnly(signer.publicKey) : crypto.hash160(signer.publicKey);
  if (hex(named) === script.slice(4)) return signer;
  throw new Error(`The key that was given for coin ${outpoint} does not open its script ${script}.`);
}

function witnessFor(
  tx: Transaction,
  vin: number,
  coins: readonly Coin[],
  signer: Signer,
): readonly Uint8Array[] {
  const coin = coins[vin] as Coin; // vin counts them
  const kind = coinKind(coin.script);
  if (kind === "p2wpkh") {
    const scriptCode = bytes(`76a914${coin.script.slice(4)}88ac`); // BIP143
    const digest = tx.hashForWitnessV0(vin, scriptCode, coin.value, Transaction.SIGHASH_ALL);
    return [scripts.signature.encode(signer.sign(digest), Transaction.SIGHASH_ALL), signer.publicKey];
  }
  if (kind === "p2tr" && signer.signSchnorr) {
    const prevouts = coins.map(({ script }) => bytes(script));
    const values = coins.map(({ value }) => value);
    return [signer.signSchnorr(tx.hashForWitnessV1(vin, prevouts, values, Transaction.SIGHASH_DEFAULT))]; // BIP341
  }
  throw new Error(
    `Expected coin ${coin.outpoint} to be P2WPKH, or P2TR with a Schnorr signer; its script is ${coin.script}.`,
  );
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function hex(data: Uint8Array): string {
  return Buffer.from(data).toString("hex");
}
