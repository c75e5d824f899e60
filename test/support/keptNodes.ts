import type { Anvil } from "../../src/sandbox/evm/anvil.ts";
import { startEmptyNode, type StartNode } from "../../src/sandbox/evm/evmChain.ts";
import { replayTransactions, type SentTransaction } from "../../src/sandbox/evm/replayTransactions.ts";
import { saveState } from "./anvilState.ts";
import { createPool, type Pool } from "./pool.ts";

type Kept = Readonly<{ anvil: Anvil; restore(): Promise<void> }>;

/**
 * Nodes for the sandbox's EVM chains that hold its first transactions, lent to one application after the other. A chain that
 * begins otherwise, or whose node has died, gets a new node as in production.
 */
export function keepNodes(first: ReadonlyMap<number, readonly SentTransaction[]>): StartNode {
  const pools = new Map<number, Pool<Kept>>();
  for (const [chainId, transactions] of first) pools.set(chainId, poolOf(chainId, transactions));
  return async (chainId, transactions, port) => {
    const held = first.get(chainId) ?? [];
    const pool = pools.get(chainId);
    if (port !== undefined || !pool || !held.every(({ raw }, index) => transactions[index]?.raw === raw))
      return startEmptyNode(chainId, transactions, port);
    return { anvil: lend(pool, await pool.take()), holds: held.length };
  };
}

function poolOf(chainId: number, transactions: readonly SentTransaction[]): Pool<Kept> {
  return createPool<Kept>({
    async start() {
      const { anvil } = await startEmptyNode(chainId, transactions, undefined);
      process.once("exit", anvil.kill);
      anvil.unref(); // the pool must not keep a run from ending
      await replayTransactions(anvil.port, transactions);
      return { anvil, restore: await saveState(anvil.url) };
    },
    clean: ({ restore }) => restore(),
    async end({ anvil }) {
      process.off("exit", anvil.kill);
      anvil.kill();
      await anvil.exited;
    },
  });
}

/** The node as its borrower sees it: to kill it gives it back. */
function lend(pool: Pool<Kept>, kept: Kept): Anvil {
  let isBack = false;
  let toldGone = () => {};
  const back = new Promise<void>((resolve) => (toldGone = resolve));
  return {
    ...kept.anvil,
    exited: Promise.race([back, kept.anvil.exited]),
    kill() {
      if (isBack) return;
      isBack = true;
      void pool.startRefund(kept).then(toldGone);
    },
  };
}
