import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { Refusal } from "../api/refusals.ts";
import { isToken } from "../catalog.ts";
import type { EvmCall, EvmChain, GasFees } from "../chains/evm.ts";
import type { Simulation } from "../chains/simulate.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { Method } from "../request.ts";
import { MOST_GAS } from "../solver/evm/gas.ts";
import { routerCall } from "../solver/evm/routerCall.ts";
import { requireCapacity } from "./capacity.ts";
import { plainFillGas } from "./costs.ts";
import type { MakeSteps, PricedQuote, PrepareSteps } from "./pricedQuote.ts";
import type { QuoteTerms } from "./readQuote.ts";
import { depositAddressSteps } from "./steps/depositAddress.ts";
import { depositorySteps } from "./steps/depository.ts";
import { deskSteps } from "./steps/desk.ts";
import { directSteps } from "./steps/direct.ts";
import { permitSteps } from "./steps/permit.ts";
import { psbtSteps } from "./steps/psbt.ts";
import { createBoundedQueue, type BoundedQueue } from "../../runtime/concurrency/boundedQueue.ts";

const STEPS: Readonly<Record<Method, PrepareSteps>> = {
  "deposit-address": depositAddressSteps,
  depository: depositorySteps,
  permit: permitSteps,
  psbt: psbtSteps,
  desk: deskSteps,
  direct: directSteps,
};

/** Prepares the steps of a quote by its method. Throws Refusal and HttpFailure. */
export function prepareSteps(parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  return STEPS[quote.terms.method](parts, quote);
}

/**
 * How the solver's transaction of a fill would go: what it uses where that is more than a plain payment, and whether a trial
 * of it failed, so that the real amount has to be tried (requirePayable).
 */
export type Measured = Readonly<{ gas: bigint | undefined; isDoubtful: boolean }>;

/**
 * Simulates the transaction of a fill against the newest block, as far as it is known before there is a
 * price. Throws Refusal with the reason when calls would revert, HttpFailure when the chain gave no answer.
 */
export async function measureFill(parts: NetworkParts, terms: QuoteTerms): Promise<Measured> {
  const { calls, destination, method } = terms;
  if (calls.length > 0) return { gas: await measureCalls(parts, terms), isDoubtful: false };
  const isPaidByUs = method !== "desk" && method !== "direct";
  if (destination.kind !== "native" || !isPaidByUs) return { gas: undefined, isDoubtful: false };
  const value = terms.tradeType === "EXACT_INPUT" ? 1n : terms.amount; // what an input brings depends on what is found here
  const tried = await tryPayment(parts, terms, value);
  if (tried.reverts) return { gas: undefined, isDoubtful: true };
  return { gas: tried.gas > plainFillGas(destination) ? tried.gas : undefined, isDoubtful: false };
}

/**
 * Refuses a quote with a recipient contract that does not accept its native coins: the deposit could only
 * be refunded, less its gas. The solver's balance must have been checked before, because a node gives the
 * same answer when it lacks money. Throws Refusal, and HttpFailure when the chain gave no answer.
 */
export async function requirePayable(parts: NetworkParts, terms: QuoteTerms, output: bigint): Promise<void> {
  const tried = await tryPayment(parts, terms, output);
  if (!tried.reverts) return;
  const { destination, recipient } = terms;
  throw new Refusal(
    "DESTINATION_TX_FAILED",
    `The recipient ${recipient} on chain ${destination.chainId} is a contract that does not accept ${destination.symbol}: ${tried.reason} Name another recipient, or another destinationCurrency.`,
    { errorData: tried.reason },
  );
}

// On one chain: what is tried may make its node work for long, and must not keep it from everything else.
const CALLS_AT_ONCE = 2;
const CALLS_IN_LINE = 100;

const turnsOn = new WeakMap<EvmChain, BoundedQueue>();

/**
 * Tries calls, or swaps at pools, out when it is their turn. Throws HttpFailure: "busy" when too many others wait, and when the
 * chain gave no answer.
 */
export async function tryCalls(
  chain: EvmChain,
  from: EvmAddress,
  call: EvmCall,
  fees: GasFees,
  purpose: "calls" | "swap" | "execute" = "calls",
): Promise<Simulation> {
  const turns = turnsOn.get(chain) ?? createBoundedQueue(CALLS_AT_ONCE, CALLS_IN_LINE);
  turnsOn.set(chain, turns);
  const tried = await turns(() => chain.simulate(from, call, fees, MOST_GAS[purpose]));
  if (tried) return tried;
  throw new HttpFailure("busy", `Chain ${chain.id} is busy with the calls of other quotes. Ask again soon.`);
}

/** A contract that is paid native coins may use any gas for it. */
async function tryPayment(
  { evm, keys, market }: NetworkParts,
  { destination, recipient }: QuoteTerms,
  value: bigint,
): Promise<Simulation> {
  const chain = requireChain(evm, destination.chainId);
  const to = recipient as EvmAddress; // checked for an EVM destination
  const fees = await market.gasFees(chain.id);
  return chain.simulate(keys.solverEvmAddress, { to, value, data: "0x" }, fees, MOST_GAS.payment);
}

async function measureCalls(parts: NetworkParts, terms: QuoteTerms): Promise<bigint> {
  const { calls, destination, amount, recipient } = terms;
  await requireCapacity(parts, terms, amount);
  const { evm, keys, contracts, market } = parts;
  const chain = requireChain(evm, destination.chainId);
  const solver = keys.solverEvmAddress;
  if (isToken(destination)) {
    const allowed = await chain.allowance(destination.address, solver, contracts.ApprovalProxy);
    if (allowed < amount)
      throw notReady(chain.id, `the solver has not allowed its ${destination.symbol} yet`);
  }
  const simulation = await tryCalls(
    chain,
    solver,
    routerCall(contracts, { calls, destination, amount, recipient }),
    await market.gasFees(chain.id),
  );
  if (!simulation.reverts) return simulation.gas;
  const { reason } = simulation;
  throw new Refusal(
    "DESTINATION_TX_FAILED",
    `The calls (txs) would revert on chain ${chain.id}: ${reason} They are made by the router ${contracts.Router}; spending tokens needs an approval before it.`,
    { errorData: reason },
  );
}

function notReady(chainId: number, why: string): HttpFailure {
  return new HttpFailure("broken", `The contracts on chain ${chainId} are not ready: ${why}.`);
}
