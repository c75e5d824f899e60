import { createLog } from "../../runtime/log.ts";
import { inCoins, keyOf, type Catalog, type EvmChainConfig } from "../../network/catalog.ts";
import type { Move } from "../../network/pools/rebalancePlan.ts";
import {
  adviseMove,
  adviseRebalance,
  holdingsOf,
  type RebalanceAdvice,
} from "../../network/solver/evm/rebalance.ts";
import type { Command } from "../command.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { readNetworkSettings } from "./config.ts";
import { marketParts } from "./marketParts.ts";
import { asksForOrder, placeOrder, readAmount, readCoin, storiesOf } from "./ownOrders.ts";
import { withServiceStore } from "./store.ts";

/**
 * Tells what the service holds of the coins that have bounds (NETWORK_REBALANCE_<id>), the swap with which the running service
 * would bring them back within these bounds now, and what became of the last orders. With --from, --to and --amount it orders a
 * swap within the limits of the settings; without --yes that is a dry run. The running service makes the swap; safe beside it.
 */
export const networkRebalance: Command = async (invocation) => {
  const { args, env, clock, print } = invocation;
  const given = readArguments(args, "network rebalance");
  const isOrder = asksForOrder(
    given,
    ["from", "to", "amount"],
    "The running service makes the swaps for bounds by itself. --yes orders another: give --chain, --from, --to and --amount too.",
  );
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
    if (isOrder) {
      const move = readMove(parts.catalog, given);
      const { from, to, amount } = move;
      const order = { ...keyOf(from), kind: "rebalance", target: to.address, amount } as const;
      const what = await swapText(parts, move);
      return placeOrder(invocation, store, order, { what, isConfirmed: given.has("yes") });
    }
    for (const chain of chains) {
      print(`Chain ${chain.id} (${chain.name})`);
      for (const { currency, held, bounds } of await holdingsOf(parts, chain.id))
        print(
          `  ${inCoins(currency, held)} can be spent; bounds ${inCoins(currency, bounds.least)} to ${inCoins(currency, bounds.most)}`,
        );
      print(`  ${outlook(chain, await adviseRebalance(parts, chain.id))}`);
      for (const story of await storiesOf(store, parts.catalog, chain.id, "rebalance")) print(`  ${story}`);
    }
  });
};

function readMove(catalog: Catalog, given: Arguments): Move {
  const chainId = Number(given.require("chain"));
  const from = readCoin(catalog, given, chainId, "from");
  const to = readCoin(catalog, given, chainId, "to");
  return { from, to, amount: readAmount(given, from) };
}

/** What a swap would bring now. Throws with the reason where it would be refused. */
async function swapText(parts: Parameters<typeof adviseMove>[0], move: Move): Promise<string> {
  const { from, to, amount } = move;
  const advice = await adviseMove(parts, move);
  if (advice.kind === "refused")
    throw new Error(`${inCoins(from, amount)} cannot become ${to.symbol} now: ${advice.why}.`);
  const { swap, least } = advice.swap;
  return `${inCoins(from, amount)} for about ${inCoins(to, swap.brings)}, at least ${inCoins(to, least)} at the prices of now`;
}

function outlook({ rebalance }: EvmChainConfig, advice: RebalanceAdvice): string {
  if (!rebalance) return "No coin of this chain has bounds.";
  switch (advice.kind) {
    case "balanced":
      return "Nothing is to be done.";
    case "swap": {
      const { from, to, amount, swap } = advice.swap;
      return `The service would swap ${inCoins(from, amount)} for about ${inCoins(to, swap.brings)}.`;
    }
    case "refused": {
      const { from, to, amount } = advice.move;
      return `${inCoins(from, amount)} should become ${to.symbol}, but not now: ${advice.why}.`;
    }
  }
}
