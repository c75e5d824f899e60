import { LeaseLost } from "../../runtime/jobs/jobLeases.ts";
import { GatewayError } from "../errors.ts";
import type { Gateway } from "./gateway.ts";

/**
 * Calls `act` for every item in order. An item that fails is logged and does not stop the others. A refused API key is not logged
 * for each item, because watchService.ts logs it once. Throws LeaseLost when the job lost its lease.
 */
export async function eachItem<T>(
  gateway: Pick<Gateway, "log">,
  what: string,
  items: Iterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await act(item);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (error instanceof GatewayError && error.code === "service_key_refused") continue;
      gateway.log.warn("item.failed", { what, item: typeof item === "string" ? item : undefined, error });
    }
  }
}

/** Every item of a keyset-paged list, a page at a time. */
export async function* pages<T extends Readonly<{ id: string }>>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
  limit = 500,
): AsyncGenerator<readonly T[]> {
  for (let after = ""; ;) {
    const page = await read(after, limit);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last) return; // a page may be short because rows were refused, so only an empty one is the last
    after = last.id;
  }
}
