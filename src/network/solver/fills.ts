import { encodeFunctionData } from "viem";
import type { EvmAddress } from "../../evm/address.ts";
import { erc20Abi } from "../../evm/erc20.ts";
import { min } from "../../money/amount.ts";
import { isToken, requireCurrency, type Currency } from "../catalog.ts";
import type { EvmCall } from "../chains/evm.ts";
import { draftOf, draftWrites, observe, type Draft } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { quoteRecord } from "../quote/issue.ts";
import { priceInput, worthOf } from "../quote/pricing.ts";
import type { BridgeRequest, FailReason } from "../request.ts";
import { pendingRequests } from "../store/requests.ts";
import { gasLimit } from "./gas.ts";
import { fillEach } from "./isolated.ts";
import { routerCall } from "./routerCall.ts";
import { openRun, signPayment, type EvmRun } from "./signPayment.ts";

const FILLS_PER_TICK = 200;

/** What the solver can still give on a chain in one turn, by currency: market.capacity less what the turn has promised. */
type Purse = Map<string, bigint>;

/**
 * Decides every confirmed deposit that is to be bridged to an EVM chain: re-quoted at the prices of now, tried out, then
 * signed and stored, or refused and given back. One request that cannot be served now never holds up the others.
 */
export async function fillOnEvm(parts: NetworkParts, chainId: number): Promise<void> {
  const pending = await pendingRequests(parts.store, chainId, FILLS_PER_TICK);
  if (pending.length === 0) return;
  const run = await openRun(parts, chainId);
  const purse: Purse = new Map();
  await fillEach(parts, pending, (request) => fillOne(parts, run, purse, request));
}

async function fillOne(
  parts: NetworkParts,
  run: EvmRun,
  purse: Purse,
  request: BridgeRequest,
): Promise<void> {
  const destination = requireCurrency(parts.catalog, request.destination);
  const capacity = await capacityOf(parts, purse, destination);
  const callsGas = await gasOfCalls(parts, run, request, destination);
  const { draft, amount } = await requote(parts, request, destination, capacity, callsGas);
  if (amount === undefined) return keepRefused(parts, draft);
  const call = fillCall(parts, request, destination, amount);
  const tried = await run.chain.simulate(parts.keys.solverEvmAddress, call);
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, request.calls.length > 0 ? "calls" : "payment");
  if (gas === undefined) {
    const why = tried.reverts ? tried.reason : `it needs ${tried.gas} gas`;
    return notFillable(parts, request, "EXECUTION_REVERTED", why);
  }
  const order = {
    ...request.destination,
    ...({ id: `${request.id}/fill`, requestId: request.id, kind: "fill", amount } as const),
    ...{ call, gas },
  };
  await signPayment(parts, run, order, (hash) =>
    draftWrites(parts.store, observe(draft, { kind: "fill-signed", hash, at: parts.clock() }).draft),
  );
  purse.set(destination.address, capacity - amount);
}

async function capacityOf({ market }: NetworkParts, purse: Purse, destination: Currency): Promise<bigint> {
  return purse.get(destination.address) ?? market.capacity(destination, ["filling"]);
}

/** What the transaction that makes a request's calls uses now; undefined without calls, and when it reverts. */
async function gasOfCalls(
  parts: NetworkParts,
  { chain }: EvmRun,
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
  const tried = await chain.simulate(
    keys.solverEvmAddress,
    fillCall(parts, request, destination, floor.output),
  );
  return tried.reverts ? undefined : tried.gas;
}

async function keepRefused({ store, log }: NetworkParts, draft: Draft): Promise<void> {
  await store.commit(draftWrites(store, draft));
  const { id, state, failReason: reason } = draft.now;
  log.warn("network.not_filled", { request: id, state, reason });
}

async function notFillable(
  parts: NetworkParts,
  request: BridgeRequest,
  reason: FailReason,
  why: string,
): Promise<void> {
  const seen = { kind: "not-fillable", reason, at: parts.clock() } as const;
  parts.log.warn("network.fill_would_revert", { request: request.id, why });
  await keepRefused(parts, observe(draftOf(request), seen).draft);
}

/**
 * The request after it was priced anew for the deposit that really came, in its currency (interface specification 3, rules 2
 * to 4), and what the fill is to pay (undefined when there is none).
 */
export async function requote(
  parts: NetworkParts,
  request: BridgeRequest,
  destination: Currency,
  capacity: bigint,
  callsGas?: bigint,
): Promise<Readonly<{ draft: Draft; amount: bigint | undefined }>> {
  const { deposit, method } = request;
  if (!deposit) throw new Error(`Request ${request.id} is to be filled without a deposit.`);
  const origin = requireCurrency(parts.catalog, deposit);
  const market = await parts.market.market({
    ...{ origin, destination, method },
    ...(callsGas !== undefined && { callsGas }),
  });
  const price = priceInput(pricedAmount(request, deposit.amount), market, request);
  const offer = { output: price.output, worth: worthOf(price), capacity, quote: quoteRecord(price, market) };
  const { draft, effects } = observe(draftOf(request), { kind: "requoted", offer, at: parts.clock() });
  return { draft, amount: effects.find((effect) => effect.kind === "sign-fill")?.amount };
}

/** An exact output is paid for by its quoted input; what came on top goes back, so it must not make an old price good. */
function pricedAmount({ tradeType, floor }: BridgeRequest, amount: bigint): bigint {
  return tradeType === "EXACT_OUTPUT" && floor ? min(amount, floor.input) : amount;
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

/** The transaction that pays an amount of a currency to somebody. */
export function paymentCall(currency: Currency, to: EvmAddress, amount: bigint): EvmCall {
  if (!isToken(currency)) return { to, value: amount, data: "0x" };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return { to: currency.address, value: 0n, data };
}
