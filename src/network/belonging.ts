import type { BitcoinNetwork } from "../bitcoin/address.ts";
import { ConflictError } from "../db/driver.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import type { Keys } from "./addresses.ts";
import type { RecogniseChain } from "./chains/asking.ts";
import { bindingOf, insertBinding } from "./store/bindings.ts";
import type { NetworkStore } from "./store/open.ts";

/**
 * A database belongs to one seed, one Bitcoin network and the chains that it was made with: its books, nonces and addresses
 * mean nothing elsewhere. The service binds what is not bound yet; a command that only looks compares and writes nothing.
 */
export type Binding = "bind" | "compare";

/** Throws with a sentence when the database belongs to another seed or another Bitcoin network. */
export async function requireOwnDatabase(
  store: NetworkStore,
  { solverEvmAddress }: Pick<Keys, "solverEvmAddress">,
  bitcoinNetwork: BitcoinNetwork,
  binding: Binding,
): Promise<void> {
  const owner = await boundTo(store, binding, "solver", solverEvmAddress);
  if (owner !== solverEvmAddress)
    throw new Error(
      `This database belongs to the seed whose solver pays from ${owner}; the given seed's pays from ${solverEvmAddress}. Set NETWORK_SEED_FILE to the seed that made the database, or NETWORK_DATABASE_URL to a new one.`,
    );
  const network = await boundTo(store, binding, "bitcoin network", bitcoinNetwork);
  if (network !== bitcoinNetwork)
    throw new Error(
      `This database was made on Bitcoin ${network}, and NETWORK_BITCOIN is ${bitcoinNetwork}. Set NETWORK_BITCOIN=${network}, or NETWORK_DATABASE_URL to a new database.`,
    );
}

/** Knows chains again by the early blocks that the database has seen of them. */
export function recognisingChains(store: NetworkStore, binding: Binding): RecogniseChain {
  return async (chainId, blocks) => {
    for (const { height, hash } of blocks) {
      const known = await boundTo(store, binding, `block ${height} of chain ${chainId}`, hash);
      if (known === hash) continue;
      const [what, setting] =
        chainId === BITCOIN_CHAIN_ID
          ? ["The explorer's Bitcoin chain", "NETWORK_EXPLORER_URLS"]
          : [`Chain ${chainId}`, `NETWORK_RPC_${chainId}`];
      return `${what} is not the one that this database was made with: its block ${height} was ${known}, and now it is ${hash}. Set ${setting} to the earlier chain, or NETWORK_DATABASE_URL to a new database.`;
    }
    return undefined;
  };
}

/** What the name is bound to; the given value where it was not bound. */
async function boundTo(store: NetworkStore, binding: Binding, name: string, value: string): Promise<string> {
  const known = await bindingOf(store, name);
  if (known !== undefined) return known;
  if (binding === "compare") return value;
  try {
    await store.commit([insertBinding(store, name, value)]);
    return value;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return (await bindingOf(store, name)) ?? value; // another process was faster
  }
}
