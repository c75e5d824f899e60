import { bitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import { callBudget } from "../../http-client/callBudget.ts";
import { createExplorer } from "../adapters/explorers.ts";
import type { Config } from "./config.ts";
import type { Witnesses } from "../usecases/proofs/collectProofs.ts";
import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import type { Outside } from "./deps.ts";
import { receiptReaders } from "./receiptReaders.ts";

/** The outside systems that a command asks about payments, where no server runs in this process. */
export function createWitnesses(
  config: Config,
  { explorerUrls, rpcUrls }: Pick<Outside, "explorerUrls" | "rpcUrls">,
  { clock, log }: Readonly<{ clock: Clock; log: Log }>,
): Witnesses {
  const { bitcoinNetwork, explorerQuorum: quorum, explorerCallsPerMinute } = config;
  const rules = bitcoinRules(bitcoinNetwork);
  return {
    explorer: createExplorer(explorerUrls, { quorum, rules, clock, log, onCall: () => {} }),
    receipts: receiptReaders(rpcUrls),
    budgets: { explorer: callBudget(explorerCallsPerMinute, clock) },
    log,
    settings: { bitcoinNetwork },
  };
}
