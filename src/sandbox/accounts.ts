import { BIP32Factory, type BIP32Interface } from "bip32";
import { ECPairFactory, type ECPairInterface } from "ecpair";
import { mnemonicToSeedSync } from "@scure/bip39";
import * as ecc from "@bitcoinerlab/secp256k1";
import { networks, payments } from "bitcoinjs-lib";
import { mnemonicToAccount, type HDAccount } from "viem/accounts";

/** The keys of the sandbox. They are public knowledge and worth nothing: the sandbox's chains exist on this machine only. */
export const SANDBOX_MNEMONIC = "test test test test test test test test test test test junk";

/** One Bitcoin key and the P2WPKH address that it opens (regtest). */
export type BitcoinAccount = Readonly<{ key: ECPairInterface; wif: string; address: string; script: string }>;

const ecPairs = ECPairFactory(ecc);

/** The test wallet's Bitcoin key: the first receiving address of BIP84. */
export function payerBitcoin(): BitcoinAccount {
  return bitcoinAccount("m/84'/1'/0'/0/0");
}

/** Whom the coinbases pay: kept apart, so that the wallet's history is a payer's. */
export function minerBitcoin(): BitcoinAccount {
  return bitcoinAccount("m/84'/1'/1'/0/0");
}

/**
 * Where the demo shop wants refunds: neither the payer's key nor any of the intent service's, which derives from the same
 * words in the branches 2' (deposits) and 3' (solver), so that a refund is seen to leave the payer for the merchant.
 */
export function merchantBitcoin(): BitcoinAccount {
  return bitcoinAccount("m/84'/1'/4'/0/0");
}

/** Deploys and mints the sandbox's dollar coin. Holds native coins from the start, as anvil's first account. */
export function deployerEvm(): HDAccount {
  return evmAccount(0);
}

/** The test wallet's account on both EVM chains: anvil's second. */
export function payerEvm(): HDAccount {
  return evmAccount(1);
}

const evmAccounts = new Map<number, HDAccount>(); // turning the words into a seed takes 2,048 rounds of hashing
function evmAccount(addressIndex: number): HDAccount {
  const account = evmAccounts.get(addressIndex) ?? mnemonicToAccount(SANDBOX_MNEMONIC, { addressIndex });
  evmAccounts.set(addressIndex, account);
  return account;
}

let root: BIP32Interface | undefined;
function bitcoinAccount(path: string): BitcoinAccount {
  root ??= BIP32Factory(ecc).fromSeed(mnemonicToSeedSync(SANDBOX_MNEMONIC), networks.regtest);
  const node = root.derivePath(path);
  const key = ecPairs.fromWIF(node.toWIF(), networks.regtest);
  const { address, output } = payments.p2wpkh({ pubkey: key.publicKey, network: networks.regtest });
  if (!address || !output) throw new Error(`No address belongs to ${path}.`);
  return { key, wif: key.toWIF(), address, script: Buffer.from(output).toString("hex") };
}
