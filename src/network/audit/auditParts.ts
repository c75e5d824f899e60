import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import { createDatabaseBinding, recognisingChains } from "../databaseBinding.ts";
import { createCatalog } from "../catalog.ts";
import { createBitcoinChain } from "../chains/bitcoin.ts";
import { createEvmChain } from "../chains/evm.ts";
import type { NetworkConfig } from "../config.ts";
import { configuredKeys, type KeyConfig } from "../configuredKeys.ts";
import type { NetworkParts } from "../parts.ts";
import type { NetworkStore } from "../persistence/open.ts";

/** What an audit is made of: less than the whole service, so that a command can do one beside it. */
export type AuditParts = Pick<
  NetworkParts,
  "store" | "keys" | "catalog" | "contracts" | "bitcoin" | "evm" | "clock" | "log"
>;

/** The parts of an audit from the settings of the service and its database. Throws when the settings cannot be used. */
export function createAuditParts(
  config: KeyConfig & Pick<NetworkConfig, "explorerUrls" | "explorerQuorum">,
  store: NetworkStore,
  deps: Readonly<{ clock: Clock; log: Log }>,
): AuditParts {
  const { bitcoinNetwork, explorerUrls, explorerQuorum, evmChains } = config;
  const keys = configuredKeys(config);
  const recognise = recognisingChains(createDatabaseBinding(store));
  return {
    store,
    keys,
    ...deps,
    contracts: keys.contracts,
    catalog: createCatalog(evmChains),
    bitcoin: createBitcoinChain({
      network: bitcoinNetwork,
      explorerUrls,
      explorerQuorum,
      recognise,
      ...deps,
    }),
    evm: new Map(evmChains.map((chain) => [chain.id, createEvmChain(chain, { recognise, ...deps })])),
  };
}
