import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";

/** What pricing works with. It polls an address for late payments before it lends it again. */
export type PricingContext = CreditingContext &
  Pick<Gateway, "journal" | "failover" | "deposits" | "refusals" | "choosing" | "reserved">;
