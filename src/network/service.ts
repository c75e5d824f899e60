import type { Router } from "express";
import type { BitcoinAddress, BitcoinNetwork } from "../bitcoin/address.ts";
import type { EvmAddress } from "../evm/address.ts";
import type { Random } from "../ids.ts";
import type { Job } from "../job.ts";
import type { Log } from "../log.ts";
import type { Clock } from "../time.ts";
import { createKeys } from "./addresses.ts";
import { createCatalog, type EvmChainConfig } from "./catalog.ts";
import { createBitcoinChain } from "./chains/bitcoin.ts";
import { createEvmChain } from "./chains/evm.ts";
import { indexDeposits } from "./depositIndexer.ts";
import { createMarketReader } from "./market.ts";
import type { NetworkParts } from "./parts.ts";
import { createQuoter } from "./quote.ts";
import { refundDeposits } from "./refunds.ts";
import { createRoutes } from "./routes.ts";
import { fillRequests } from "./solver.ts";
import { openStore } from "./store/open.ts";

/** What an operator decides. Limits are calls a minute. */
export type NetworkConfig = Readonly<{
  databaseUrl: string;
  mnemonic: string;
  bitcoinNetwork: BitcoinNetwork;
  explorerUrls: readonly string[];
  evmChains: readonly EvmChainConfig[];
  apiKeys: readonly string[];
  quotesPerMinute: number;
  callsPerMinute: number;
  elevatedPerMinute: number; // for callers with a key, quotes and other calls each
  confirmations: number;
  priceSeed: string;
  enableRequestsList: boolean; // false imitates a service that has no list by deposit address
}>;

/** The limits and settings that public services of this family publish. */
export const NETWORK_DEFAULTS = {
  quotesPerMinute: 50,
  callsPerMinute: 200,
  elevatedPerMinute: 6_000,
  confirmations: 1,
  enableRequestsList: true,
} as const;

/** The running service: a router to mount under any path, and the jobs that do its work. */
export type Network = Readonly<{
  router: Router;
  jobs: readonly Job[];
  solver: Readonly<{ evm: EvmAddress; bitcoin: BitcoinAddress }>;
  close(): Promise<void>;
}>;

const EVERY_SECOND = "* * * * * *";

/**
 * Builds the intent service. No chain is asked before the first quote or job, so it may be built before its chains are
 * reachable. Throws with a sentence when the configuration or the database cannot be used.
 */
export async function buildNetwork(
  config: NetworkConfig,
  deps: Readonly<{ clock: Clock; random: Random; log: Log }>,
): Promise<Network> {
  refuseSimulatedPrices(config);
  if (!Number.isSafeInteger(config.confirmations) || config.confirmations < 1) {
    throw new Error(`Expected at least 1 confirmation, got ${config.confirmations}.`);
  }
  const keys = createKeys(
    config.mnemonic,
    config.bitcoinNetwork,
    config.evmChains.map(({ id }) => id),
  );
  const catalog = createCatalog(config.evmChains);
  const bitcoin = createBitcoinChain(config.bitcoinNetwork, config.explorerUrls);
  const evm = new Map(config.evmChains.map((chain) => [chain.id, createEvmChain(chain)]));
  const store = await openStore(config.databaseUrl);
  const solver = keys.solverEvmAddress;
  const market = createMarketReader({
    catalog,
    evm,
    bitcoin,
    store,
    solver,
    priceSeed: config.priceSeed,
    clock: deps.clock,
  });
  const parts: NetworkParts = {
    store,
    keys,
    catalog,
    market,
    bitcoin,
    evm,
    confirmations: config.confirmations,
    revertedSince: new Map(),
    ...deps,
  };
  return {
    router: createRoutes(parts, createQuoter(parts), config),
    jobs: [
      { name: "index deposits", schedule: EVERY_SECOND, run: () => indexDeposits(parts) },
      { name: "fill", schedule: EVERY_SECOND, run: () => fillRequests(parts) },
      { name: "refund", schedule: EVERY_SECOND, run: () => refundDeposits(parts) },
    ],
    solver: { evm: solver, bitcoin: keys.solverBitcoin },
    close: () => store.close(),
  };
}

/** Prices come from a seeded walk, which is right where nothing is worth anything and ruinous elsewhere. */
function refuseSimulatedPrices(config: NetworkConfig): void {
  if (config.bitcoinNetwork !== "mainnet") return;
  throw new Error(
    "The intent service has simulated prices only, so it does not run on Bitcoin mainnet. Use regtest, signet or testnet.",
  );
}
