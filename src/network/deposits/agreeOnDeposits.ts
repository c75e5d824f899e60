import type { EvmBlock } from "../../evm/reader/evmBlocks.ts";
import type { EvmChain } from "../chains/evm.ts";
import type { EvmNode } from "../chains/evmNode.ts";
import { NodesDisagree, NOTHING } from "../chains/nodePool.ts";
import type { NetworkParts } from "../parts.ts";
import { FOUND_BY_BALANCE, type DepositRow } from "../persistence/rows.ts";
import { arrivalsIn, type Arrival } from "./evmArrivals.ts";
import { watchOn } from "./watchOn.ts";

/** Deposits that enough nodes show, and those of which enough nodes have the block without the deposit. The others wait. */
export type Agreed = Readonly<{ shown: readonly DepositRow[]; absent: readonly DepositRow[] }>;

/**
 * What as many nodes say of the deposits of an EVM chain as must agree: in the same block, with the same content. Each block is
 * read once from each node that is asked. Throws HttpFailure when too few nodes answer.
 */
export async function agreeOnDeposits(
  parts: Parts,
  chain: EvmChain,
  rows: readonly DepositRow[],
): Promise<Agreed> {
  const look = createLook(parts, chain);
  const shown: DepositRow[] = [];
  const absent: DepositRow[] = [];
  for (const row of rows) {
    const said = await saidOf(chain, row, look);
    if (said === ABSENT) absent.push(row);
    else if (said !== NOTHING) shown.push(row);
  }
  return { shown, absent };
}

type Parts = Pick<NetworkParts, "store" | "catalog" | "contracts">;

/** What a node says of a deposit: the hash of the block that has it, that the block does not, or that there is no such block. */
const ABSENT = "the block without it";
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
    if (!arrival) return ABSENT;
    const isSweep = arrival.kind === "deposited" && arrival.swept !== undefined;
    return isSweep && (await watch.isWatched([arrival.from])).has(arrival.from) ? ABSENT : block.hash;
  };
}

async function saidOf(chain: EvmChain, row: DepositRow, look: Look): Promise<string> {
  try {
    return await chain.agreed.answer(`deposit ${row.id}`, (node) => look(node, row), String);
  } catch (error) {
    if (error instanceof NodesDisagree) return NOTHING;
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
  const sender = isSwap ? null : arrival.from; // refunds go to it, and it is screened
  const isOurs = arrival.kind !== "transfer" || arrival.to === row.address;
  return isOurs && token === row.currency && amount === row.amount && sender === row.sender;
}
