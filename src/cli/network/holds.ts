import { createLog } from "../../runtime/log.ts";
import { lookAtHold } from "../../network/checks/decideHold.ts";
import { createCatalog } from "../../network/catalog.ts";
import { describeDeposit } from "../../network/orderRefund.ts";
import { heldRequests } from "../../network/persistence/checks.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { isoTime } from "../../values/time.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { USAGE } from "../usage.ts";
import { readNetworkSettings, type NetworkSettings } from "./config.ts";
import { marketParts } from "./marketParts.ts";
import { nameOfDatabase, withServiceStore } from "./store.ts";

const NAME = "network holds";
const REQUEST_ID = /^0x[0-9a-f]{64}$/;
const LISTED = 500;

/**
 * Lists the payments that wait for the operator, and decides about one: to serve it, or to refund its deposit. Without --yes it
 * is a dry run. The running service makes the payment; safe beside it. Throws where there is nothing to decide.
 */
export const networkHolds: Command = async (invocation) => {
  const { args, env, note } = invocation;
  const given = readArguments(args, NAME, { words: args[0] === "list" ? 1 : 2 });
  const [action = ""] = given.words;
  if (action !== "list" && action !== "serve" && action !== "refund")
    throw new Error(`Expected list, serve or refund; got "${action}". Usage: crosstill ${USAGE[NAME]}`);
  const settings = readNetworkSettings(env);
  note(`Database: ${nameOfDatabase(settings.config.databaseUrl)}`);
  await withServiceStore(settings, (store) =>
    action === "list"
      ? list(store, settings, invocation)
      : decide({ store, settings, invocation }, action, given),
  );
};

async function list(store: NetworkStore, { config }: NetworkSettings, { print }: Invocation): Promise<void> {
  const catalog = createCatalog(config.evmChains);
  const held = await heldRequests(store, LISTED);
  if (held.length === 0) return print("Nothing is held.");
  for (const { request, check } of held) {
    const deposit = request.deposit ? describeDeposit(catalog, request.deposit) : "";
    print(
      `${request.id}  ${check.purpose} of ${deposit}, held since ${isoTime(check.since)}: ${check.reason}`,
    );
  }
}

type Beside = Readonly<{ store: NetworkStore; settings: NetworkSettings; invocation: Invocation }>;

async function decide(
  { store, settings, invocation: { clock, print } }: Beside,
  decision: "serve" | "refund",
  given: Arguments,
): Promise<void> {
  const [, id = ""] = given.words;
  if (!REQUEST_ID.test(id))
    throw new Error(
      `Expected a request id (0x and 64 hex digits), got "${id}". Usage: crosstill ${USAGE[NAME]}`,
    );
  const to = given.option("to");
  if (decision === "serve" && to !== undefined) throw new Error("--to belongs to refund.");
  const parts = marketParts(settings, store, { clock, log: createLog(settings.logLevel) });
  const { what, why, outlook, decide } = await lookAtHold(parts, { id, decision, to, toName: "--to" });
  print(`Held: ${what}. ${why}`);
  print(`If you ${decision} it: ${outlook}.`);
  if (!given.has("yes"))
    return print('Nothing was decided: say it again with --by "<name>" --reason "<text>" --yes.');
  const said = await decide({ by: given.require("by"), reason: given.require("reason") });
  print(`${said} The running service carries it out; see GET /intents/status/v3?requestId=${id}`);
}
