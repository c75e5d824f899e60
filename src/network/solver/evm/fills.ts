import { encodeFunctionData } from "viem";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import { isToken, requireCurrency, type Currency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import { plainFillGas } from "../../quote/costs.ts";
import type { BridgeRequest } from "../../request.ts";
import { pendingRequests } from "../../persistence/requests.ts";
import { placeOf } from "../../persistence/rows.ts";
import { chargedLimit } from "./gas.ts";
import { fillWithBackoff } from "../fillWithBackoff.ts";
import type { SolverParts } from "../memory.ts";
import { nextPage } from "../pages.ts";
import { keepRefused, notFillable, requote } from "../requote.ts";
import { routerCall } from "./routerCall.ts";
import { openRun, signPayment, type EvmRun } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

const FILLS_PER_TICK = 200;

/** What the solver can still give on a chain in one turn, by currency: market.capacity less what the turn has promised. */
type CapacityLeft = Map<string, bigint>;

/**
 * Decides every confirmed deposit that is to be bridged to an EVM chain: re-quoted at the prices of now, simulated, then
 * signed and stored, or refused and given back. One request that cannot be served now never holds up the others.
 */
export async function fillOnEvm(parts: SolverParts, chainId: number): Promise<void> {
  const pending = await nextPage(parts.memory, {
    list: `fills ${chainId}`,
    limit: FILLS_PER_TICK,
    placeOf,
    read: (after, limit) => pendingRequests(parts.store, chainId, after, limit),
  });
  if (pending.length === 0) return;
  const run = await openRun(parts, chainId);
  const left: CapacityLeft = new Map();
  await fillWithBackoff(parts, pending, (request) => fillOne(parts, run, left, request));
}

/**
 * Fills one request. What its transaction uses is in its price: where the recipient is a contract that uses more than a plain
 * payment does, it is priced once more (`foundGas`). One that wants still more then gets nothing.
 */
async function fillOne(
  parts: SolverParts,
  run: EvmRun,
  left: CapacityLeft,
  request: BridgeRequest,
  foundGas?: bigint,
): Promise<void> {
  const destination = requireCurrency(parts.catalog, request.destination);
  const capacity = await capacityOf(parts, left, destination);
  const fillGas = foundGas ?? (await gasOfCalls(parts, run, request, destination));
  const { draft, amount } = await requote(parts, request, destination, capacity, fillGas);
  if (amount === undefined) return keepRefused(parts, draft);
  const call = fillCall(parts, request, destination, amount);
  const purpose = request.calls.length > 0 ? "calls" : "payment";
  const trial = { call, fees: run.fees, purpose, about: `fill ${request.id}` } as const;
  const tried = await simulateCall(parts, run.chain, trial);
  if (tried.reverts) return notFillable(parts, request, "EXECUTION_REVERTED", tried.reason);
  const pricedGas = fillGas ?? plainFillGas(destination);
  if (tried.gas > pricedGas && foundGas === undefined) return fillOne(parts, run, left, request, tried.gas);
  const gas = chargedLimit(tried.gas, pricedGas, purpose);
  if (gas === undefined)
    return notFillable(parts, request, "EXECUTION_REVERTED", `it needs ${tried.gas} gas`);
  const order = {
    ...request.destination,
    ...({ id: `${request.id}/fill`, requestId: request.id, kind: "fill", amount } as const),
    call,
    gas,
  };
  await signPayment(parts, run, order, (hash) =>
    draftWrites(parts.store, observe(draft, { kind: "fill-signed", hash, at: parts.clock() }).draft),
  );
  left.set(destination.address, capacity - amount);
}

async function capacityOf(
  { market }: NetworkParts,
  left: CapacityLeft,
  destination: Currency,
): Promise<bigint> {
  return left.get(destination.address) ?? market.capacity(destination, ["filling"]);
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
