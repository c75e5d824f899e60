import type { EvmBlock } from "../../evm/reader/evmBlocks.ts";
import type { EvmChain } from "../chains/evm.ts";
import type { EvmNode } from "../chains/evmNode.ts";
import { NodesDisagree, NOTHING } from "../chains/nodePool.ts";
import type { NetworkParts } from "../parts.ts";
import { FOUND_BY_BALANCE, type DepositRow } from "../persistence/rows.ts";
import { arrivalsIn, type Arrival } from "./evmArrivals.ts";
import { watchOn } from "./watchOn.ts";

/**
 * Of the deposits of an EVM chain those that as many nodes show as must agree: in the same block, with the same content. Each
 * block is read once from each node that is asked. The others wait. Throws HttpFailure when too few nodes answer.
 */
export async function agreeOnDeposits(
  parts: Parts,
  chain: EvmChain,
  rows: readonly DepositRow[],
): Promise<readonly DepositRow[]> {
  const look = createLook(parts, chain);
  const agreed: DepositRow[] = [];
  for (const row of rows) if (await isThere(chain, row, look)) agreed.push(row);
  return agreed;
}

type Parts = Pick<NetworkParts, "store" | "catalog" | "contracts">;

/** What a node says of a deposit: the hash of the block that has it, or that there is nothing. */
type Look = (node: EvmNode, row: DepositRow) => Promise<string>;

function createLook(parts: Parts, { id }: EvmChain): Look {
  const watch = watchOn(parts, id);
  const known = new Map<string, Promise<EvmBlock | undefined>>();
  return async (node, row) => {
    const key = `${node.name} ${row.height}`;
    const asked = known.get(key) ?? node.block(row.height, watch);
    known.set(key, asked);
    const block = await asked;
    if (!block || block.hash !== blockOf(row)) return NOTHING;
    if (row.blockHash.endsWith(FOUND_BY_BALANCE)) return block.hash; // creditSurplus.ts had the balance agreed
    const arrival = arrivalsIn(id, block).find((one) => isSame(one, row));
    if (!arrival) return NOTHING;
    const isSweep = arrival.kind === "deposited" && arrival.swept !== undefined;
    return isSweep && (await watch.isWatched([arrival.from])).has(arrival.from) ? NOTHING : block.hash;
  };
}

async function isThere(chain: EvmChain, row: DepositRow, look: Look): Promise<boolean> {
  try {
    const said = await chain.agreed.answer(`deposit ${row.id}`, (node) => look(node, row), String);
    return said !== NOTHING;
  } catch (error) {
    if (error instanceof NodesDisagree) return false;
    throw error;
  }
}

function blockOf({ blockHash }: DepositRow): string {
  return blockHash.endsWith(FOUND_BY_BALANCE) ? blockHash.slice(0, -FOUND_BY_BALANCE.length) : blockHash;
}

/** Whether an arrival is the one that a deposit was made of. */
function isSame(arrival: Arrival, row: DepositRow): boolean {
  if (arrival.id !== row.id || arrival.kind === "collected") return false;
  const isSwap = arrival.kind === "swapped";
  const token = isSwap ? arrival.order.tokenIn : arrival.token;
  const amount = isSwap ? arrival.order.amountIn : arrival.amount;
  const isOurs = arrival.kind !== "transfer" || arrival.to === row.address;
  return isOurs && token === row.currency && amount === row.amount;
}
