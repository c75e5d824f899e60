import { createLog, type Log } from "../../runtime/log.ts";
import { createAuditParts } from "../../network/audit/auditParts.ts";
import { configuredPrices } from "../../network/configuredPrices.ts";
import { lookAtRefund } from "../../network/orderRefund.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { createMarketReader } from "../../network/quote/market.ts";
import type { EstimateParts } from "../../network/refundEstimate.ts";
import type { Clock } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { readNetworkSettings, type NetworkSettings } from "./config.ts";
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
    const parts = estimateParts(settings, store, { clock, log });
    const { what, outlook, order } = await lookAtRefund(parts, { id, to, toName: "--to" });
    if (!given.has("yes"))
      return print(`Would refund ${what}: ${outlook}. Nothing was ordered: say it again with --yes.`);
    await order();
    print(
      `Ordered the refund of ${what}: ${outlook}. The running service pays it; see GET /intents/status/v3?requestId=${id}`,
    );
  });
};

function estimateParts(
  { config }: NetworkSettings,
  store: NetworkStore,
  deps: Readonly<{ clock: Clock; log: Log }>,
): EstimateParts {
  const parts = createAuditParts(config, store, deps);
  const prices = configuredPrices(config, deps);
  const market = createMarketReader({ ...parts, solver: parts.keys.solverEvmAddress, prices });
  return { ...parts, prices, market };
}

function readRequestId(id = ""): string {
  if (REQUEST_ID.test(id)) return id;
  throw new Error(
    `Expected a request id (0x and 64 hex digits), got "${id}". Usage: crosstill ${USAGE["network refund"]}`,
  );
}
