import type { Log } from "../../runtime/log.ts";
import { createAuditParts, type AuditParts } from "../../network/audit/auditParts.ts";
import { configuredPrices } from "../../network/configuredPrices.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import type { PriceSource } from "../../network/prices/priceSource.ts";
import { createMarketReader, type MarketReader } from "../../network/quote/market.ts";
import type { Clock } from "../../values/time.ts";
import type { NetworkSettings } from "./config.ts";

/** What a command needs to estimate what something costs now, beside the running service. */
export function marketParts(
  { config }: NetworkSettings,
  store: NetworkStore,
  deps: Readonly<{ clock: Clock; log: Log }>,
): AuditParts & Readonly<{ market: MarketReader; prices: PriceSource }> {
  const parts = createAuditParts(config, store, deps);
  const prices = configuredPrices(config, deps);
  return {
    ...parts,
    prices,
    market: createMarketReader({ ...parts, solver: parts.keys.solverEvmAddress, prices }),
  };
}
