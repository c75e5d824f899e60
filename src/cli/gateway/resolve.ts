import { resolveAttention } from "../../gateway/usecases/invoices/resolveAttention.ts";
import { loadInvoice } from "../../gateway/usecases/invoices/markInvoice.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";
import { readPerson } from "./readPerson.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

/** Removes an inbox entry that a person has handled. A repetition names the first person. */
export const resolve: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "resolve", { words: Infinity });
  const [invoiceId, ...keys] = given.words;
  if (invoiceId === undefined || keys.length === 0)
    throw new Error(`Expected an invoice and a key of its inbox. Usage: crosstill ${USAGE.resolve}`);
  const person = readPerson(given);
  await withPersistence(invocation, async (gateway) => {
    const { storeId, facts } = await loadInvoice(gateway, invoiceId);
    const { resolved } = facts;
    await resolveAttention(gateway, invoiceId, keys, person);
    for (const { key, by } of resolved.filter(({ key }) => keys.includes(key)))
      print(`${key} of invoice ${invoiceId} was already resolved by ${by}; nothing changed.`);
    const now = keys.filter((key) => !resolved.some((earlier) => earlier.key === key));
    if (now.length === 0) return;
    const done = { action: "attention.resolved", storeId, subject: invoiceId, after: now };
    await recordCommand(gateway, "resolve", done, person.by);
    print(`Resolved: ${now.join(", ")} of invoice ${invoiceId}.`);
  });
};
