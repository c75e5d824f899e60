import { resolveAttention } from "../gateway/resolveAttention.ts";
import type { Command } from "./command.ts";
import { readPerson, withGatewayStore, words } from "./withGatewayStore.ts";

export const RESOLVE_USAGE = "resolve <invoice> <key> [<key> …] --by <name> --reason <text>";

/** Takes something off the inbox that a person has dealt with. */
export const resolve: Command = async (invocation) => {
  const { args, print } = invocation;
  const [invoiceId, ...keys] = words(args, RESOLVE_USAGE);
  if (invoiceId === undefined || keys.length === 0)
    throw new Error(`Expected an invoice and a key of its inbox. Usage: crosstill ${RESOLVE_USAGE}`);
  const person = readPerson(args, RESOLVE_USAGE);
  await withGatewayStore(invocation, async (gateway) => {
    await resolveAttention(gateway, invoiceId, keys, person);
    print(`Resolved: ${keys.join(", ")} of invoice ${invoiceId}.`);
  });
};
