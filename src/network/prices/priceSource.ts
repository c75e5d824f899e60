import type { Instant } from "../../values/time.ts";
import type { UsdPrice } from "./usdPrice.ts";

/** Where prices come from: a simulation, public exchanges or a file. */
export type PriceSource = Readonly<{
  /** What a coin is worth at a moment (for live sources: about now). Throws PriceUnavailable, one of its three kinds. */
  price(symbol: string, at: Instant): Promise<UsdPrice>;
}>;

/**
 * There is no price to quote by, so the answer is PRICE_FETCH_FAILED (503). The message is fit for a
 * caller; `failures` gives the operator the error of each source.
 */
export class PriceUnavailable extends Error {
  constructor(
    message: string,
    readonly failures: readonly string[] = [],
  ) {
    super(message);
  }
}

/** No source has this coin, or too few sources do at present. */
export class PriceMissing extends PriceUnavailable {
  override name = "PriceMissing";
}

/** No source has this coin, now or later: a setting is wrong. */
export class PriceUnknown extends PriceMissing {
  override name = "PriceUnknown";
}

/** The youngest known price is older than the limit. */
export class PriceStale extends PriceUnavailable {
  override name = "PriceStale";
}

/** Sources answered, but no majority of them agrees. */
export class PriceDisputed extends PriceUnavailable {
  override name = "PriceDisputed";
}
