import { createLog } from "../../runtime/log.ts";
import { formatDecimal } from "../../values/amount.ts";
import type { Currency, EvmChainConfig } from "../../network/catalog.ts";
import { adviseRebalance, holdingsOf, type RebalanceAdvice } from "../../network/solver/evm/rebalance.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { readNetworkSettings } from "./config.ts";
import { marketParts } from "./marketParts.ts";
import { withServiceStore } from "./store.ts";

/**
 * Tells what the service holds of the coins that have bounds (NETWORK_REBALANCE_<id>), and the swap with which the running
 * service would bring them back within these bounds now. Changes nothing; safe beside it.
 */
export const networkRebalance: Command = async ({ args, env, clock, print }) => {
  const given = readArguments(args, "network rebalance");
  const settings = readNetworkSettings(env);
  const { evmChains } = settings.config;
  const only = given.option("chain");
  const chains = evmChains.filter(({ id, rebalance }) =>
    only ? String(id) === only : rebalance !== undefined,
  );
  if (only && chains.length === 0)
    throw new Error(`Chain ${only} is not configured: set NETWORK_RPC_${only}.`);
  if (chains.length === 0)
    return print("No coin has bounds, so nothing is rebalanced. NETWORK_REBALANCE_<chain id> sets them.");
  const log = createLog("silent");
  await withServiceStore(settings, async (store) => {
    const parts = { ...marketParts(settings, store, { clock, log }), settings: settings.config };
    for (const chain of chains) {
      print(`Chain ${chain.id} (${chain.name})`);
      for (const { currency, held, bounds } of await holdingsOf(parts, chain.id))
        print(
          `  ${shown(currency, held)} can be spent; bounds ${shown(currency, bounds.least)} to ${shown(currency, bounds.most)}`,
        );
      print(`  ${outlook(chain, await adviseRebalance(parts, chain.id))}`);
    }
  });
};

function outlook({ rebalance }: EvmChainConfig, advice: RebalanceAdvice): string {
  if (!rebalance) return "No coin of this chain has bounds.";
  switch (advice.kind) {
    case "balanced":
      return "Nothing is to be done.";
    case "swap": {
      const { from, to, amount, swap } = advice.swap;
      return `The service would swap ${shown(from, amount)} for about ${shown(to, swap.brings)}.`;
    }
    case "refused": {
      const { from, to, amount } = advice.move;
      return `${shown(from, amount)} should become ${to.symbol}, but not now: ${advice.why}.`;
    }
  }
}

function shown({ symbol, decimals }: Currency, amount: bigint): string {
  return `${formatDecimal(amount, decimals)} ${symbol}`;
}
