import { createLog } from "../../runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { inCoins, keyOf, type Catalog, type Currency, type EvmChainConfig } from "../../network/catalog.ts";
import { keptCoins, refusesTransfer, type Kept } from "../../network/solver/evm/treasury.ts";
import type { Command } from "../command.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { readNetworkSettings } from "./config.ts";
import { marketParts } from "./marketParts.ts";
import { asksForOrder, placeOrder, readAmount, readCoin, storiesOf } from "./ownOrders.ts";
import { withServiceStore } from "./store.ts";

/**
 * Tells what the service holds of the coins that have bounds (NETWORK_TREASURY_KEEP_<id>), what it would send to the treasury now,
 * and what became of the last orders. With --coin and --amount it orders a transfer; without --yes that is a dry run. The running
 * service makes the transfer; safe beside it.
 */
export const networkTreasury: Command = async (invocation) => {
  const { args, env, clock, print } = invocation;
  const given = readArguments(args, "network treasury");
  const isOrder = asksForOrder(
    given,
    ["coin", "amount"],
    "The running service sends what is above the bounds by itself. --yes orders another transfer: give --chain, --coin and --amount too.",
  );
  const settings = readNetworkSettings(env);
  const chains = chosenChains(settings.config.evmChains, given.option("chain"));
  if (chains.length === 0)
    return print("No chain has a treasury, so nothing is sent. NETWORK_TREASURY_<chain id> names one.");
  const log = createLog("silent");
  await withServiceStore(settings, async (store) => {
    const parts = { ...marketParts(settings, store, { clock, log }), settings: settings.config };
    if (isOrder) {
      const { currency, amount } = readTransfer(parts.catalog, given);
      const { chainId } = currency;
      const why = await refusesTransfer(parts, { currency, amount });
      const treasury = parts.catalog.chain(chainId)?.treasury?.address;
      if (why !== undefined || !treasury)
        throw new Error(`${inCoins(currency, amount)} cannot be sent to the treasury now: ${why}.`);
      const what = `${inCoins(currency, amount)} to ${treasury} on chain ${chainId}`;
      const order = { ...keyOf(currency), kind: "treasury", target: treasury, amount } as const;
      return placeOrder(invocation, store, order, { what, isConfirmed: given.has("yes") });
    }
    for (const { id, name, treasury } of chains) {
      print(`Chain ${id} (${name})`);
      if (!treasury) print("  No treasury: NETWORK_TREASURY_<chain id> names one.");
      else print(`  The treasury is ${treasury.address}`);
      for (const kept of await keptCoins(parts, id))
        for (const line of linesOf(kept, parts)) print(`  ${line}`);
      for (const story of await storiesOf(store, parts.catalog, id, "treasury")) print(`  ${story}`);
    }
  });
};

function chosenChains(all: readonly EvmChainConfig[], only: string | undefined): readonly EvmChainConfig[] {
  if (only === undefined) return all.filter(({ treasury }) => treasury !== undefined);
  if (only === String(BITCOIN_CHAIN_ID))
    throw new Error("On Bitcoin nothing is sent to a treasury yet; bitcoin stays in the service's account.");
  const chosen = all.filter(({ id }) => String(id) === only);
  if (chosen.length > 0) return chosen;
  throw new Error(`Chain ${only} is not configured: set NETWORK_RPC_${only}.`);
}

function readTransfer(catalog: Catalog, given: Arguments): Readonly<{ currency: Currency; amount: bigint }> {
  const chainId = Number(given.require("chain"));
  const currency = readCoin(catalog, given, chainId, "coin");
  return { currency, amount: readAmount(given, currency) };
}

function linesOf(
  { currency, free, bounds, move }: Kept,
  { keys }: Readonly<{ keys: Readonly<{ solverEvmAddress: string }> }>,
): readonly string[] {
  const within = `${inCoins(currency, bounds.least)} to ${inCoins(currency, bounds.most)}`;
  const lines = [`${inCoins(currency, free)} can be spent; bounds ${within}`];
  if (move.kind === "surplus") lines.push(`The service would send ${inCoins(currency, move.amount)}.`);
  if (move.kind === "lack")
    lines.push(`Below its bounds: send ${inCoins(currency, move.amount)} to ${keys.solverEvmAddress}.`);
  return lines;
}
