import { hkdfSync } from "node:crypto";
import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english";
import type { BIP32Interface } from "bip32";
import { payments } from "bitcoinjs-lib";
import { keccak256, type Hex } from "viem";
import { hdKeyToAccount, HDKey, type HDAccount } from "viem/accounts";
import { networkParameters, type BitcoinAddress, type BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { bip32 } from "../bitcoin/codec/bip32.ts";
import { mnemonicSeed } from "../bitcoin/codec/mnemonicSeed.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/codec/address.ts";
import { findDepositSalt, type ContractAddresses } from "../evm/codec/deployment.ts";

/** A publicly known seed. Bots take whatever it controls on a live chain at once. */
const SANDBOX_MNEMONIC = "test test test test test test test test test test test junk";
const SANDBOX_CHAINS: ReadonlySet<number> = new Set([31337, 31338]);

/** What the service's seed controls: an endless row of deposit addresses, and the solver's own accounts. */
export type Keys = Readonly<{
  depositAddress(index: number): BitcoinAddress;
  /** The key of a deposit address. Throws when the address was issued from another seed. */
  depositKey(index: number, address: BitcoinAddress): BIP32Interface;
  /** The contract address number `index` (interface specification 4.4: it begins and ends with d), and its CREATE2 salt. */
  evmDepositAddress(index: number): Readonly<{ address: EvmAddress; salt: Hex }>;
  solverEvm: HDAccount;
  solverEvmAddress: EvmAddress;
  solverBitcoin: BitcoinAddress;
  solverBitcoinKey: BIP32Interface;
  /** 32 bytes that seal what the database keeps secret. */
  secretsKey: Uint8Array;
  contracts: ContractAddresses; // where the solver's contracts are, on every chain
}>;

// BIP84 accounts. 0 and 1 stay free: wallets use them, the sandbox's payer and miner share its seed, and the change of a
// wallet on an issued address would be taken for a deposit.
const DEPOSITS = 2;
const SOLVER = 3;

/**
 * Keys from a BIP39 mnemonic: deposit addresses at m/84'/coin'/2'/0/index (BIP84, P2WPKH), the solver's
 * Bitcoin account at m/84'/coin'/3'/0/0 and its EVM account at m/44'/60'/1'/0/0 (account 1, because
 * development chains fund account 0). Throws for an invalid mnemonic, and for the sandbox's on other than
 * sandbox chains.
 */
export function createKeys(
  mnemonic: string,
  network: BitcoinNetwork,
  evmChainIds: readonly number[],
  contractsOf: (solver: EvmAddress) => ContractAddresses,
): Keys {
  const words = mnemonic.trim().split(/\s+/).join(" ");
  if (!validateMnemonic(words, wordlist)) {
    throw new Error("Expected a BIP39 mnemonic of English words with a valid checksum in the seed file.");
  }
  refuseSandboxSeed(words, network, evmChainIds);
  const coin = network === "mainnet" ? 0 : 1;
  const seed = mnemonicSeed(words);
  const root = bip32.fromSeed(seed, networkParameters(network));
  const deposits = root.derivePath(`m/84'/${coin}'/${DEPOSITS}'/0`);
  const solverEvm = hdKeyToAccount(HDKey.fromMasterSeed(seed), { path: "m/44'/60'/1'/0/0" });
  const solverEvmAddress = checkEvmAddress(solverEvm.address) as EvmAddress; // viem derives valid addresses only
  const solverBitcoinKey = root.derivePath(`m/84'/${coin}'/${SOLVER}'/0/0`);
  const contracts = contractsOf(solverEvmAddress);
  const tag = keccak256(deposits.deriveHardened(0).privateKey ?? solverBitcoinKey.publicKey); // the salts stay secret
  return {
    depositAddress: (index) => addressOf(deposits.derive(index), network),
    depositKey(index, address) {
      const key = deposits.derive(index);
      if (addressOf(key, network) === address) return key;
      throw new Error(
        `Deposit address ${address} (index ${index}) was not issued from this seed. Start with the seed file that belongs to this database.`,
      );
    },
    evmDepositAddress: (index) => findDepositSalt(contracts.DepositAddressFactory, index, tag),
    solverEvm,
    solverEvmAddress,
    solverBitcoin: addressOf(solverBitcoinKey, network),
    solverBitcoinKey,
    secretsKey: new Uint8Array(hkdfSync("sha256", seed, "", "crosstill network secrets", 32)),
    contracts,
  };
}

function refuseSandboxSeed(words: string, network: BitcoinNetwork, evmChainIds: readonly number[]): void {
  if (words !== SANDBOX_MNEMONIC) return;
  const live = evmChainIds.filter((id) => !SANDBOX_CHAINS.has(id));
  if (network === "regtest" && live.length === 0) return;
  throw new Error(
    `The sandbox seed is public and works on regtest with the chains 31337 and 31338 only, not on ${[network, ...live].join(", ")}. Make a seed of your own.`,
  );
}

function addressOf(key: BIP32Interface, network: BitcoinNetwork): BitcoinAddress {
  const { address } = payments.p2wpkh({ pubkey: key.publicKey, network: networkParameters(network) });
  if (!address) throw new Error("A derived key gave no address."); // p2wpkh of a compressed key always has one
  return address as BitcoinAddress; // made for this network on the line above
}
