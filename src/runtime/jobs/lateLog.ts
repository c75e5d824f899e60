import type { Log } from "../log.ts";
import { HOUR_MS, type Clock } from "../../values/time.ts";

/**
 * Logs missed ticks, caused by a starved or sleeping machine: at once as `jobs.late`, then at most once an
 * hour with their number since (`times`). Nothing is lost by them, for every job catches up, and a busy
 * machine misses many.
 */
export function createLateLog({ log, clock }: Readonly<{ log: Log; clock: Clock }>): () => void {
  let times = 0;
  let toldAt = -Infinity;
  return () => {
    times++;
    const now = clock();
    if (now - toldAt < HOUR_MS && now >= toldAt) return; // or the clock was set back
    toldAt = now;
    log.warn("jobs.late", { times });
    times = 0;
  };
}
