import type { Log } from "../runtime/log.ts";
import type { Clock } from "../values/time.ts";
import type { NetworkConfig } from "./config.ts";
import { createPrices, PRICE_DEFAULTS } from "./prices/createPrices.ts";
import type { PriceSource } from "./prices/priceSource.ts";

type Setting = Pick<NetworkConfig, "prices" | "priceSeed" | "priceCoins" | "priceMaxAgeMs">;

/** The price source that the operator set. Throws with a sentence when the setting cannot work. */
export function configuredPrices(
  { prices: setting, priceSeed: walkSeed, priceCoins: coins, priceMaxAgeMs: maxAgeMs }: Setting,
  deps: Readonly<{ clock: Clock; log: Log }>,
): PriceSource {
  return createPrices({ ...PRICE_DEFAULTS, setting, walkSeed, coins, maxAgeMs }, deps);
}
