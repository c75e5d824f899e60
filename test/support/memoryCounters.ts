import type { Counter, Counters } from "../../src/gateway/ports/counterPort.ts";

/** Counters over a map, as src/gateway/persistence/counters.ts keeps them. */
export function memoryCounters(): Counters {
  const known = new Map<string, Counter>();
  return {
    add: async (additions, at) =>
      additions.map((addition) => {
        const before = known.get(addition.name);
        const isOpen = before !== undefined && before.endsAt > at;
        const counter = isOpen ? { ...before, count: before.count + addition.count } : addition;
        known.set(addition.name, counter);
        return counter;
      }),
    forget: async (name) => void known.delete(name),
    async prune(at) {
      for (const [name, { endsAt }] of known) if (endsAt <= at) known.delete(name);
    },
  };
}
