import { Router } from "express";
import { formatDecimal } from "../../values/amount.ts";
import { priceAt } from "../../network/prices/priceWalk.ts";
import type { Clock, Instant } from "../../values/time.ts";

/** The seed of the sandbox's simulated prices. */
export const PRICE_SEED = "crosstill sandbox";

const USD_DECIMALS = 8;

/** Simulated prices of currencies in dollars. They are constant, so that examples are reproducible. */
const CURRENCIES: Readonly<Record<string, string>> = {
  EUR: "1.09",
  GBP: "1.27",
  CHF: "1.13",
  CAD: "0.73",
  AUD: "0.66",
  NZD: "0.61",
  SEK: "0.096",
  NOK: "0.094",
  DKK: "0.146",
  PLN: "0.253",
  CZK: "0.0435",
  BRL: "0.18",
  MXN: "0.052",
  INR: "0.012",
  SGD: "0.75",
  HKD: "0.128",
  ZAR: "0.055",
  TRY: "0.03",
  THB: "0.028",
  CNY: "0.14",
  JPY: "0.0067",
  KRW: "0.00073",
  VND: "0.00004",
  KWD: "3.25",
  BHD: "2.65",
};

/**
 * GET /sandbox/rates/BTC-USD → {"price": "80123.45"}: the prices of the sandbox's intent service, in the
 * format of an exchange, and simulated ones of currencies. A gateway needs them when the service states no
 * amounts, and for prices in other currencies than dollars. 404 for a pair that is not simulated.
 */
export function sandboxRates(clock: Clock): Router {
  const routes = Router();
  routes.get("/sandbox/rates/:base-:quote", ({ params: { base, quote } }, response) => {
    const price = quote === "USD" ? priceOf(base, clock()) : undefined;
    if (price === undefined)
      response.status(404).json({ message: `No price of ${base} in ${quote} is simulated.` });
    else response.json({ price });
  });
  return routes;
}

function priceOf(code: string, at: Instant): string | undefined {
  const price = priceAt(PRICE_SEED, code, at);
  if (price !== undefined) return formatDecimal(price, USD_DECIMALS);
  return Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined;
}
