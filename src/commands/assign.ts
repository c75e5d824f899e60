import { assignUnattributed } from "../gateway/assignUnattributed.ts";
import type { Command } from "./command.ts";
import { readPerson, withGatewayStore, words } from "./withGatewayStore.ts";

export const ASSIGN_USAGE = "assign <chain>:<outpoint> <invoice> --by <name> --reason <text>";

/** Gives money that nobody could attribute to an invoice. Said again, it completes what was interrupted, and changes nothing else. */
export const assign: Command = async (invocation) => {
  const { args, print } = invocation;
  const [place = "", invoiceId] = words(args, ASSIGN_USAGE);
  const [, chainId, outpoint] = /^(\d{1,15}):(.+)$/.exec(place) ?? [];
  if (outpoint === undefined || invoiceId === undefined) {
    const expected = "Expected an unattributed deposit as the inbox lists it, and an invoice";
    throw new Error(
      `${expected}; got "${words(args, ASSIGN_USAGE).join(" ")}". Usage: crosstill ${ASSIGN_USAGE}`,
    );
  }
  const person = readPerson(args, ASSIGN_USAGE);
  await withGatewayStore(invocation, async (gateway) => {
    const invoice = await assignUnattributed(
      gateway,
      { chainId: Number(chainId), outpoint },
      invoiceId,
      person,
    );
    print(`Assigned ${place} to invoice ${invoice.id}, which is ${invoice.state} (${invoice.additional}).`);
    print("It counts for what its conversion yields, once that is proven.");
  });
};
