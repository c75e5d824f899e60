import type { IncrementResponse, Store } from "express-rate-limit";
import type { Counters } from "../ports/counterPort.ts";
import type { Log } from "../../runtime/log.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";

const SHARED_FROM = 0.1; // of the limit: callers with fewer calls in a process are not worth a write
const EXCHANGE_EVERY_MS = SECOND_MS;
const MOST_AT_ONCE = 500; // names in one statement

export type SharedCountDeps = Readonly<{
  clock: Clock;
  log: Log;
  persistence: Readonly<{ counters: Counters }>;
}>;

/** The calls of one caller in a window: all of this process, how many of them the others know of, and theirs. */
type Count = { own: number; told: number; others: number };

/**
 * Counts calls in windows that begin at the same moment in every process, as a store of express-rate-limit. A call is decided
 * upon by what is known here, without waiting. Callers with a tenth of the limit are added up in the database once a second, so
 * that a limit is exceeded by at most a second's calls and a tenth of it for each further process. While the database does not
 * answer, each process counts by itself.
 */
export function createSharedCounts(
  { clock, log, persistence: { counters } }: SharedCountDeps,
  { kind, limit, windowMs }: Readonly<{ kind: string; limit: number; windowMs: number }>,
): Store {
  let endsAt: Instant = 0;
  let counts = new Map<string, Count>();
  let exchangedAt: Instant = 0;
  let exchanging = false;

  const exchange = async () => {
    const [window, end] = [counts, endsAt];
    const nameOf = (key: string) => `${kind} ${end} ${key}`;
    const due = [...window]
      .filter(([, { own, told }]) => own >= limit * SHARED_FROM && own > told)
      .slice(0, MOST_AT_ONCE)
      .map(([key, count]) => ({ key, count, sent: count.own }));
    const additions = due.map(({ key, count, sent }) => ({
      name: nameOf(key),
      count: sent - count.told,
      endsAt: end,
    }));
    const found = new Map((await counters.add(additions, clock())).map((one) => [one.name, one.count]));
    for (const { key, count, sent } of due) {
      count.told = sent;
      count.others = (found.get(nameOf(key)) ?? sent) - sent;
    }
  };
  const exchangeSometimes = (now: Instant) => {
    if (exchanging || now - exchangedAt < EXCHANGE_EVERY_MS) return;
    exchanging = true;
    exchangedAt = now;
    void exchange()
      .catch((error: unknown) => log.debug("limits.not_shared", { error }))
      .finally(() => (exchanging = false));
  };
  const open = (now: Instant) => {
    if (now < endsAt && now >= endsAt - windowMs) return;
    endsAt = now - (now % windowMs) + windowMs;
    exchangedAt = 0;
    counts = new Map();
  };
  const find = (key: string): Count => {
    const count = counts.get(key) ?? { own: 0, told: 0, others: 0 };
    counts.set(key, count);
    return count;
  };
  const answer = ({ own, others }: Count): IncrementResponse => ({
    totalHits: own + others,
    resetTime: new Date(endsAt),
  });
  return {
    localKeys: false,
    increment(key) {
      const now = clock();
      open(now);
      const count = find(key);
      count.own += 1;
      if (count.own >= limit * SHARED_FROM) exchangeSometimes(now);
      return answer(count);
    },
    decrement: (key) => void (find(key).own -= 1),
    resetKey: (key) => void counts.delete(key),
  };
}
