import { HttpFailure } from "../../chain/http.ts";
import type { EvmCall, EvmChain, GasFees } from "../chains/evm.ts";
import type { Simulation } from "../chains/simulate.ts";
import { lasts, type SolverParts } from "./memory.ts";
import { CERTAIN_MS } from "./settings.ts";

/**
 * Runs a call of the solver's account with the fees that it will pay. What a node says in words that nobody knows counts as a
 * revert once it has said so for a while: otherwise the request would be tried for ever. Throws HttpFailure: "refused" until
 * then, otherwise the chain gave no answer.
 * @param about names what is tried, over all turns
 */
export async function tryOut(
  parts: SolverParts,
  chain: EvmChain,
  { call, fees, about }: Readonly<{ call: EvmCall; fees: GasFees; about: string }>,
): Promise<Simulation> {
  const key = `trial ${about}`;
  try {
    const tried = await chain.simulate(parts.keys.solverEvmAddress, call, fees);
    parts.memory.doubted.delete(key);
    return tried;
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.kind !== "refused" || !lasts(parts, key, CERTAIN_MS))
      throw error;
    parts.memory.doubted.delete(key);
    return { reverts: true, reason: error.message };
  }
}
