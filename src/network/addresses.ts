import { hkdfSync } from "node:crypto";
import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english";
import type { BIP32Interface } from "bip32";
import { keccak256, type Hex } from "viem";
import { hdKeyToAccount, HDKey, type HDAccount } from "viem/accounts";
import {
  networkParameters,
  witnessAddress,
  type BitcoinAddress,
  type BitcoinNetwork,
} from "../bitcoin/codec/address.ts";
import { bip32 } from "../bitcoin/codec/bip32.ts";
import { mnemonicSeed } from "../bitcoin/codec/mnemonicSeed.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/codec/address.ts";
import { findDepositSalt, type ContractAddresses } from "../evm/codec/deployment.ts";

/** A publicly known seed. Bots take whatever it controls on a live chain at once. */
const SANDBOX_MNEMONIC = "test test test test test test test test test test test junk";
const SANDBOX_CHAINS: ReadonlySet<number> = new Set([31337, 31338]);

/** What the service's seeds control: an endless row of deposit addresses, and the accounts of its roles. */
export type Keys = Readonly<{
  depositAddress(index: number): BitcoinAddress;
  /** The key of a deposit address. Throws when the address was issued from another seed. */
  depositKey(index: number, address: BitcoinAddress): BIP32Interface;
  /** The contract address number `index` (interface specification 4.4: it begins and ends with d), and its CREATE2 salt. */
  evmDepositAddress(index: number): Readonly<{ address: EvmAddress; salt: Hex }>;
  solverEvm: HDAccount; // the filler
  solverEvmAddress: EvmAddress;
  /** The depository's allocator. It signs orders, never transactions: it has no nonces to keep and needs no gas. */
  refunderEvm: Pick<HDAccount, "signTypedData">;
  refunderEvmAddress: EvmAddress; // the solver's own where both have one seed
  contractOwner: EvmAddress; // may name the allocator; the solver's own unless a treasury is set
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

// Account 1, because development chains fund account 0. A refunder's own seed never gives a solver's account.
const SOLVER_EVM = "m/44'/60'/1'/0/0";
const REFUNDER_EVM = "m/44'/60'/2'/0/0";

/** Roles that are kept apart from the filler's. Without them all are the filler's own. */
export type Roles = Readonly<{
  /** Words of the refunder's own seed. */
  refunderMnemonic?: string | undefined;
  /** The treasury's account. Its key is elsewhere. */
  contractOwner?: EvmAddress | undefined;
}>;

/**
 * Keys from a BIP39 mnemonic: the solver's Bitcoin account at m/84'/coin'/3'/0/0, its EVM account at m/44'/60'/1'/0/0, and
 * deposit addresses at m/84'/coin'/2'/0/index (BIP84, P2WPKH). With a seed of the refunder's the deposit addresses come from
 * that one, and the account that signs the depository's orders is its m/44'/60'/2'/0/0 instead of the solver's. Throws for an
 * invalid mnemonic, for the sandbox's on other than sandbox chains, and for one seed given for both roles.
 */
export function createKeys(
  mnemonic: string,
  network: BitcoinNetwork,
  evmChainIds: readonly number[],
  contractsOf: (solver: EvmAddress, owner: EvmAddress) => ContractAddresses,
  { refunderMnemonic, contractOwner }: Roles = {},
): Keys {
  const seed = seedOf("NETWORK_SEED_FILE", mnemonic, network, evmChainIds);
  const ownSeed =
    refunderMnemonic === undefined
      ? undefined
      : seedOf("NETWORK_REFUNDER_SEED_FILE", refunderMnemonic, network, evmChainIds);
  if (ownSeed && Buffer.compare(ownSeed, seed) === 0) throw new Error(ONE_SEED);
  const coin = network === "mainnet" ? 0 : 1;
  const rootOf = (of: Uint8Array) => bip32.fromSeed(of, networkParameters(network));
  const deposits = rootOf(ownSeed ?? seed).derivePath(`m/84'/${coin}'/${DEPOSITS}'/0`);
  const solverEvm = evmAccount(seed, SOLVER_EVM);
  const solverEvmAddress = addressOfAccount(solverEvm);
  const refunderEvm = ownSeed ? evmAccount(ownSeed, REFUNDER_EVM) : solverEvm;
  const refunderEvmAddress = addressOfAccount(refunderEvm);
  const solverBitcoinKey = rootOf(seed).derivePath(`m/84'/${coin}'/${SOLVER}'/0/0`);
  const owner = contractOwner ?? solverEvmAddress;
  if (ownSeed && owner === refunderEvmAddress) throw new Error(OWNED_BY_REFUNDER);
  const contracts = contractsOf(solverEvmAddress, owner);
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
    refunderEvm,
    refunderEvmAddress,
    contractOwner: owner,
    solverBitcoin: addressOf(solverBitcoinKey, network),
    solverBitcoinKey,
    secretsKey: new Uint8Array(hkdfSync("sha256", seed, "", "crosstill network secrets", 32)),
    contracts,
  };
}

const ONE_SEED =
  "NETWORK_REFUNDER_SEED_FILE holds the words of NETWORK_SEED_FILE, so one stolen file would open both roles. Give the refunder a seed of its own, or leave the setting out.";
const OWNED_BY_REFUNDER =
  "NETWORK_CONTRACT_OWNER is the refunder's own account, whose key is in the service and which sends no transactions. Give the treasury's account.";

/** The seed of a mnemonic. Throws when it is none, or the sandbox's where it must not be; the sentence names the setting. */
function seedOf(
  setting: string,
  mnemonic: string,
  network: BitcoinNetwork,
  evmChainIds: readonly number[],
): Uint8Array {
  const words = mnemonic.trim().split(/\s+/).join(" ");
  if (!validateMnemonic(words, wordlist)) {
    throw new Error(
      `${setting}: expected 12 to 24 English BIP39 words with a valid checksum in the file, got ${words === "" ? "an empty file" : `${words.split(" ").length} words`}. Compare the file with your copy; a new seed is made by crosstill network seed --file <file>.`,
    );
  }
  refuseSandboxSeed(setting, words, network, evmChainIds);
  return mnemonicSeed(words);
}

function evmAccount(seed: Uint8Array, path: typeof SOLVER_EVM | typeof REFUNDER_EVM): HDAccount {
  return hdKeyToAccount(HDKey.fromMasterSeed(seed), { path });
}

function addressOfAccount({ address }: HDAccount): EvmAddress {
  return checkEvmAddress(address) as EvmAddress; // viem derives valid addresses only
}

function refuseSandboxSeed(
  setting: string,
  words: string,
  network: BitcoinNetwork,
  evmChainIds: readonly number[],
): void {
  if (words !== SANDBOX_MNEMONIC) return;
  const live = evmChainIds.filter((id) => !SANDBOX_CHAINS.has(id));
  if (network === "regtest" && live.length === 0) return;
  throw new Error(
    `${setting}: The sandbox seed is public and works on regtest with the chains 31337 and 31338 only, not on ${[network, ...live].join(", ")}. Make a seed of your own.`,
  );
}

function addressOf(key: BIP32Interface, network: BitcoinNetwork): BitcoinAddress {
  return witnessAddress(network, key.identifier);
}
