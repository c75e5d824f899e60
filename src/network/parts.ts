import type { ContractAddresses } from "../evm/codec/deployment.ts";
import type { Random } from "../values/ids.ts";
import type { Log } from "../runtime/log.ts";
import type { Clock } from "../values/time.ts";
import type { Keys } from "./addresses.ts";
import type { Tier } from "./confirmations.ts";
import type { Catalog } from "./catalog.ts";
import type { Screener } from "./checks/screener.ts";
import type { FindSenders } from "./checks/senders.ts";
import type { BitcoinChain } from "./chains/bitcoin.ts";
import type { EvmChain } from "./chains/evm.ts";
import type { PriceSource } from "./prices/priceSource.ts";
import type { Asked } from "./deposits/asked.ts";
import type { Hidden } from "./deposits/hidden.ts";
import type { MarketReader } from "./quote/market.ts";
import type { SpendingLimits } from "./solver/limits.ts";
import type { SolverSettings } from "./solver/settings.ts";
import type { BitcoinSettings } from "./solver/bitcoin/settings.ts";
import type { StatusDetail } from "./status.ts";
import type { Versions } from "./versions.ts";
import type { NetworkStore } from "./persistence/open.ts";

/** What the service is made of; each use case takes the parts that it names. service.ts puts them together. */
export type NetworkParts = Readonly<{
  store: NetworkStore;
  keys: Keys;
  catalog: Catalog;
  contracts: ContractAddresses;
  market: MarketReader;
  prices: PriceSource;
  bitcoin: BitcoinChain;
  asked: Asked;
  hidden: Hidden;
  evm: ReadonlyMap<number, EvmChain>;
  screener: Screener | undefined; // without one every address is served
  findSenders: FindSenders;
  limits: SpendingLimits;
  settings: Settings;
  clock: Clock;
  random: Random;
  log: Log;
}>;

/** An operator's settings for handling money and for disclosure. */
export type Settings = Readonly<{
  /** Blocks that a Bitcoin deposit and a payment of our own need, by their amounts (interface specification 3, rule 1: one or more). */
  confirmations: readonly Tier[];
  /** How many sats of Bitcoin deposits may be relied upon at a time that have fewer blocks than the largest need; undefined: any. */
  unconfirmedLimit: bigint | undefined;
  largeUsd: number; // from this worth on an EVM deposit waits for the blocks of large ones
  statusDetail: StatusDetail;
  bitcoin: BitcoinSettings;
  /** Only the fields and endpoints that the contract shows. */
  bare: boolean;
  versions: Versions; // of quotes and lists, beside the contract's
  solver: SolverSettings;
}>;

/** A new request id: 32 random bytes in hex, unique to the service (interface specification 2.2). */
export function newRequestId(random: Random): string {
  return `0x${Buffer.from(random(32)).toString("hex")}`;
}

/** The chain that a request or a payment needs. Throws when it is not configured any more. */
export function requireChain(evm: NetworkParts["evm"], chainId: number): EvmChain {
  const found = evm.get(chainId);
  if (found) return found;
  throw new Error(`Chain ${chainId} is not configured any more, but something open needs it.`);
}
