import { createKeys, type Keys } from "./addresses.ts";
import type { NetworkConfig } from "./config.ts";
import { contractsOf } from "./contracts/artifacts.ts";

/** The settings that decide about keys and addresses. */
export type KeyConfig = Pick<
  NetworkConfig,
  "mnemonic" | "refunderMnemonic" | "contractOwner" | "bitcoinNetwork" | "evmChains"
>;

/** The keys of the configured seeds. Throws with a sentence that names the setting when they cannot be used. */
export function configuredKeys(config: KeyConfig): Keys {
  const { mnemonic, bitcoinNetwork, evmChains } = config;
  const chainIds = evmChains.map(({ id }) => id);
  return createKeys(mnemonic, bitcoinNetwork, chainIds, contractsOf, config);
}
