import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "../pricing/pricingContext.ts";

/** What issuing and changing invoices works with: it prices them, and sends mail about them. */
export type InvoiceContext = PricingContext & Pick<Gateway, "mailer" | "issuing">;
