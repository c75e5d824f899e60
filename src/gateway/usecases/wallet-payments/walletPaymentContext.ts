import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "../pricing/pricingContext.ts";

/** What payments from a payer's wallet work with. */
export type WalletPaymentContext = PricingContext & Pick<Gateway, "origins">;
