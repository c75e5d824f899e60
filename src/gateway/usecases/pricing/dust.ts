import { dustWorth } from "../../domain/invoices/dustWorth.ts";
import type { Invoice, Terms } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Method } from "./methods.ts";

/** Refuses to price what no wallet sends. Throws GatewayError amount_too_small. */
export function refuseBelowDust(invoice: Invoice, method: Method, { due }: Pick<Terms, "due">): void {
  if (due >= dustWorth(invoice, method.id)) return;
  const message = `The remaining amount is below the dust limit of ${method.name}: no wallet can send it.`;
  throw new GatewayError("amount_too_small", message, { methodId: method.id });
}
