import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { saveState, setClock } from "../support/anvilState.ts";
import { createPool, type Pool } from "../support/pool.ts";
import { startEvmWorld, type EvmWorld } from "./evmWorld.ts";

/**
 * What a world of the intent service stands on. It is lent to one world at a time and returned to its first state in between,
 * which takes a hundredth of the time of starting chains, deploying contracts and funding accounts again.
 */
export type Foundation = Readonly<{
  /** EVM chains on which the solver has coins and tokens. */
  chains: readonly EvmWorld[];
  /** An SQLite database to copy, of a service that has run every job once on these chains; none where a service is to begin. */
  database: string | undefined;
  /** Lets the next world have it. */
  startRefund(): Promise<void>;
}>;

/** Runs a new service on these chains until it has nothing left to do; gives the file of its database, which is closed. */
export type Settle = (chains: readonly EvmWorld[]) => Promise<string>;

type Kept = Readonly<{
  chains: readonly EvmWorld[];
  database: string | undefined;
  restore: (() => Promise<void>)[];
}>;

const pools = new Map<string, Pool<Kept>>();

/** Chains of these ids. With `settle`, a service has approved tokens and read all blocks there already. */
export async function takeFoundation(
  ids: readonly number[],
  settle: Settle | undefined,
): Promise<Foundation> {
  const name = `${ids.join()} ${settle ? "settled" : "new"}`;
  const pool = pools.get(name) ?? poolOf(ids, settle);
  pools.set(name, pool);
  const kept = await pool.take();
  return { ...kept, startRefund: () => pool.startRefund(kept) };
}

function poolOf(ids: readonly number[], settle: Settle | undefined): Pool<Kept> {
  return createPool<Kept>({
    async start() {
      const chains = await startChains(ids);
      const database = await settle?.(chains);
      return { chains, database, restore: await Promise.all(chains.map(({ url }) => saveState(url))) };
    },
    async clean({ chains, restore }) {
      await Promise.all(restore.map((one) => one()));
      await Promise.all(chains.map(({ url }) => setClock(url)));
    },
    end: async ({ chains }) => void (await Promise.all(chains.map((chain) => chain.stop()))),
  });
}

/** Starts the chains side by side. When one fails, none is left running. */
async function startChains(ids: readonly number[]): Promise<readonly EvmWorld[]> {
  const solver = createKeys(SANDBOX_MNEMONIC, "regtest", ids, contractsOf).solverEvmAddress;
  const started = await Promise.allSettled(ids.map((id) => startFunded(id, solver)));
  const chains = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = started.find((one) => one.status === "rejected");
  if (!failed) return chains;
  await Promise.all(chains.map((chain) => chain.stop()));
  throw failed.reason;
}

async function startFunded(id: number, solver: EvmAddress): Promise<EvmWorld> {
  const chain = await startEvmWorld(id, solver);
  await chain.client.setBalance({ address: solver, value: 10n ** 20n });
  for (const token of [chain.usdc, chain.usdt]) await chain.mint(token, solver, 1_000_000_000_000n);
  await chain.mint(chain.weth, solver, 10n ** 20n);
  return chain;
}
