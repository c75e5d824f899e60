import { Transaction, crypto, script as scripts } from "bitcoinjs-lib";
import type { BitcoinAccount } from "../accounts.ts";
import { keyHashScript } from "../bitcoin/rules/outputScript.ts";
import { internalHash, type ChainOutput, type Outpoint } from "../bitcoin/chain/transactionRecord.ts";

/** An output of the signing account that a transaction spends. */
export type Coin = Outpoint & Readonly<{ value: bigint }>;

const REPLACEABLE = 0xfffffffd; // signals BIP125

/** A signed transaction (hex) from coins of one account to any outputs. The difference of the sums is the fee. */
export function signTransfer(
  account: BitcoinAccount,
  coins: readonly Coin[],
  outputs: readonly ChainOutput[],
): string {
  const tx = new Transaction();
  tx.version = 2;
  for (const { txid, vout } of coins) tx.addInput(internalHash(txid), vout, REPLACEABLE);
  for (const { script, value } of outputs) tx.addOutput(Buffer.from(script, "hex"), value);
  const { publicKey } = account.key;
  const scriptCode = keyHashScript(crypto.hash160(publicKey));
  coins.forEach(({ value }, vin) => {
    const digest = tx.hashForWitnessV0(vin, scriptCode, value, Transaction.SIGHASH_ALL);
    const signature = scripts.signature.encode(account.key.sign(digest), Transaction.SIGHASH_ALL);
    tx.setWitness(vin, [signature, publicKey]);
  });
  return tx.toHex();
}

/** The virtual size (vB) of a transfer with so many P2WPKH inputs, rounded up as nodes do. */
export function transferSize(inputs: number, outputs: readonly ChainOutput[]): number {
  const outputBytes = outputs.reduce((total, { script }) => total + 9 + script.length / 2, 0);
  const counts = 2 + (outputs.length > 252 ? 2 : 0) + (inputs > 252 ? 2 : 0);
  const weight = 4 * (8 + counts + 41 * inputs + outputBytes) + 2 + 108 * inputs; // 72-byte signature, 33-byte key
  return Math.ceil(weight / 4);
}
