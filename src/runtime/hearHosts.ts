import { isLoopbackHost } from "./settings.ts";
import type { OutsideTime } from "./steadyClock.ts";
import type { Instant } from "../values/time.ts";

/**
 * Passes on the times that hosts tell. One on this machine has this machine's clock and can confirm nothing; with `ownToo` it
 * counts all the same, for the sandbox, where everything is on one machine.
 */
export function hearHosts(
  outsideTime: OutsideTime | undefined,
  ownToo = false,
): ((host: string, at: Instant) => void) | undefined {
  if (!outsideTime) return undefined;
  return (host, at) => {
    if (ownToo || !isLoopbackHost(host)) outsideTime.hear(host, at);
  };
}
