import type { Sensors } from "./ports.ts";

/** Remembers when the chain and the service were last seen with open eyes. */
export function createSensors(): Sensors {
  const lookedAt = { chain: 0, service: 0 };
  return {
    saw(sensor, at) {
      lookedAt[sensor] = Math.max(lookedAt[sensor], at);
    },
    sightedAt: () => Math.max(lookedAt.chain, lookedAt.service),
    all: () => ({ ...lookedAt }),
  };
}
