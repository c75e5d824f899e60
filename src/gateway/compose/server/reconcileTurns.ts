import { setTimeout as delay } from "node:timers/promises";
import { callBudget } from "../../../http-client/callBudget.ts";
import type { Config } from "../config.ts";
import type { Reconciling, Witness } from "../../usecases/reconciliation/reconciling.ts";
import type { Clock } from "../../../values/time.ts";

const SHARE = 2; // the server, which may run, keeps the rest
const LOOK_AGAIN_MS = 50;

/** Waits for the next call that the settings allow. Nodes of EVM chains have no budget, here as in the server. */
export function turnsOf(
  {
    intentsCallsPerMinute,
    explorerCallsPerMinute,
  }: Pick<Config, "intentsCallsPerMinute" | "explorerCallsPerMinute">,
  clock: Clock,
): Reconciling["turn"] {
  const budgetOf = (perMinute: number) => callBudget(Math.max(1, Math.floor(perMinute / SHARE)), clock);
  const budgets = new Map<Witness, ReturnType<typeof callBudget>>([
    ["service", budgetOf(intentsCallsPerMinute)],
    ["explorer", budgetOf(explorerCallsPerMinute)],
  ]);
  return async (who) => {
    const budget = budgets.get(who);
    while (budget && !budget.take()) await delay(LOOK_AGAIN_MS);
  };
}
