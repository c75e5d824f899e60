import { loadInvoice, markInvoice } from "../../gateway/usecases/invoices/markInvoice.ts";
import { markOf } from "../../gateway/domain/invoices/invoice.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";
import { readPerson } from "./readPerson.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

const STATES: Readonly<Record<string, "Settled" | "Invalid">> = { settled: "Settled", invalid: "Invalid" };

/** Sets an invoice's state by a person's decision. A repetition names the first person. */
export const mark: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "mark", { words: 2 });
  const [invoiceId, word = ""] = given.words;
  const as = Object.hasOwn(STATES, word.toLowerCase()) ? STATES[word.toLowerCase()] : undefined;
  if (invoiceId === undefined || as === undefined)
    throw new Error(
      `Expected an invoice and settled or invalid; got "${given.words.join(" ")}". Usage: crosstill ${USAGE.mark}`,
    );
  const person = readPerson(given);
  await withPersistence(invocation, async (gateway) => {
    const earlier = markOf((await loadInvoice(gateway, invoiceId)).facts);
    const invoice = await markInvoice(gateway, invoiceId, as, person);
    if (earlier?.as === as)
      return print(`Invoice ${invoice.id} was already marked ${as} by ${earlier.by}; nothing changed.`);
    const done = { action: "invoice.marked", storeId: invoice.storeId, subject: invoice.id, after: as };
    await recordCommand(gateway, "mark", done, person.by);
    print(`Invoice ${invoice.id} is ${invoice.state} (${invoice.additional}).`);
  });
};
