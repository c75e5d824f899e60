import type { BitcoinNetwork } from "../bitcoin/codec/address.ts";
import type { EvmAddress } from "../evm/codec/address.ts";
import { CALL_LIMITS, type CallLimits } from "./callers/limitCalls.ts";
import type { EvmChainConfig } from "./catalog.ts";
import type { ScreeningSettings } from "./checks/screener.ts";
import { ONE_BLOCK } from "./confirmations.ts";
import type { Settings } from "./parts.ts";
import type { Coins } from "./prices/coins.ts";
import { PRICE_DEFAULTS, type PriceSetting } from "./prices/createPrices.ts";
import { BITCOIN_DEFAULTS } from "./solver/bitcoin/settings.ts";
import { SOLVER_DEFAULTS } from "./solver/settings.ts";
import { BOTH_VERSIONS } from "./versions.ts";

/** What an operator decides. */
export type NetworkConfig = Settings &
  CallLimits &
  Readonly<{
    databaseUrl: string;
    databasePoolSize?: number; // connections to PostgreSQL
    mnemonic: string;
    refunderMnemonic?: string | undefined; // of the refunder's own seed; without it the one seed has both roles
    contractOwner?: EvmAddress | undefined; // the treasury; without it the filler owns the contracts
    bitcoinNetwork: BitcoinNetwork;
    explorerUrls: readonly string[];
    explorerQuorum: number | undefined; // how many of them must show the same chain; undefined is more than half
    evmChains: readonly EvmChainConfig[];
    apiKeys: readonly string[];
    selfServeKeys: boolean; // the page at /keys
    requireKeys: boolean; // false: calls without a key are answered within the limits of their address
    keysPerHour: number; // made there, per address
    prices: PriceSetting;
    priceSeed: string; // of simulated prices
    priceCoins: Coins; // what the exchanges are asked for
    priceMaxAgeMs: number; // of coins that have no limit of their own
    operatorToken: string | undefined; // without one there is neither /operator nor /metrics
    screening: ScreeningSettings | undefined; // of the addresses of fills and refunds
    webhookAllowedCidrs: readonly string[]; // private networks to which webhooks may go
    enableRequestsList: boolean; // false imitates a service that has no list by deposit address
  }>;

/** The limits and settings that public services of this family publish. */
export const NETWORK_DEFAULTS = {
  ...CALL_LIMITS,
  selfServeKeys: true,
  keysPerHour: 3,
  confirmations: ONE_BLOCK,
  unconfirmedLimit: undefined,
  largeUsd: 10_000,
  statusDetail: "contract",
  bitcoin: BITCOIN_DEFAULTS,
  explorerQuorum: undefined,
  bare: false,
  versions: BOTH_VERSIONS,
  requireKeys: false,
  solver: SOLVER_DEFAULTS,
  prices: { kind: "walk" },
  priceCoins: PRICE_DEFAULTS.coins,
  priceMaxAgeMs: PRICE_DEFAULTS.maxAgeMs,
  operatorToken: undefined,
  screening: undefined,
  webhookAllowedCidrs: [],
  enableRequestsList: true,
} as const satisfies Partial<NetworkConfig>;
