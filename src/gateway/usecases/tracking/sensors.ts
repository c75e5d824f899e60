import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import type { Sensor, Sensors } from "../../ports/sensorsPort.ts";

/** Remembers when each chain and the service were last polled with success. `followed` are the EVM chains that the gateway reads itself. */
export function createSensors(followed: Iterable<number> = []): Sensors {
  const ours = new Set([BITCOIN_CHAIN_ID, ...followed]);
  const lookedAt = new Map<Sensor, Instant>();
  const seenAt = (sensor: Sensor) => lookedAt.get(sensor) ?? 0;
  const isFollowed = (chainId: number) => ours.has(chainId) || lookedAt.has(chainId);
  return {
    isFollowed,
    saw(sensor, at) {
      lookedAt.set(sensor, at); // not the maximum: a clock that once ran ahead must not pretend to see the future
    },
    sightedAt: (chainIds) =>
      Math.min(...chainIds.map((chainId) => seenAt(isFollowed(chainId) ? chainId : "service"))),
    seenAt,
  };
}
