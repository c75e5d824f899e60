import { createHash } from "node:crypto";
import type { Counters } from "../../ports/counterPort.ts";
import { MINUTE_MS, type Clock } from "../../../values/time.ts";

const WINDOW_MS = 15 * MINUTE_MS;

/** Counts attempts by name, in the database: several gateways count together, and a restart forgets none. */
export type Attempts = Readonly<{
  /** Counts one, and gives how many milliseconds to wait where that is more than `most` in the window, else 0. */
  take(name: string, most: number): Promise<number>;
  /** After a success. */
  forget(name: string): Promise<void>;
}>;

type AttemptDeps = Readonly<{ clock: Clock; persistence: Readonly<{ counters: Counters }> }>;

/**
 * Attempts of one `kind` in windows (of a quarter of an hour, unless `windowMs` says otherwise) that begin with the first one.
 */
export function createAttempts(
  { clock, persistence: { counters } }: AttemptDeps,
  kind: string,
  windowMs = WINDOW_MS,
): Attempts {
  // A name may be a password that was typed into the wrong field.
  const nameOf = (name: string) => `${kind} ${createHash("sha256").update(name).digest("hex")}`;
  return {
    async take(name, most) {
      const at = clock();
      const [counter] = await counters.add([{ name: nameOf(name), count: 1, endsAt: at + windowMs }], at);
      if (!counter || counter.count <= most) return 0;
      return Math.min(windowMs, counter.endsAt - at);
    },
    forget: (name) => counters.forget(nameOf(name)),
  };
}
