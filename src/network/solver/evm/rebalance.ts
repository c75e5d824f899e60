import { divFloor, max } from "../../../values/amount.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { keyOf } from "../../catalog.ts";
import { newRequestId, requireChain, type NetworkParts } from "../../parts.ts";
import { openOrders } from "../../persistence/outbound.ts";
import { sourcesOf, swapsOf, usablePools } from "../../pools/pairs.ts";
import { bestDivision, PARTS } from "../../pools/plan.ts";
import type { PoolReader } from "../../pools/poolReader.ts";
import { rebalanceMove, type Holding, type Move } from "../../pools/rebalancePlan.ts";
import { storedSwap } from "../../pools/storedSwap.ts";
import { swapCall } from "../../pools/swapCall.ts";
import { gasOfSwaps } from "../../pools/swapPrice.ts";
import { atLeast, convert, type PoolSwaps } from "../../quote/pricing.ts";
import { backOff, isBackedOff, type SolverParts } from "../memory.ts";
import { nativeOf, worthIn } from "../worth.ts";
import { gasLimit } from "./gas.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

const RETRY_MS = 10 * MINUTE_MS;

type Parts = Pick<
  NetworkParts,
  "catalog" | "clock" | "evm" | "log" | "market" | "prices" | "settings" | "store"
>;

/** A swap between the service's own coins as it would be made now, and what it must bring at least. */
export type Rebalancing = Move & Readonly<{ swap: PoolSwaps; least: bigint }>;

/** What would be done about a chain's coins: nothing, a swap, or no swap for a reason. */
export type RebalanceAdvice =
  | Readonly<{ kind: "balanced" }>
  | Readonly<{ kind: "swap"; swap: Rebalancing }>
  | Readonly<{ kind: "refused"; move: Move; why: string }>;

/**
 * Brings the service's own coins on a chain back within the operator's bounds, by one swap through pools at a time: within the
 * limits of the settings, and without what is promised. Nothing where the operator has set no bounds.
 */
export async function rebalance(parts: SolverParts, chainId: number): Promise<void> {
  const key = `rebalance ${chainId}`;
  const chain = requireChain(parts.evm, chainId);
  if (!chain.pools || isBackedOff(parts, key)) return;
  if ((await openOrders(parts.store, chainId)).some(({ kind }) => kind === "rebalance")) return;
  const advice = await adviseRebalance(parts, chainId);
  if (advice.kind === "balanced") return parts.memory.alarms.clear("network.rebalance_refused", key);
  if (advice.kind === "refused") return putOff(parts, chainId, advice.move, advice.why);
  await signSwap(parts, chainId, chain.pools, advice.swap);
}

/** The swap that is due on a chain, as pools would serve it now. Changes nothing. Throws HttpFailure, PriceUnavailable. */
export async function adviseRebalance(parts: Parts, chainId: number): Promise<RebalanceAdvice> {
  const move = rebalanceMove(await holdingsOf(parts, chainId), parts.settings.solver.rebalanceMost);
  const reader = requireChain(parts.evm, chainId).pools;
  if (!move || !reader) return { kind: "balanced" };
  const { from, to, amount } = move;
  const pools = await usablePools(parts, reader, from, to);
  const division = bestDivision(await sourcesOf(reader, pools, amount, PARTS), {
    bring: (rest) => (rest === 0 ? 0n : undefined),
    furtherCost: 0n,
  });
  const swaps = division && (await swapsOf(reader, from, amount, division.shares));
  if (!swaps)
    return { kind: "refused", move, why: "no pool whose price agrees with the price sources can serve it" };
  const { worth, least } = await limitOf(parts, move, swaps);
  if (swaps.brings < least) {
    const why = `it would bring ${swaps.brings} and cost gas; at least ${least} is asked for, of ${worth} that it is worth`;
    return { kind: "refused", move, why };
  }
  const { poolSlippageBps } = parts.settings.solver;
  const swap = { ...swaps, impact: worth - swaps.brings };
  return { kind: "swap", swap: { ...move, swap, least: max(least, atLeast(swaps.brings, poolSlippageBps)) } };
}

/** The coins of a chain that have bounds, with what of them is not promised. */
export async function holdingsOf(parts: Parts, chainId: number): Promise<readonly Holding[]> {
  const bounds = parts.catalog.chain(chainId)?.rebalance ?? [];
  const held = bounds.map(async ({ symbol, least, most }) => {
    const currency = parts.catalog.currency(chainId, symbol);
    if (!currency) return [];
    return [
      {
        ...{ currency, bounds: { least, most } },
        held: await parts.market.capacity(currency, ["pending", "filling"]),
        usd: await parts.prices.price(symbol, parts.clock()),
      },
    ];
  });
  return (await Promise.all(held)).flat();
}

/** What an amount is worth in the other coin, and what a swap of it must bring at least so that it costs no more than the setting. */
async function limitOf(
  parts: Parts,
  { from, to, amount }: Move,
  swaps: Pick<PoolSwaps, "swaps">,
): Promise<Readonly<{ worth: bigint; least: bigint }>> {
  const { input, output } = await parts.market.market({ origin: from, destination: to, method: "direct" });
  const worth = convert(amount, input, output, divFloor);
  const { maxFeePerGas } = await parts.market.gasFees(to.chainId);
  const wei = gasOfSwaps(swaps) * maxFeePerGas;
  const gas = await worthIn(parts, { amount: wei, from: nativeOf(parts, to.chainId), to });
  return { worth, least: atLeast(worth, parts.settings.solver.rebalanceCostBps) + gas };
}

async function signSwap(
  parts: SolverParts,
  chainId: number,
  reader: PoolReader,
  { from, to, amount, swap, least }: Rebalancing,
): Promise<void> {
  const { contracts, keys, clock, random, log, memory } = parts;
  const recipient = keys.solverEvmAddress;
  const call = await swapCall(contracts, reader, { from, to, swap, own: 0n, least, recipient, at: clock() });
  const run = await openRun(parts, chainId);
  const about = `rebalance ${chainId}`;
  const tried = await simulateCall(parts, run.chain, { call, fees: run.fees, purpose: "swap", about });
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "swap");
  if (gas === undefined)
    return putOff(
      parts,
      chainId,
      { from, to, amount },
      tried.reverts ? tried.reason : "it needs too much gas",
    );
  const order = {
    ...({ id: `rebalance/${newRequestId(random)}`, requestId: null, kind: "rebalance" } as const),
    ...keyOf(from),
    ...{ amount, call, gas, swap: storedSwap(swap, keyOf(to)) },
  };
  await signPayment(parts, run, order, () => []);
  memory.alarms.clear("network.rebalance_refused", about);
  log.info("network.rebalanced", {
    ...{ chain: chainId, from: from.symbol, to: to.symbol, payment: order.id },
    ...{ amount: String(amount), expected: String(swap.brings) },
  });
}

/** The coins stay as they are for a while, and a person is told. */
function putOff(parts: SolverParts, chainId: number, { from, to, amount }: Move, why: string): void {
  const key = `rebalance ${chainId}`;
  const about = { chain: chainId, from: from.symbol, to: to.symbol, amount: String(amount), why };
  parts.memory.alarms.raise("network.rebalance_refused", key, about);
  backOff(parts, key, RETRY_MS);
}
