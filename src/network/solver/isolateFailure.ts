import { HttpFailure } from "../../http-client/http.ts";
import { ConflictError } from "../../database/driver.ts";
import { LeaseLost } from "../../runtime/jobs/jobLeases.ts";
import type { Log } from "../../runtime/log.ts";
import type { BridgeRequest } from "../request.ts";

/**
 * Runs one item's work, so that one that cannot be served now never holds up the others. False when it makes no sense to go
 * on with the list: the chain does not answer, or the rows had changed under it. The next tick starts afresh.
 */
export async function isolateFailure(
  { log }: Readonly<{ log: Log }>,
  what: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) throw error; // the run ends
    log.warn("network.postponed", { ...what, error });
    return !(error instanceof ConflictError || (error instanceof HttpFailure && error.kind !== "refused"));
  }
}

/**
 * Fills requests in sequence, with isolated failures. A fill is priced on the chain of its deposit too:
 * when one gets no answer, only the others with deposits on the same chain wait for the next tick.
 */
export async function fillEach(
  parts: Readonly<{ log: Log }>,
  requests: readonly BridgeRequest[],
  fill: (request: BridgeRequest) => Promise<void>,
): Promise<void> {
  const waiting = new Set<number | undefined>();
  for (const request of requests) {
    const origin = request.deposit?.chainId;
    if (waiting.has(origin)) continue;
    if (!(await isolateFailure(parts, { request: request.id }, () => fill(request)))) waiting.add(origin);
  }
}
