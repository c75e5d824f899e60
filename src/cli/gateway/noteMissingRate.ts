import { createRates } from "../../gateway/adapters/rates/rates.ts";
import type { Config } from "../../gateway/compose/config.ts";
import { GatewayError } from "../../gateway/errors.ts";
import type { StoreSettings } from "../../gateway/usecases/stores/merchantStore.ts";
import { requirePriceRate } from "../../gateway/usecases/stores/requirePriceRate.ts";
import { HOUR_MS } from "../../values/time.ts";
import type { Invocation } from "../command.ts";

/** Warns where no source has a rate for a store's currency: its invoices could not be priced. */
export async function noteMissingRate(
  { clock, note }: Pick<Invocation, "clock" | "note">,
  { mode, port, ratesUrls }: Pick<Config, "mode" | "port" | "ratesUrls">,
  settings: Pick<StoreSettings, "defaultCurrency" | "settlement">,
): Promise<void> {
  const sandbox = `http://127.0.0.1:${port}/sandbox/rates/{base}-{quote}#price`;
  const urls = mode === "sandbox" ? [...ratesUrls, sandbox] : ratesUrls;
  try {
    await requirePriceRate({ rates: createRates({ urls, clock, maxAgeMs: HOUR_MS }) }, settings);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    note(`Warning: ${error.message}`);
  }
}
