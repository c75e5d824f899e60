import { encodeFunctionData } from "viem";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { max } from "../../../values/amount.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import { isToken, requireCurrency, type Currency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { screened } from "../../checks/screenPayments.ts";
import { draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import { refusesPools } from "../../pools/poolContracts.ts";
import { storedSwap } from "../../pools/storedSwap.ts";
import { swapCall } from "../../pools/swapCall.ts";
import { gasOfSwaps } from "../../pools/swapPrice.ts";
import { plainFillGas } from "../../quote/costs.ts";
import { atLeast, type PoolSwaps } from "../../quote/pricing.ts";
import type { BridgeRequest } from "../../request.ts";
import { pendingRequests } from "../../persistence/requests.ts";
import { placeOf } from "../../persistence/rows.ts";
import { chargedLimit } from "./gas.ts";
import { fillKey, fillWithBackoff } from "../fillWithBackoff.ts";
import type { NoRoom } from "../limits.ts";
import { backOff, type SolverParts } from "../memory.ts";
import { withOwnAllocator } from "../ownAllocator.ts";
import { nextPage } from "../pages.ts";
import { keepRefused, notFillable, requote } from "../requote.ts";
import { fillLater } from "../waitForRoom.ts";
import { routerCall } from "./routerCall.ts";
import { openRun, signPayment, type EvmRun } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

const FILLS_PER_TICK = 200;

/** What the solver can still give on a chain in one turn, by currency: market.capacity less what the turn has promised. */
type CapacityLeft = Map<string, bigint>;

/**
 * Decides every confirmed deposit that is to be bridged to an EVM chain: screened, re-quoted at the prices of now, simulated, then
 * signed and stored, or refused and given back. One request that cannot be served now never holds up the others.
 */
export async function fillOnEvm(parts: SolverParts, chainId: number): Promise<void> {
  const pending = await nextPage(parts.memory, {
    list: `fills ${chainId}`,
    limit: FILLS_PER_TICK,
    placeOf,
    read: (after, limit) => pendingRequests(parts.store, chainId, after, limit),
  });
  const served = await withOwnAllocator(parts, await screened(parts, pending, "fill"));
  if (served.length === 0) return;
  const run = await openRun(parts, chainId);
  const left: CapacityLeft = new Map();
  await fillWithBackoff(parts, served, (request) => fillOne(parts, run, left, request));
}

/** What an earlier trial of the same fill has shown. */
type Tried = Readonly<{ fillGas?: bigint; swapGas?: bigint; withPools?: boolean }>;

/**
 * Fills one request. What its transaction uses is in its price: where the recipient is a contract that uses more than a plain
 * payment does, or where swaps at pools use more than usual, it is priced once more. One that wants still more then gets
 * nothing. A fill through pools that would revert now is made from the service's own coins instead, at their price.
 */
async function fillOne(
  parts: SolverParts,
  run: EvmRun,
  left: CapacityLeft,
  request: BridgeRequest,
  known: Tried = {},
): Promise<void> {
  const destination = requireCurrency(parts.catalog, request.destination);
  const fillGas = known.fillGas ?? (await gasOfCalls(parts, run, request, destination));
  const { withPools = mayUsePools(request) } = known;
  const requoted = await requote(parts, request, destination, {
    ...{ fillGas, withPools, swapGas: known.swapGas },
    capacityOf: (currency) => capacityOf(parts, left, currency),
  });
  const { draft, amount, swap } = requoted;
  if (amount === undefined) return keepRefused(parts, draft);
  const call = swap
    ? await swapFill(parts, run, request, destination, { ...requoted, amount, swap })
    : fillCall(parts, request, destination, amount);
  const purpose = swap ? "swap" : request.calls.length > 0 ? "calls" : "payment";
  const trial = { call, fees: run.fees, purpose, about: `fill ${request.id}` } as const;
  const tried = await simulateCall(parts, run.chain, trial);
  const pricedGas = swap ? (known.swapGas ?? gasOfSwaps(swap)) : (fillGas ?? plainFillGas(destination));
  const gas = tried.reverts ? undefined : chargedLimit(tried.gas, pricedGas, purpose);
  const isFirst = (swap ? known.swapGas : known.fillGas) === undefined;
  if (!tried.reverts && tried.gas > pricedGas && isFirst)
    return fillOne(parts, run, left, request, { ...known, [swap ? "swapGas" : "fillGas"]: tried.gas });
  if (gas === undefined) {
    const why = tried.reverts ? tried.reason : `it needs ${tried.gas} gas`;
    if (!swap) return notFillable(parts, request, "EXECUTION_REVERTED", why);
    parts.log.warn("network.pools_left_out", { request: request.id, chain: destination.chainId, why });
    return fillOne(parts, run, left, request, { ...known, withPools: false });
  }
  const order = {
    ...request.destination,
    ...({ id: `${request.id}/fill`, requestId: request.id, kind: "fill", amount } as const),
    call,
    gas,
    ...(swap && { swap: storedSwap(swap, request.destination) }),
  };
  const payment = { requestId: request.id, currency: destination, amount };
  const noRoom = await parts.limits.within("filler", payment, (spent) =>
    signPayment(parts, run, order, (hash) => [
      ...draftWrites(parts.store, observe(draft, { kind: "fill-signed", hash, at: parts.clock() }).draft),
      ...requoted.charge,
      ...spent,
    ]),
  );
  if (noRoom) return withoutRoom(parts, request, noRoom, amount);
  take(left, destination, amount - (swap?.brings ?? 0n));
  if (swap) take(left, requireCurrency(parts.catalog, swap.from), swap.spends);
}

/** It is tried again in a minute, or given back where no day has room for it. */
async function withoutRoom(
  parts: SolverParts,
  request: BridgeRequest,
  noRoom: NoRoom,
  amount: bigint,
): Promise<void> {
  backOff(parts, fillKey(request.id), MINUTE_MS);
  await fillLater(parts, request, noRoom, amount);
}

/** Exact outputs and calls are paid from the service's own coins, and so is what was asked for without pools. */
function mayUsePools({ tradeType, calls, quote }: BridgeRequest): boolean {
  return tradeType !== "EXACT_OUTPUT" && calls.length === 0 && !refusesPools(quote);
}

/**
 * The transaction of a fill through pools. They have to bring what the request's minimum asks, and nearly what is expected of
 * them now: so much and no more can be lost to one who trades around it.
 */
async function swapFill(
  parts: SolverParts,
  { chain }: EvmRun,
  request: BridgeRequest,
  destination: Currency,
  { amount, swap, least }: Readonly<{ amount: bigint; swap: PoolSwaps; least: bigint }>,
): Promise<EvmCall> {
  if (!chain.pools) throw new Error(`Chain ${chain.id} has no pools, but a fill was priced with them.`);
  const own = amount - swap.brings;
  const { poolSlippageBps } = parts.settings.solver;
  return swapCall(parts.contracts, chain.pools, {
    ...{ from: requireCurrency(parts.catalog, swap.from), to: destination, swap, own },
    least: max(least - own, atLeast(swap.brings, poolSlippageBps)),
    recipient: request.recipient as EvmAddress, // checked for an EVM destination
    at: parts.clock(),
  });
}

function take(left: CapacityLeft, currency: Currency, amount: bigint): void {
  left.set(currency.address, (left.get(currency.address) ?? 0n) - amount);
}

/** What the solver can still give in this turn; it is asked for once. */
async function capacityOf({ market }: NetworkParts, left: CapacityLeft, currency: Currency): Promise<bigint> {
  const known = left.get(currency.address) ?? (await market.capacity(currency, ["filling"]));
  left.set(currency.address, known);
  return known;
}

/** What the transaction that makes a request's calls uses now; undefined without calls, and when it reverts. */
async function gasOfCalls(
  parts: SolverParts,
  { chain, fees }: EvmRun,
  request: BridgeRequest,
  destination: Currency,
): Promise<bigint | undefined> {
  const { calls, floor } = request;
  if (calls.length === 0 || !floor) return undefined;
  const { keys, contracts } = parts;
  if (isToken(destination)) {
    const allowed = await chain.allowance(
      destination.address,
      keys.solverEvmAddress,
      contracts.ApprovalProxy,
    );
    if (allowed < floor.output)
      throw new Error(`The solver's allowance of ${destination.symbol} for calls is not there yet.`);
  }
  const call = fillCall(parts, request, destination, floor.output);
  const tried = await simulateCall(parts, chain, {
    call,
    fees,
    purpose: "calls",
    about: `calls ${request.id}`,
  });
  return tried.reverts ? undefined : tried.gas;
}

/** The transaction of a fill: a payment, or the calls of the request through the router. */
export function fillCall(
  { contracts }: Pick<NetworkParts, "contracts">,
  { recipient, calls }: Pick<BridgeRequest, "recipient" | "calls">,
  destination: Currency,
  amount: bigint,
): EvmCall {
  if (calls.length > 0) return routerCall(contracts, { calls, destination, amount, recipient });
  return paymentCall(destination, recipient as EvmAddress, amount); // checked for an EVM destination
}

/** The transaction that pays an amount of a currency to an address. */
export function paymentCall(currency: Currency, to: EvmAddress, amount: bigint): EvmCall {
  if (!isToken(currency)) return { to, value: amount, data: "0x" };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return { to: currency.address, value: 0n, data };
}
