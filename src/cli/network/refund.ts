import { createLog } from "../../runtime/log.ts";
import { lookAtRefund } from "../../network/orderRefund.ts";
import type { Command } from "../command.ts";
import { readNetworkSettings } from "./config.ts";
import { marketParts } from "./marketParts.ts";
import { withServiceStore } from "./store.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const REQUEST_ID = /^0x[0-9a-f]{64}$/;

/**
 * Orders the refund of a deposit that could be neither bridged nor refunded automatically (interface
 * specification 3, rule 6). Without --yes it is a dry run. Throws when nothing would arrive. The running
 * service makes the payment; safe beside it.
 */
export const networkRefund: Command = async ({ args, env, clock, print }) => {
  const given = readArguments(args, "network refund", { words: 1 });
  const id = readRequestId(given.words[0]);
  const to = given.require("to");
  const settings = readNetworkSettings(env);
  const log = createLog(settings.logLevel);
  await withServiceStore(settings, async (store) => {
    const parts = marketParts(settings, store, { clock, log });
    const { what, outlook, order } = await lookAtRefund(parts, { id, to, toName: "--to" });
    if (!given.has("yes"))
      return print(`Would refund ${what}: ${outlook}. Nothing was ordered: say it again with --yes.`);
    await order();
    print(
      `Ordered the refund of ${what}: ${outlook}. The running service pays it; see GET /intents/status/v3?requestId=${id}`,
    );
  });
};

function readRequestId(id = ""): string {
  if (REQUEST_ID.test(id)) return id;
  throw new Error(
    `Expected a request id (0x and 64 hex digits), got "${id}". Usage: crosstill ${USAGE["network refund"]}`,
  );
}
