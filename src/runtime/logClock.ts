import type { Log } from "./log.ts";
import type { OutsideTime } from "./steadyClock.ts";
import { SECOND_MS } from "../values/time.ts";

/**
 * Compares the clock once a second, until the answer is called. Logs `clock.jumped`, `clock.wrong` and, when that is over,
 * `clock.right`: each change once.
 */
export function logClock({ state }: Pick<OutsideTime, "state">, log: Log): () => void {
  const look = createClockLog({ state }, log);
  const timer = setInterval(look, SECOND_MS).unref();
  return () => clearInterval(timer);
}

/** One comparison at a time, for a caller with a timer of its own. */
export function createClockLog({ state }: Pick<OutsideTime, "state">, log: Log): () => void {
  let told: ReturnType<OutsideTime["state"]>["kind"] = "steady";
  return () => {
    const { kind, byMs } = state();
    if (kind === told) return;
    told = kind;
    const seconds = Math.round(byMs / SECOND_MS);
    if (kind === "wrong") log.error("clock.wrong", { seconds });
    else if (kind === "jumped") log.warn("clock.jumped", { seconds });
    else log.warn("clock.right", {});
  };
}
