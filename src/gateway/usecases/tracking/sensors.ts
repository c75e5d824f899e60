import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import type { SeenTimes, Sensor, Sensors } from "../../ports/sensorsPort.ts";

/**
 * Remembers when each chain and the service were last polled with success. `followed` are the EVM chains that the gateway
 * reads itself; `clockLead` compares our clock with others.
 */
export function createSensors(
  followed: Iterable<number> = [],
  clockLead: Sensors["clockLead"] = () => 0,
): Sensors {
  const ours = new Set([BITCOIN_CHAIN_ID, ...followed]);
  const lookedAt = new Map<Sensor, Instant>();
  const missed = new Map<Sensor, Readonly<{ at: Instant; why: string }>>();
  let learned: SeenTimes = {};
  const seenAt = (sensor: Sensor) => Math.max(lookedAt.get(sensor) ?? 0, learned[sensor] ?? 0);
  const isFollowed = (chainId: number) => ours.has(chainId) || lookedAt.has(chainId);
  return {
    isFollowed,
    saw(sensor, at) {
      lookedAt.set(sensor, at); // not the maximum: a clock that once ran ahead must not pretend to see the future
    },
    sightedAt: (chainIds) =>
      Math.min(...chainIds.map((chainId) => seenAt(isFollowed(chainId) ? chainId : "service"))),
    seenAt,
    missed: (sensor, at, why) => void missed.set(sensor, { at, why }),
    missedAt: (sensor) => missed.get(sensor),
    known: () => Object.fromEntries(lookedAt),
    learn(others, now) {
      learned = newest(others, now);
      for (const [sensor, at] of lookedAt) lookedAt.set(sensor, Math.min(at, now));
    },
    clockLead,
  };
}

/** What one process has committed before it said so, every process may rely on. */
function newest(others: readonly SeenTimes[], now: Instant): SeenTimes {
  const seen: Record<string, Instant> = {};
  for (const [sensor, at] of others.flatMap((other) => Object.entries(other)))
    seen[sensor] = Math.max(seen[sensor] ?? 0, Math.min(at, now));
  return seen;
}
