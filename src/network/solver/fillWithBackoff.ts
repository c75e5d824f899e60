import { MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import type { BridgeRequest } from "../request.ts";
import { fillEach } from "./isolateFailure.ts";
import { isBackedOff, backOff, type SolverParts } from "./memory.ts";
import { SimulationTimeout } from "./evm/simulate.ts";

const SILENT_TRIALS = 5; // in one turn: then the chain is silent, and not only what was tried is slow
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
const WAITS_MS = [15 * SECOND_MS, MINUTE_MS] as const;

/**
 * Fills requests one after the other (see fillEach). A trial without an answer is first of all that request's own affair,
 * because what it tries may be slow: it waits longer each time and comes after the others. Several in one turn end the turn.
 */
export async function fillWithBackoff(
  parts: SolverParts,
  requests: readonly BridgeRequest[],
  fill: (request: BridgeRequest) => Promise<void>,
): Promise<void> {
  const { silent } = parts.memory;
  const isKnown = ({ id }: BridgeRequest) => silent.has(id);
  const isDue = ({ id }: BridgeRequest) => !isBackedOff(parts, fillKey(id));
  const due = [...requests.filter((request) => !isKnown(request)), ...requests.filter(isKnown)].filter(isDue);
  let left = SILENT_TRIALS;
  await fillEach(parts, due, async (request) => {
    if (left <= 0) return;
    try {
      await fill(request);
      silent.delete(request.id);
    } catch (error) {
      if (!(error instanceof SimulationTimeout)) throw error;
      left -= isKnown(request) ? SILENT_TRIALS : 1; // of those known to be slow, one is enough in a turn
      wait(parts, request);
    }
  });
}

function wait(parts: SolverParts, { id }: BridgeRequest): void {
  const times = parts.memory.silent.get(id) ?? 0;
  parts.memory.silent.set(id, times + 1);
  backOff(parts, fillKey(id), WAITS_MS[times] ?? LONGEST_WAIT_MS);
  parts.log.warn("network.trial_unanswered", { request: id, times: times + 1 });
}

/** The key under which a fill is put off. */
export function fillKey(id: string): string {
  return `fill ${id}`;
}
