import { attentionOf } from "../../domain/invoices/attention.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { advanceInvoice, type Records } from "./advanceInvoice.ts";
import { GatewayError } from "../../errors.ts";
import { loadInvoice, type Person } from "./markInvoice.ts";

/**
 * Removes an entry from the inbox: a person has handled it and gives the reason. Moves no money and changes
 * no state. Idempotent. Throws GatewayError (invoice_not_found, nothing_to_resolve with the entries there
 * are).
 */
export async function resolveAttention(
  gateway: Records,
  invoiceId: string,
  keys: readonly string[],
  person: Person,
): Promise<Invoice> {
  const invoice = await loadInvoice(gateway, invoiceId);
  const open = attentionOf(invoice).map(({ key }) => key);
  const known = new Set([...open, ...invoice.facts.resolved.map(({ key }) => key)]);
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length > 0 || keys.length === 0) {
    const said = unknown.map((key) => key.slice(0, 100)).join(", ") || "no key";
    const expected = open.length > 0 ? `one of ${open.join(", ")}` : "no key, because nothing is open";
    const message = `Invoice ${invoiceId} has nothing of that name to resolve. Expected ${expected}; got ${said}.`;
    throw new GatewayError("nothing_to_resolve", message);
  }
  return advanceInvoice(gateway, invoiceId, { kind: "resolved", at: gateway.clock(), keys, ...person });
}
