import type { BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { ConflictError } from "../database/driver.ts";
import { BITCOIN_CHAIN_ID } from "../intents/identifiers.ts";
import type { Keys } from "./addresses.ts";
import type { RecogniseChain } from "./chains/asking.ts";
import { bindingOf, insertBinding } from "./persistence/bindings.ts";
import type { NetworkStore } from "./persistence/open.ts";

/**
 * A database belongs to one seed, one Bitcoin network and the chains that it was made with: its books, nonces and addresses
 * mean nothing elsewhere. Everything is compared; nothing is written before `bind`, so that a start that fails, or a command
 * that only looks, leaves a new database as it was.
 */
export type DatabaseBinding = Readonly<{
  /** Gives a sentence when the database belongs to something else than this. */
  claim(name: string, value: string, foreign: (known: string) => string): Promise<string | undefined>;
  /** Binds the database for ever to what was claimed, and to what is claimed later. Throws when another process was faster. */
  bind(): Promise<void>;
}>;

type Claim = Readonly<{ value: string; foreign: (known: string) => string }>;

/** What a database belongs to. */
export function createDatabaseBinding(store: NetworkStore): DatabaseBinding {
  const noted = new Map<string, Claim>(); // not written yet
  let isBound = false;

  /** Writes all of it at once; a conflict means that another process wrote some, which is compared then. */
  const write = async (): Promise<string | undefined> => {
    while (noted.size > 0) {
      for (const [name, { value, foreign }] of [...noted]) {
        const known = await bindingOf(store, name);
        if (known === undefined) continue;
        noted.delete(name);
        if (known !== value) return foreign(known);
      }
      const writes = [...noted].map(([name, { value }]) => insertBinding(store, name, value));
      if (writes.length === 0) return undefined;
      await store.commit(writes).catch((error: unknown) => {
        if (!(error instanceof ConflictError)) throw error;
      });
    }
    return undefined;
  };

  return {
    async claim(name, value, foreign) {
      const known = (await bindingOf(store, name)) ?? noted.get(name)?.value;
      if (known !== undefined) return known === value ? undefined : foreign(known);
      noted.set(name, { value, foreign });
      return isBound ? write() : undefined;
    },
    async bind() {
      isBound = true;
      const foreign = await write();
      if (foreign !== undefined) throw new Error(foreign);
    },
  };
}

/** Throws with a sentence when the database belongs to another seed. */
export async function requireOwnSeed(
  { claim }: DatabaseBinding,
  { solverEvmAddress }: Pick<Keys, "solverEvmAddress">,
): Promise<void> {
  const foreign = await claim(
    "solver",
    solverEvmAddress,
    (owner) =>
      `This database belongs to the seed whose solver pays from ${owner}; the given seed's pays from ${solverEvmAddress}. Set NETWORK_SEED_FILE to the seed that made the database, or NETWORK_DATABASE_URL to a new one.`,
  );
  if (foreign !== undefined) throw new Error(foreign);
}

/** Throws with a sentence when the database belongs to another seed or another Bitcoin network. */
export async function requireOwnDatabase(
  belonging: DatabaseBinding,
  keys: Pick<Keys, "solverEvmAddress">,
  bitcoinNetwork: BitcoinNetwork,
): Promise<void> {
  await requireOwnSeed(belonging, keys);
  const foreign = await belonging.claim(
    "bitcoin network",
    bitcoinNetwork,
    (network) =>
      `This database was made on Bitcoin ${network}, and NETWORK_BITCOIN is ${bitcoinNetwork}. Set NETWORK_BITCOIN=${network}, or NETWORK_DATABASE_URL to a new database.`,
  );
  if (foreign !== undefined) throw new Error(foreign);
}

/** Recognises chains by early blocks recorded in the database. */
export function recognisingChains({ claim }: DatabaseBinding): RecogniseChain {
  return async (chainId, blocks) => {
    const [what, setting] =
      chainId === BITCOIN_CHAIN_ID
        ? ["The explorer's Bitcoin chain", "NETWORK_EXPLORER_URLS"]
        : [`Chain ${chainId}`, `NETWORK_RPC_${chainId}`];
    for (const { height, hash } of blocks) {
      const foreign = await claim(
        `block ${height} of chain ${chainId}`,
        hash,
        (known) =>
          `${what} is not the one that this database was made with: its block ${height} was ${known}, and now it is ${hash}. Set ${setting} to the earlier chain, or NETWORK_DATABASE_URL to a new database.`,
      );
      if (foreign !== undefined) return foreign;
    }
    return undefined;
  };
}
