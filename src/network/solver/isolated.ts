import { HttpFailure } from "../../chain/http.ts";
import { ConflictError } from "../../db/driver.ts";
import type { Log } from "../../log.ts";

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
