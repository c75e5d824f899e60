import type { Random } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Clock, Instant } from "../time.ts";
import type { Keys } from "./addresses.ts";
import type { Catalog } from "./catalog.ts";
import type { BitcoinChain } from "./chains/bitcoin.ts";
import type { EvmChain } from "./chains/evm.ts";
import type { MarketReader } from "./market.ts";
import type { NetworkStore } from "./store/open.ts";

/** What the service is made of; each use case takes the parts that it names. service.ts puts them together. */
export type NetworkParts = Readonly<{
  store: NetworkStore;
  keys: Keys;
  catalog: Catalog;
  market: MarketReader;
  bitcoin: BitcoinChain;
  evm: ReadonlyMap<number, EvmChain>;
  confirmations: number;
  /** Fills that a chain calls reverted, and since when: one node may be confused for a while. */
  revertedSince: Map<string, Instant>;
  clock: Clock;
  random: Random;
  log: Log;
}>;

/** A new request id: 32 random bytes in hex, unique to the service (interface specification 2.2). */
export function newRequestId(random: Random): string {
  return `0x${Buffer.from(random(32)).toString("hex")}`;
}
