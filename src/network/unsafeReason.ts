import { worthOfChain } from "../evm/codec/knownChains.ts";
import type { NetworkConfig } from "./config.ts";

/**
 * Why a service with these chains and prices would give money away; nothing when it would not. Simulated prices are for coins
 * that are worth nothing. Coins of test networks are priced as the real ones, so they must not be exchanged for those.
 */
export function unsafeReason({
  bitcoinNetwork,
  evmChains,
  prices,
}: Pick<NetworkConfig, "bitcoinNetwork" | "evmChains" | "prices">): readonly string[] {
  const bitcoin = {
    name: `Bitcoin ${bitcoinNetwork}`,
    worth: bitcoinNetwork === "mainnet" ? "live" : "test",
  };
  const chains = [bitcoin, ...evmChains.map(({ id }) => ({ name: `chain ${id}`, worth: worthOfChain(id) }))];
  const named = (worth: string) => chains.filter((chain) => chain.worth === worth).map(({ name }) => name);
  const [live, test] = [named("live").join(", "), named("test").join(", ")];
  if (live === "") return [];
  return [
    ...(prices.kind === "walk"
      ? [`PRICES must be http or file:/path on live chains (${live}): the default, walk, is a simulation.`]
      : []),
    ...(test === ""
      ? []
      : [
          `The coins of test networks (${test}) are free, and would be exchanged for those of live chains (${live}): run a service of its own for each, with NETWORK_BITCOIN and NETWORK_RPC_<id> of one kind.`,
        ]),
  ];
}
