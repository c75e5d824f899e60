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
  /**
   * Gives a sentence when the database belongs to something else than this. `earlier` is what databases belong to that were
   * bound before there was this name.
   */
  claim(
    name: string,
    value: string,
    foreign: (known: string) => string,
    earlier?: string,
  ): Promise<string | undefined>;
  /** Binds the database for ever to what was claimed, and to what is claimed later. Throws when another process was faster. */
  bind(): Promise<void>;
}>;

type Claim = Readonly<{ value: string; foreign: (known: string) => string }>;

const SOLVER = "solver"; // the name that every database is bound under

/** What a database belongs to. */
export function createDatabaseBinding(store: NetworkStore): DatabaseBinding {
  const noted = new Map<string, Claim>(); // until it is bound
  let isBound = false;

  /**
   * Writes claims in one commit. Only a conflict is compared: then everything that another process wrote can be read, and the
   * first difference, the seed, is the one that is said.
   */
  const write = async (claims: readonly (readonly [string, Claim])[]): Promise<string | undefined> => {
    if (claims.length === 0) return undefined;
    try {
      await store.commit(claims.map(([name, { value }]) => insertBinding(store, name, value)));
      return undefined;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const left: (readonly [string, Claim])[] = [];
      for (const [name, claim] of claims) {
        const known = await bindingOf(store, name);
        if (known === undefined) left.push([name, claim]);
        else if (known !== claim.value) return claim.foreign(known);
      }
      if (left.length === claims.length) throw error; // a conflict with something else
      return write(left);
    }
  };

  /** Looks again at the name: another process may have bound both since. */
  const inherited = async (name: string, earlier: string | undefined): Promise<string | undefined> =>
    earlier !== undefined && (await bindingOf(store, SOLVER)) !== undefined
      ? ((await bindingOf(store, name)) ?? earlier)
      : undefined;

  return {
    async claim(name, value, foreign, earlier) {
      const kept =
        (await bindingOf(store, name)) ?? noted.get(name)?.value ?? (await inherited(name, earlier));
      const known = kept ?? noted.get(name)?.value; // of a claim that was made meanwhile
      if (known !== undefined) return known === value ? undefined : foreign(known);
      if (isBound) return write([[name, { value, foreign }]]);
      noted.set(name, { value, foreign });
      return undefined;
    },
    async bind() {
      isBound = true;
      const foreign = await write([...noted]);
      if (foreign !== undefined) throw new Error(foreign);
      noted.clear();
    },
  };
}

type OwnKeys = Pick<Keys, "solverEvmAddress" | "refunderEvmAddress" | "contractOwner">;

/**
 * Throws with a sentence when the database belongs to another seed, another refunder or another owner of the contracts: its
 * deposits lie at addresses that follow from all three.
 */
export async function requireOwnSeed(
  { claim }: DatabaseBinding,
  { solverEvmAddress: solver, refunderEvmAddress: refunder, contractOwner: owner }: OwnKeys,
): Promise<void> {
  const foreign =
    (await claim(
      SOLVER,
      solver,
      (known) =>
        `This database belongs to the seed whose solver pays from ${known}; the given seed's pays from ${solver}. Set NETWORK_SEED_FILE to the seed that made the database, or NETWORK_DATABASE_URL to a new one.`,
    )) ??
    (await claim("refunder", refunder, (known) => foreignRefunder(known, refunder, solver), solver)) ??
    (await claim("contract owner", owner, (known) => foreignOwner(known, owner, solver), solver));
  if (foreign !== undefined) throw new Error(foreign);
}

function foreignRefunder(known: string, given: string, solver: string): string {
  if (known === solver)
    return `This database was made with one seed, which its deposit addresses belong to, and NETWORK_REFUNDER_SEED_FILE gives another for them. Leave that setting out, or set NETWORK_DATABASE_URL to a new database.`;
  const got = given === solver ? "it is not set" : `it holds that of ${given}`;
  return `The deposit addresses of this database belong to the seed of the refunder ${known}. Set NETWORK_REFUNDER_SEED_FILE to the file with that seed (now ${got}), or NETWORK_DATABASE_URL to a new database.`;
}

function foreignOwner(known: string, given: string, solver: string): string {
  const back = known === solver ? "Leave NETWORK_CONTRACT_OWNER out" : `Set NETWORK_CONTRACT_OWNER=${known}`;
  return `This database was made with contracts that ${known} owns, and its deposits lie there; those of ${given} are at other addresses. ${back}, or set NETWORK_DATABASE_URL to a new database.`;
}

/** Throws with a sentence when the database belongs to another seed or another Bitcoin network. */
export async function requireOwnDatabase(
  belonging: DatabaseBinding,
  keys: OwnKeys,
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
