import type { Idempotency, IdempotencyRecord } from "../../src/gateway/ports/persistencePort.ts";

/** Calls that may be said again, as src/gateway/persistence/idempotency.ts keeps them. */
export function memoryCalls() {
  const calls = new Map<string, IdempotencyRecord>();
  return {
    async begin(call) {
      const known = calls.get(call.key);
      if (!known) calls.set(call.key, call);
      return known;
    },
    async takeOver(call, leaseUntil) {
      const known = calls.get(call.key);
      if (!known || known.leaseUntil !== call.leaseUntil || known.status !== undefined) return false;
      calls.set(call.key, { ...known, leaseUntil });
      return true;
    },
    async end(key, answer) {
      const known = calls.get(key);
      if (known) calls.set(key, { ...known, ...(answer ?? { leaseUntil: 0 }) });
    },
    async drop({ key, leaseUntil }) {
      const known = calls.get(key);
      if (known?.leaseUntil === leaseUntil && known.status === undefined) calls.delete(key);
    },
    async prune(before) {
      for (const [key, { at }] of calls) if (at < before) calls.delete(key);
    },
  } satisfies Idempotency;
}
