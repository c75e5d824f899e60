import { HttpFailure } from "../../chain/http.ts";
import { Refusal } from "../api/refusals.ts";
import { isToken } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { Method } from "../request.ts";
import { routerCall } from "../solver/routerCall.ts";
import { requireCapacity } from "./capacity.ts";
import type { MakeSteps, PricedQuote, PrepareSteps } from "./pricedQuote.ts";
import type { QuoteTerms } from "./readQuote.ts";
import { depositAddressSteps } from "./steps/depositAddress.ts";
import { depositorySteps } from "./steps/depository.ts";
import { deskSteps } from "./steps/desk.ts";
import { directSteps } from "./steps/direct.ts";
import { permitSteps } from "./steps/permit.ts";
import { psbtSteps } from "./steps/psbt.ts";

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
 * What the solver's transaction uses that makes the calls of a quote, found by running it against the newest block; undefined
 * without calls. Throws Refusal with the reason when it would revert, HttpFailure when the chain gave no answer.
 */
export async function measureCalls(parts: NetworkParts, terms: QuoteTerms): Promise<bigint | undefined> {
  const { calls, destination, amount, recipient } = terms;
  if (calls.length === 0) return undefined;
  await requireCapacity(parts, terms, amount);
  const { evm, keys, contracts } = parts;
  const chain = requireChain(evm, destination.chainId);
  const solver = keys.solverEvmAddress;
  if (isToken(destination)) {
    const allowed = await chain.allowance(destination.address, solver, contracts.ApprovalProxy);
    if (allowed < amount)
      throw notReady(chain.id, `the solver has not allowed its ${destination.symbol} yet`);
  }
  const simulation = await chain.simulate(
    solver,
    routerCall(contracts, { calls, destination, amount, recipient }),
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
