import { HttpFailure } from "../../../http-client/http.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import type { EvmCall, EvmChain, GasFees } from "../../chains/evm.ts";
import type { Simulation } from "../../chains/simulate.ts";
import { MOST_GAS } from "./gas.ts";
import type { SolverParts } from "../memory.ts";
import { CERTAIN_MS } from "../settings.ts";

const TIMES = 3; // refusals that it takes at least
const APART_MS = 2 * MINUTE_MS; // at most, between two of them: longer gaps restart the count

/** The chain gave no answer to a trial. That may be the fault of what was tried: a contract can make a node work for long. */
export class SimulationTimeout extends HttpFailure {
  override name = "SimulationTimeout";
}

/** What is tried: a call with the fees that it will pay, and what it may use at most (see MOST_GAS). */
type Trial = Readonly<{
  call: EvmCall;
  fees: GasFees;
  purpose: keyof typeof MOST_GAS;
  about: string; // names what is tried, over all turns
}>;

/**
 * Simulates a call of the solver's account. An unknown error text of a node counts as a revert after it was
 * repeated for a while without another result in between: otherwise the request would be retried for ever.
 * Throws HttpFailure: "refused" until then, otherwise SimulationTimeout.
 */
export async function simulateCall(
  parts: SolverParts,
  chain: EvmChain,
  { call, fees, purpose, about }: Trial,
): Promise<Simulation> {
  const { refused } = parts.memory;
  try {
    const tried = await chain.simulate(parts.keys.solverEvmAddress, call, fees, MOST_GAS[purpose]);
    refused.delete(about);
    return tried;
  } catch (error) {
    const isRefused = error instanceof HttpFailure && error.kind === "refused";
    if (isRefused && !refusalLasts(parts, about)) throw error;
    refused.delete(about);
    if (isRefused) return { reverts: true, reason: error.message };
    if (!(error instanceof HttpFailure) || error.kind !== "unreachable") throw error;
    throw new SimulationTimeout(error.kind, error.message, error.status, error.body, { cause: error });
  }
}

function refusalLasts({ memory, clock }: SolverParts, about: string): boolean {
  const now = clock();
  const before = memory.refused.get(about);
  const { since, times } = before && now - before.last <= APART_MS ? before : { since: now, times: 0 };
  memory.refused.set(about, { since, last: now, times: times + 1 });
  return times + 1 >= TIMES && now - since >= CERTAIN_MS;
}
