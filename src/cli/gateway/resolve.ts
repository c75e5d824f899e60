import { resolveAttention } from "../../gateway/usecases/invoices/resolveAttention.ts";
import { loadInvoice } from "../../gateway/usecases/invoices/markInvoice.ts";
import type { Command } from "../command.ts";
import { readPerson, withPersistence, words } from "./withPersistence.ts";

export const RESOLVE_USAGE = "resolve <invoice> <key> [<key> …] --by <name> --reason <text>";

/** Removes an inbox entry that a person has handled. A repetition names the first person. */
export const resolve: Command = async (invocation) => {
  const { args, print } = invocation;
  const [invoiceId, ...keys] = words(args, RESOLVE_USAGE);
  if (invoiceId === undefined || keys.length === 0)
    throw new Error(`Expected an invoice and a key of its inbox. Usage: crosstill ${RESOLVE_USAGE}`);
  const person = readPerson(args, RESOLVE_USAGE);
  await withPersistence(invocation, async (gateway) => {
    const { resolved } = (await loadInvoice(gateway, invoiceId)).facts;
    await resolveAttention(gateway, invoiceId, keys, person);
    for (const { key, by } of resolved.filter(({ key }) => keys.includes(key)))
      print(`${key} of invoice ${invoiceId} was already resolved by ${by}; nothing changed.`);
    const now = keys.filter((key) => !resolved.some((earlier) => earlier.key === key));
    if (now.length > 0) print(`Resolved: ${now.join(", ")} of invoice ${invoiceId}.`);
  });
};
