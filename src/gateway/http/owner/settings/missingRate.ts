import type { Translate } from "../../../../languages/merchantWords.ts";
import { GatewayError } from "../../../errors.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import type { StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { requirePriceRate } from "../../../usecases/stores/requirePriceRate.ts";
import { messageOf } from "../../errors.ts";

/** Says why no invoice can be priced in a store's currency now; undefined where it can. */
export async function missingRate(
  gateway: Pick<Gateway, "rates">,
  settings: Pick<StoreSettings, "defaultCurrency" | "settlement">,
  tr: Translate,
): Promise<string | undefined> {
  try {
    await requirePriceRate(gateway, settings);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError && error.code === "rate_unavailable") return messageOf(error, tr);
    throw error;
  }
}
