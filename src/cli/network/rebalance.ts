import { createLog } from "../../runtime/log.ts";
import { isoTime } from "../../values/time.ts";
import { inCoins, type Catalog, type EvmChainConfig } from "../../network/catalog.ts";
import { newRequestId } from "../../network/parts.ts";
import { insertRebalanceOrder, rebalanceOrders } from "../../network/persistence/rebalances.ts";
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
import { orderedText, outcomeText, readAmount, readCoin } from "./ownOrders.ts";
import { withServiceStore } from "./store.ts";

const LISTED = 5;

/**
 * Tells what the service holds of the coins that have bounds (NETWORK_REBALANCE_<id>), the swap with which the running service
 * would bring them back within these bounds now, and what became of the last orders. With --from, --to and --amount it orders a
 * swap within the limits of the settings; without --yes that is a dry run. The running service makes the swap; safe beside it.
 */
export const networkRebalance: Command = async ({ args, env, clock, random, print }) => {
  const given = readArguments(args, "network rebalance");
  const isOrder = ["from", "to", "amount"].some((name) => given.option(name) !== undefined);
  if (isOrder) given.requireAll("chain", "from", "to", "amount");
  if (given.has("yes") && !isOrder)
    throw new Error(
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
      const { what, order } = await lookAtMove(parts, move, newRequestId(random));
      if (!given.has("yes"))
        return print(`Would swap ${what}. Nothing was ordered: say it again with --yes.`);
      await order();
      const again = `crosstill network rebalance --chain ${move.from.chainId}`;
      return print(`Ordered: ${what}. The running service does it within a minute; see ${again}`);
    }
    for (const chain of chains) {
      print(`Chain ${chain.id} (${chain.name})`);
      for (const { currency, held, bounds } of await holdingsOf(parts, chain.id))
        print(
          `  ${inCoins(currency, held)} can be spent; bounds ${inCoins(currency, bounds.least)} to ${inCoins(currency, bounds.most)}`,
        );
      print(`  ${outlook(chain, await adviseRebalance(parts, chain.id))}`);
      for (const one of await rebalanceOrders(store, chain.id, LISTED))
        print(`  ${storyOf(parts.catalog, one)}`);
    }
  });
};

function readMove(catalog: Catalog, given: Arguments): Move {
  const chainId = Number(given.require("chain"));
  const from = readCoin(catalog, given, chainId, "from");
  const to = readCoin(catalog, given, chainId, "to");
  return { from, to, amount: readAmount(given, from) };
}

type Parts = Parameters<typeof adviseMove>[0];

/** What an order would do now, and how to place it. Throws with the reason where it would be refused. */
async function lookAtMove(
  parts: Parts,
  move: Move,
  id: string,
): Promise<Readonly<{ what: string; order: () => Promise<void> }>> {
  const { from, to, amount } = move;
  const advice = await adviseMove(parts, move);
  if (advice.kind === "refused")
    throw new Error(`${inCoins(from, amount)} cannot become ${to.symbol} now: ${advice.why}.`);
  const { swap, least } = advice.swap;
  const row = {
    ...{ id, chainId: from.chainId, fromCurrency: from.address, toCurrency: to.address, amount },
    ...{ state: "requested", reason: null, createdAt: parts.clock() },
  };
  return {
    what: `${inCoins(from, amount)} for about ${inCoins(to, swap.brings)}, at least ${inCoins(to, least)} at the prices of now`,
    order: () => parts.store.commit([insertRebalanceOrder(parts.store, row)]),
  };
}

type Ordered = Awaited<ReturnType<typeof rebalanceOrders>>[number];

function storyOf(catalog: Catalog, { order, payment }: Ordered): string {
  const { chainId, fromCurrency, toCurrency, amount, createdAt, reason } = order;
  const from = catalog.currency(chainId, fromCurrency);
  const what = orderedText(from, amount, fromCurrency);
  const to = catalog.currency(chainId, toCurrency)?.symbol ?? toCurrency;
  return `Ordered at ${isoTime(createdAt)}: ${what} to ${to}, ${outcomeText(payment, reason)}`;
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
