import type { Write } from "../../../database/driver.ts";
import { divFloor, formatFixed, max } from "../../../values/amount.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { inCoins, keyOf, type Currency } from "../../catalog.ts";
import { newRequestId, requireChain, type NetworkParts } from "../../parts.ts";
import { openOrders } from "../../persistence/outbound.ts";
import { ownPayment, type OwnOrder } from "../../persistence/ownOrders.ts";
import type { UsdPrice } from "../../prices/usdPrice.ts";
import { sourcesOf, swapsOf, usablePools } from "../../pools/pairs.ts";
import { bestDivision, PARTS } from "../../pools/plan.ts";
import type { PoolReader } from "../../pools/poolReader.ts";
import { rebalanceMove, type Holding, type Move } from "../../pools/rebalancePlan.ts";
import { storedSwap } from "../../pools/storedSwap.ts";
import { swapCall } from "../../pools/swapCall.ts";
import { gasOfSwaps } from "../../pools/swapPrice.ts";
import { atLeast, convert, usdValue, type PoolSwaps } from "../../quote/pricing.ts";
import { backOff, isBackedOff, type SolverParts } from "../memory.ts";
import { nativeOf, worthIn } from "../worth.ts";
import { gasLimit } from "./gas.ts";
import { carryOutNext } from "./ownOrders.ts";
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
  const { pools } = requireChain(parts.evm, chainId);
  if (!pools) return;
  if ((await openOrders(parts.store, chainId)).some(({ kind }) => kind === "rebalance")) return;
  const make = (order: OwnOrder, signed: Write) => makeOrdered(parts, pools, order, signed);
  if (await carryOutNext(parts, chainId, "rebalance", make)) return;
  if (isBackedOff(parts, key)) return;
  const advice = await adviseRebalance(parts, chainId);
  if (advice.kind === "balanced") return parts.memory.alarms.clear("network.rebalance_refused", key);
  if (advice.kind === "refused") return putOff(parts, chainId, advice.move, advice.why);
  const id = newRequestId(parts.random);
  const refused = await signSwap(parts, pools, advice.swap, id);
  if (refused !== undefined) return putOff(parts, chainId, advice.swap, refused);
  parts.memory.alarms.clear("network.rebalance_refused", key);
}

/** Signs a swap that the operator has ordered. The reason why it is not made; undefined where it is. */
async function makeOrdered(
  parts: SolverParts,
  reader: PoolReader,
  { id, chainId, currency, target, amount }: OwnOrder,
  signed: Write,
): Promise<string | undefined> {
  const [from, to] = [currency, target].map((one) => parts.catalog.currency(chainId, one));
  if (!from || !to) return "the service does not serve these coins any more";
  const advice = await adviseMove(parts, { from, to, amount });
  return advice.kind === "refused" ? advice.why : signSwap(parts, reader, advice.swap, id, [signed]);
}

/** The swap that is due on a chain, as pools would serve it now. Changes nothing. Throws HttpFailure, PriceUnavailable. */
export async function adviseRebalance(parts: Parts, chainId: number): Promise<RebalanceAdvice> {
  const move = rebalanceMove(await holdingsOf(parts, chainId), parts.settings.solver.rebalanceMost);
  const reader = requireChain(parts.evm, chainId).pools;
  return move && reader ? priceMove(parts, reader, move) : { kind: "balanced" };
}

/**
 * A swap that the operator asks for, as pools would serve it now, or why it is not made: it takes nothing that is promised, leaves
 * both coins within their bounds, where they have any, and keeps to the limits of the settings. Changes nothing. Throws
 * HttpFailure, PriceUnavailable.
 */
export async function adviseMove(
  parts: Parts,
  move: Move,
): Promise<Exclude<RebalanceAdvice, { kind: "balanced" }>> {
  const { from, to, amount } = move;
  const refused = (why: string) => ({ kind: "refused", move, why }) as const;
  const { chainId } = from;
  const reader = requireChain(parts.evm, chainId).pools;
  if (!reader) return refused(`chain ${chainId} has no pools: set NETWORK_UNISWAP_V3_${chainId}`);
  const { rebalanceMost: most } = parts.settings.solver;
  const worth = usdValue(amount, { ...from, usd: await parts.prices.price(from.symbol, parts.clock()) });
  if (worth > most)
    return refused(`it is worth ${usd(worth)} USD, and NETWORK_REBALANCE_MAX_USD allows ${usd(most)}`);
  const [gives, takes] = await Promise.all([from, to].map((one) => spendable(parts, one)));
  if (gives === undefined || takes === undefined || amount > gives)
    return refused(`only ${inCoins(from, gives ?? 0n)} can be spent`);
  const boundsOf = ({ symbol }: Currency) =>
    parts.catalog.chain(chainId)?.rebalance?.find((bounds) => bounds.symbol === symbol);
  const [least, above] = [boundsOf(from)?.least, boundsOf(to)?.most];
  if (least !== undefined && gives - amount < least)
    return refused(
      `it would leave ${inCoins(from, gives - amount)}; its bounds begin at ${inCoins(from, least)}`,
    );
  const advice = await priceMove(parts, reader, move);
  const after = advice.kind === "swap" ? takes + advice.swap.swap.brings : 0n;
  if (above !== undefined && after > above)
    return refused(`there would be ${inCoins(to, after)} then; its bounds end at ${inCoins(to, above)}`);
  return advice;
}

async function priceMove(
  parts: Parts,
  reader: PoolReader,
  move: Move,
): Promise<Exclude<RebalanceAdvice, { kind: "balanced" }>> {
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
    const why = `it would bring ${inCoins(to, swaps.brings)}; with its gas ${inCoins(to, least)} would have to come of ${inCoins(to, worth)} that it is worth (NETWORK_REBALANCE_COST_BPS)`;
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
        held: await spendable(parts, currency),
        usd: await parts.prices.price(symbol, parts.clock()),
      },
    ];
  });
  return (await Promise.all(held)).flat();
}

/** What the solver holds of a coin, without what is promised. */
function spendable({ market }: Parts, currency: Currency): Promise<bigint> {
  return market.capacity(currency, ["pending", "filling"]);
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

/** Signs a swap under its id, together with `others`. The reason why it is not made; undefined where it is. */
async function signSwap(
  parts: SolverParts,
  reader: PoolReader,
  { from, to, amount, swap, least }: Rebalancing,
  id: string,
  others: readonly Write[] = [],
): Promise<string | undefined> {
  const { chainId } = from;
  const { contracts, keys, clock, log } = parts;
  const recipient = keys.solverEvmAddress;
  const call = await swapCall(contracts, reader, { from, to, swap, own: 0n, least, recipient, at: clock() });
  const run = await openRun(parts, chainId);
  const about = `rebalance ${chainId}`;
  const tried = await simulateCall(parts, run.chain, { call, fees: run.fees, purpose: "swap", about });
  if (tried.reverts) return tried.reason;
  const gas = gasLimit(tried.gas, "swap");
  if (gas === undefined) return "it needs too much gas";
  const order = {
    ...({ id: ownPayment("rebalance", id), requestId: null, kind: "rebalance" } as const),
    ...keyOf(from),
    ...{ amount, call, gas, swap: storedSwap(swap, keyOf(to)) },
  };
  await signPayment(parts, run, order, () => others);
  log.info("network.rebalanced", {
    ...{ chain: chainId, from: from.symbol, to: to.symbol, payment: order.id },
    ...{ amount: String(amount), expected: String(swap.brings) },
  });
  return undefined;
}

/** The coins stay as they are for a while, and a person is told. */
function putOff(parts: SolverParts, chainId: number, { from, to, amount }: Move, why: string): void {
  const key = `rebalance ${chainId}`;
  const about = { chain: chainId, from: from.symbol, to: to.symbol, amount: String(amount), why };
  parts.memory.alarms.raise("network.rebalance_refused", key, about);
  backOff(parts, key, RETRY_MS);
}

function usd(value: UsdPrice): string {
  return formatFixed(value / 1_000_000n, 2);
}
