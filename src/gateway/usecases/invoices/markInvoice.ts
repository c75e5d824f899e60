import { markOf, type Invoice } from "../../domain/invoices/invoice.ts";
import { advanceInvoice, type Records } from "./advanceInvoice.ts";
import { GatewayError } from "../../errors.ts";
import { sentence } from "../../../values/sentence.ts";

/** The person behind a decision about money, and the reason: stored permanently with the decision. */
export type Person = Readonly<{ by: string; reason: string }>;

type Mark = "Settled" | "Invalid";

/**
 * The marks that a person may set: any other state, but a paid invoice stays paid unless it was marked so
 * by a person (merchant API, marking).
 */
export function possibleMarks(invoice: Invoice): readonly Mark[] {
  const { state, facts } = invoice;
  if (state === "Settled") return markOf(facts) ? ["Invalid"] : [];
  return state === "Invalid" ? ["Settled"] : ["Settled", "Invalid"];
}

/**
 * Sets an invoice's state by a person's word; no news changes it any more. The same word again changes nothing. Throws
 * GatewayError (invoice_not_found, mark_not_allowed).
 */
export async function markInvoice(
  gateway: Records,
  invoiceId: string,
  as: Mark,
  person: Person,
): Promise<Invoice> {
  const seen = { kind: "marked", at: gateway.clock(), as, ...person } as const;
  return advanceInvoice(gateway, invoiceId, seen, {}, (now) => {
    if (markOf(now.facts)?.as !== as) requireMarkable(now, as);
  });
}

/** Throws mark_not_allowed. It is asked of the very version that is changed: what was paid a moment ago is not marked unpaid. */
export function requireMarkable(invoice: Invoice, as: Mark): void {
  const possible = possibleMarks(invoice);
  if (possible.includes(as)) return;
  const values = { invoice: invoice.id, state: invoice.state, mark: as };
  const said =
    possible.length === 0
      ? sentence("Invoice {invoice} is {state} and cannot be marked; got {mark}.", values)
      : sentence("Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.", {
          ...values,
          possible: possible.join(" or "),
        });
  throw new GatewayError("mark_not_allowed", said);
}

/** The invoice, or invoice_not_found. */
export async function loadInvoice(
  { persistence }: Pick<Records, "persistence">,
  invoiceId: string,
): Promise<Invoice> {
  const invoice = await persistence.invoices.load(invoiceId);
  if (invoice) return invoice;
  throw new GatewayError("invoice_not_found", `There is no invoice ${invoiceId.slice(0, 64)}.`);
}
