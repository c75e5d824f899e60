import { ECPairFactory, type ECPairInterface } from "ecpair";
import * as ecc from "../bitcoin/codec/curve.ts";
import { networks, payments } from "bitcoinjs-lib";
import { hdKeyToAccount, HDKey, type HDAccount } from "viem/accounts";
import { bip32 } from "../bitcoin/codec/bip32.ts";
import { mnemonicSeed } from "../bitcoin/codec/mnemonicSeed.ts";

/** The keys of the sandbox. They are public knowledge and worth nothing: the sandbox's chains exist on this machine only. */
export const SANDBOX_MNEMONIC = "test test test test test test test test test test test junk";

/** One Bitcoin key and the P2WPKH address that it opens (regtest). */
export type BitcoinAccount = Readonly<{ key: ECPairInterface; wif: string; address: string; script: string }>;

const ecPairs = ECPairFactory(ecc);

/** The test wallet's Bitcoin key: the first receiving address of BIP84. */
export function payerBitcoin(): BitcoinAccount {
  return bitcoinAccount("m/84'/1'/0'/0/0");
}

/** The payee of coinbases: separate, so that the wallet's history is a payer's. */
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

/** The demo shop's account, not used elsewhere. */
export function merchantEvm(): HDAccount {
  return evmAccount(7);
}

const seed = mnemonicSeed(SANDBOX_MNEMONIC);
const evmRoot = HDKey.fromMasterSeed(seed);

/** Anvil's account of that number, on both EVM chains. */
export function evmAccount(addressIndex: number): HDAccount {
  const account = evmAccounts.get(addressIndex) ?? hdKeyToAccount(evmRoot, { addressIndex });
  evmAccounts.set(addressIndex, account);
  return account;
}
const evmAccounts = new Map<number, HDAccount>(); // a key takes some ten milliseconds to derive

const bitcoinRoot = bip32.fromSeed(seed, networks.regtest);
const bitcoinAccounts = new Map<string, BitcoinAccount>();

function bitcoinAccount(path: string): BitcoinAccount {
  const account = bitcoinAccounts.get(path) ?? deriveBitcoin(path);
  bitcoinAccounts.set(path, account);
  return account;
}

function deriveBitcoin(path: string): BitcoinAccount {
  const node = bitcoinRoot.derivePath(path);
  const key = ecPairs.fromWIF(node.toWIF(), networks.regtest);
  const { address, output } = payments.p2wpkh({ pubkey: key.publicKey, network: networks.regtest });
  if (!address || !output) throw new Error(`No address belongs to ${path}.`);
  return { key, wif: key.toWIF(), address, script: Buffer.from(output).toString("hex") };
}
