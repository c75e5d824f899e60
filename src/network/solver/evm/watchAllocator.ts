import { allocatorProblem } from "../../contracts/allocator.ts";
import type { SolverParts } from "../memory.ts";

const EVENT = "network.allocator_differs";

/** Raises an alarm while a chain's depository takes orders of another account than the refunder. */
export async function watchAllocator(parts: SolverParts, chainId: number): Promise<void> {
  const problem = await allocatorProblem(parts, chainId);
  if (problem === undefined) return parts.memory.alarms.clear(EVENT, String(chainId));
  parts.memory.alarms.raise(EVENT, String(chainId), { chain: chainId, problem });
}
