import type { Sensors } from "./ports.ts";

/** Remembers when the chain and the service were last seen with open eyes. */
export function createSensors(): Sensors {
  const lookedAt = { chain: 0, service: 0 };
  return {
    saw(sensor, at) {
      lookedAt[sensor] = at; // not the maximum: a clock that once ran ahead must not pretend to see the future
    },
    sightedAt: () => lookedAt.chain, // deposits come by Bitcoin only, and the service knows none before a block
    all: () => ({ ...lookedAt }),
  };
}
