import { HttpFailure } from "../../chain/http.ts";
import { ConflictError } from "../../db/driver.ts";
import type { Log } from "../../log.ts";
import { MINUTE_MS, SECOND_MS } from "../../time.ts";
import type { BridgeRequest } from "../request.ts";
import { isPutOff, putOff, type SolverParts } from "./memory.ts";
import { SilentTrial } from "./tryOut.ts";

const SILENT_TRIALS = 5; // in one turn: then the chain is silent, and not only what was tried is slow
const WAITS_MS = [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

/**
 * Runs one item's work, so that one that cannot be served now never holds up the others. False when it makes no sense to go
 * on with the list: the chain does not answer, or the rows had changed under it. The next tick starts afresh.
 */
export async function isolated(
  { log }: Readonly<{ log: Log }>,
  what: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.warn("network.postponed", { ...what, error });
    return !(error instanceof ConflictError || (error instanceof HttpFailure && error.kind !== "refused"));
  }
}

/**
 * Fills requests one after the other, each isolated. A fill is priced on the chain of its deposit too: when one gets no answer,
 * only the others whose deposits are on the same chain wait for the next tick. A trial without an answer is first of all that
 * request's own affair, which waits longer each time and comes after the others; several in one turn end the turn.
 */
export async function fillEach(
  parts: SolverParts,
  requests: readonly BridgeRequest[],
  fill: (request: BridgeRequest) => Promise<void>,
): Promise<void> {
  const { silent } = parts.memory;
  const waiting = new Set<number | undefined>();
  let silentNow = 0;
  const fillOne = async (request: BridgeRequest) => {
    try {
      await fill(request);
      silent.delete(request.id);
    } catch (error) {
      if (!(error instanceof SilentTrial)) throw error;
      silentNow += silent.has(request.id) ? SILENT_TRIALS : 1; // one known to be slow is enough in a turn
      putOffSilent(parts, request);
    }
  };
  const known = (request: BridgeRequest) => Number(silent.has(request.id));
  for (const request of requests.toSorted((one, other) => known(one) - known(other))) {
    if (silentNow >= SILENT_TRIALS) return;
    const origin = request.deposit?.chainId;
    if (waiting.has(origin) || isPutOff(parts, `fill ${request.id}`)) continue;
    if (!(await isolated(parts, { request: request.id }, () => fillOne(request)))) waiting.add(origin);
  }
}

function putOffSilent(parts: SolverParts, { id }: BridgeRequest): void {
  const times = parts.memory.silent.get(id) ?? 0;
  parts.memory.silent.set(id, times + 1);
  putOff(parts, `fill ${id}`, WAITS_MS[times] ?? 30 * MINUTE_MS);
  parts.log.warn("network.trial_unanswered", { request: id, times: times + 1 });
}
