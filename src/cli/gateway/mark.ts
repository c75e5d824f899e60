import { loadInvoice, markInvoice } from "../../gateway/usecases/invoices/markInvoice.ts";
import { markOf } from "../../gateway/domain/invoices/invoice.ts";
import type { Command } from "../command.ts";
import { readPerson, withPersistence, words } from "./withPersistence.ts";

export const MARK_USAGE = "mark <invoice> settled|invalid --by <name> --reason <text>";

const STATES: Readonly<Record<string, "Settled" | "Invalid">> = { settled: "Settled", invalid: "Invalid" };

/** Sets an invoice's state by a person's decision. A repetition names the first person. */
export const mark: Command = async (invocation) => {
  const { args, print } = invocation;
  const [invoiceId, word = ""] = words(args, MARK_USAGE);
  const as = Object.hasOwn(STATES, word.toLowerCase()) ? STATES[word.toLowerCase()] : undefined;
  if (invoiceId === undefined || as === undefined)
    throw new Error(
      `Expected an invoice and settled or invalid; got "${words(args, MARK_USAGE).join(" ")}". Usage: crosstill ${MARK_USAGE}`,
    );
  const person = readPerson(args, MARK_USAGE);
  await withPersistence(invocation, async (gateway) => {
    const earlier = markOf((await loadInvoice(gateway, invoiceId)).facts);
    const invoice = await markInvoice(gateway, invoiceId, as, person);
    if (earlier?.as === as)
      return print(`Invoice ${invoice.id} was already marked ${as} by ${earlier.by}; nothing changed.`);
    print(`Invoice ${invoice.id} is ${invoice.state} (${invoice.additional}).`);
  });
};
