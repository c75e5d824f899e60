import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import { assignUnattributed } from "../../gateway/usecases/crediting/assignUnattributed.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";
import { readPerson } from "./readPerson.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

type Found = Readonly<{ chainId: number; outpoint: string }>;

/**
 * Assigns unattributed funds to an invoice. A repetition completes what was interrupted, and changes
 * nothing else.
 */
export const assign: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "assign", { words: 2 });
  const [place = "", invoiceId] = given.words;
  const [, chainId, outpoint] = /^(\d{1,15}):(.+)$/.exec(place) ?? [];
  if (outpoint === undefined || invoiceId === undefined) {
    const expected = "Expected an unattributed deposit as the inbox lists it, and an invoice";
    throw new Error(`${expected}; got "${given.words.join(" ")}". Usage: crosstill ${USAGE.assign}`);
  }
  const person = readPerson(given);
  await withPersistence(invocation, async (gateway) => {
    const found: Found = { chainId: Number(chainId), outpoint };
    const earlier = await assignedBy(gateway, found, invoiceId);
    const entry = await gateway.persistence.unattributed.load(found.chainId, outpoint);
    const invoice = await assignUnattributed(gateway, found, invoiceId, person);
    if (earlier !== undefined)
      return print(`${place} was already assigned to invoice ${invoice.id} by ${earlier}; nothing changed.`);
    const done = { action: "unattributed.assigned", subject: invoice.id, after: place };
    for (const storeId of new Set([entry?.storeId || invoice.storeId, invoice.storeId]))
      await recordCommand(gateway, "assign", { ...done, storeId }, person.by);
    print(`Assigned ${place} to invoice ${invoice.id}, which is ${invoice.state} (${invoice.additional}).`);
    print("It counts for what its conversion yields, once that is proven.");
  });
};

/** The person of an earlier assignment to the invoice; undefined without one. */
async function assignedBy(
  { persistence }: Records,
  found: Found,
  invoiceId: string,
): Promise<string | undefined> {
  const { chainId, outpoint } = found;
  if ((await persistence.deposits.owner(chainId, outpoint)) !== invoiceId) return undefined;
  const decided = await persistence.invoices.decidedUpon(invoiceId);
  return decided
    .map(
      ({ seen }) =>
        seen.kind === "output" && seen.outpoint === outpoint && seen.chainId === chainId && seen.assigned?.by,
    )
    .find((by) => typeof by === "string");
}
