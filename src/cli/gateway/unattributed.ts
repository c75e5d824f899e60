import { createRates } from "../../gateway/adapters/rates/rates.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import {
  dismissUnattributed,
  refundUnattributed,
  requireUnattributed,
  type UnattributedName,
} from "../../gateway/usecases/crediting/endUnattributed.ts";
import { HOUR_MS } from "../../values/time.ts";
import { readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { USAGE, type CommandName } from "../usage.ts";
import { openService } from "./openService.ts";
import { readPerson } from "./readPerson.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

/** Refunds unattributed funds by a payout that waits for its approval. A repetition names the same payout. */
export const refund: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "refund", { words: 2 });
  const [place = "", destination] = given.words;
  const name = readPlace("refund", place);
  if (destination === undefined)
    throw new Error(`Expected an address of the sender's. Usage: crosstill ${USAGE.refund}`);
  const person = readPerson(given);
  await withPersistence(invocation, async (records, config) => {
    const { storeId, found } = await load(records, name);
    const rates = createRates({ urls: config.ratesUrls, clock: records.clock, maxAgeMs: HOUR_MS });
    const { bitcoinNetwork } = config;
    const settings = { bitcoinNetwork, watchedChains: [...config.rpcUrls.keys()] };
    const gateway = { ...records, rates, service: openService(config), settings };
    const { id, state } = await refundUnattributed(gateway, storeId, found, { destination, ...person });
    const done = { action: "unattributed.refunded", storeId, subject: id, after: place };
    if (found.state === "open") await recordCommand(records, "refund", done, person.by);
    print(
      `The refund of ${place} is payout ${id} (${state}). It is sent once it is approved and paid under Payouts.`,
    );
  });
};

/** Takes unattributed funds off the inbox and out of the books because they are not a payment. */
export const dismiss: Command = async (invocation) => {
  const { args, print } = invocation;
  const given = readArguments(args, "dismiss", { words: 1 });
  const [place = ""] = given.words;
  const name = readPlace("dismiss", place);
  const person = readPerson(given);
  const ignoreSender = given.has("ignore-sender");
  await withPersistence(invocation, async (records, config) => {
    const { storeId, found } = await load(records, name);
    const gateway = { ...records, service: openService(config) };
    await dismissUnattributed(gateway, storeId, found, { ...person, ignoreSender });
    const after = { outpoint: name.outpoint, ...(ignoreSender ? { ignoredSender: found.sender } : {}) };
    await recordCommand(records, "dismiss", { action: "unattributed.dismissed", storeId, after }, person.by);
    print(`${place} is not a payment, and no longer in the inbox.`);
  });
};

function readPlace(command: CommandName & ("refund" | "dismiss"), place: string): UnattributedName {
  const [, chainId, outpoint] = /^(\d{1,15}):(.+)$/.exec(place) ?? [];
  if (outpoint !== undefined) return { chainId: Number(chainId), outpoint };
  throw new Error(
    `Expected unattributed funds as the inbox lists them; got "${place}". Usage: crosstill ${USAGE[command]}`,
  );
}

async function load({ persistence }: Records, name: UnattributedName) {
  const known = await persistence.unattributed.load(name.chainId, name.outpoint);
  const storeId = known?.storeId ?? "";
  return { storeId, found: await requireUnattributed({ persistence }, storeId, name) };
}
