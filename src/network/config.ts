import type { BitcoinNetwork } from "../bitcoin/address.ts";
import { CALL_LIMITS, type CallLimits } from "./callers/limitCalls.ts";
import type { EvmChainConfig } from "./catalog.ts";
import type { Settings } from "./parts.ts";
import type { PriceSetting } from "./prices/createPrices.ts";

/** What an operator decides. */
export type NetworkConfig = Settings &
  CallLimits &
  Readonly<{
    databaseUrl: string;
    mnemonic: string;
    bitcoinNetwork: BitcoinNetwork;
    explorerUrls: readonly string[];
    evmChains: readonly EvmChainConfig[];
    apiKeys: readonly string[];
    selfServeKeys: boolean; // the page at /keys
    keysPerHour: number; // made there, per address
    prices: PriceSetting;
    priceSeed: string; // of simulated prices
    enableRequestsList: boolean; // false imitates a service that has no list by deposit address
  }>;

/** The limits and settings that public services of this family publish. */
export const NETWORK_DEFAULTS = {
  ...CALL_LIMITS,
  selfServeKeys: true,
  keysPerHour: 3,
  confirmations: 1,
  largeDeposit: undefined,
  statusDetail: "contract",
  bare: false,
  prices: { kind: "walk" },
  enableRequestsList: true,
} as const;
