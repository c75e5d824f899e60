import { Router } from "express";
import { formatDecimal } from "../money/amount.ts";
import { priceAt } from "../network/prices/priceWalk.ts";
import type { Clock } from "../time.ts";

/** The seed of the sandbox's simulated prices. */
export const PRICE_SEED = "crosstill sandbox";

const USD_DECIMALS = 8;

/**
 * GET /sandbox/rates/BTC-USD → {"price": "80123.45"}: the prices that the sandbox's intent service works with, as an exchange
 * would tell them. A gateway needs them when the service states no amounts. 404 for a pair that is not simulated.
 */
export function sandboxRates(clock: Clock): Router {
  const routes = Router();
  routes.get("/sandbox/rates/:base-:quote", ({ params: { base, quote } }, response) => {
    const price = quote === "USD" ? priceAt(PRICE_SEED, base, clock()) : undefined;
    if (price === undefined)
      response.status(404).json({ message: `No price of ${base} in ${quote} is simulated.` });
    else response.json({ price: formatDecimal(price, USD_DECIMALS) });
  });
  return routes;
}
