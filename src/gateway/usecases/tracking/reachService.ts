import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Sensors } from "../../ports/sensorsPort.ts";
import type { Gateway } from "../gateway.ts";
import { isDue } from "./polls.ts";

const LISTS_MAX_AGE_MS = 10 * MINUTE_MS;
const QUIET_MS = MINUTE_MS;
const KEY_RETRY_MS = MINUTE_MS; // while the service refuses the key

/** When the service was last probed. In memory. */
export type ReachMemory = { probedAt: Instant };

/**
 * Finds out which list of requests the service has, every ten minutes, and whether it answers, as soon as nothing was heard from
 * it for a minute: without payments nothing else asks it.
 */
export async function reachService(
  { budgets, clock, sensors, service }: Pick<Gateway, "budgets" | "clock" | "sensors" | "service">,
  memory: ReachMemory,
): Promise<void> {
  const at = clock();
  const { keyRefusal } = service.standing();
  const every = keyRefusal ? KEY_RETRY_MS : LISTS_MAX_AGE_MS;
  if (!isDue(at, memory.probedAt, every) && at - serviceReach(sensors).at < QUIET_MS) return;
  if (!budgets.service.takeSpare()) return;
  memory.probedAt = at;
  const failure = await service.probe();
  if (failure === undefined) sensors.saw("contact", clock());
  else sensors.missed("contact", clock(), failure);
}

/** When the service last answered, about a request or to a probe; 0 before it ever has. `failure` is why it does not answer now. */
export function serviceReach(sensors: Pick<Sensors, "seenAt" | "missedAt">): Readonly<{
  at: Instant;
  failure: string | undefined;
}> {
  const at = Math.max(sensors.seenAt("service"), sensors.seenAt("contact"));
  const missed = sensors.missedAt("contact");
  return { at, failure: missed && missed.at > at ? missed.why : undefined };
}
