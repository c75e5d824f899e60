import { MINUTE_MS, type Clock, type Instant } from "../../values/time.ts";
import { NEXT } from "../request.ts";
import type { StatusChange } from "../persistence/statusChanges.ts";

/** How many requests may be followed: by one connection, and by all of them. */
export const SUBSCRIPTIONS = { perConnection: 500, together: 200_000 } as const;

/**
 * Unknown ids are of little use: a quote is on disk before its id is returned. So few are accepted, and
 * each is dropped after a while; a request that appears in time (written by another process) stays.
 */
export const UNKNOWN = { perConnection: 20, forgottenAfterMs: 5 * MINUTE_MS } as const;

/** The position of a subscription: the ordinal of the last change that was sent, and its message. */
type Reached = { ordinal: number; shown: string; isFinal: boolean; since: Instant };

/** What one connection follows. */
export type Subscriptions = Readonly<{
  has(id: string): boolean;
  /**
   * Follows a request from its newest change on (undefined: an unknown request), or returns the reason for
   * a refusal.
   */
  add(id: string, newest: StatusChange | undefined): string | undefined;
  remove(id: string): void;
  /**
   * The message of a change that this connection has not received; undefined when there is nothing to send.
   */
  news(change: StatusChange): string | undefined;
  /** Forgets ids that have been unknown for too long, and gives them. */
  forgetUnknown(): readonly string[];
  /** The followed requests, ended ones too. */
  ids(): Iterable<string>;
  /** The ordinal that is known of a followed request; undefined for one that has ended and changes no more. */
  ordinalOf(id: string): number | undefined;
  /** Gives everything back when the connection has ended. */
  end(): void;
}>;

/** Gives each connection its subscriptions. `show` is how a change looks to a client. */
export function createSubscriptions(
  clock: Clock,
  show: (change: StatusChange) => string,
): () => Subscriptions {
  let together = 0;
  return () => {
    const followed = new Map<string, Reached>();
    const unknown = new Set<string>();
    const remove = (id: string) => {
      if (followed.delete(id)) together -= 1;
      unknown.delete(id);
    };
    const set = (id: string, change: StatusChange) => {
      const { ordinal, facts } = change;
      const isFinal = NEXT[facts.state].length === 0;
      followed.set(id, { ordinal, shown: show(change), isFinal, since: clock() });
      unknown.delete(id);
    };
    return {
      has: (id) => followed.has(id),
      add(id, newest) {
        if (followed.size >= SUBSCRIPTIONS.perConnection)
          return `Expected at most ${SUBSCRIPTIONS.perConnection} subscriptions. Unsubscribe what is done.`;
        if (together >= SUBSCRIPTIONS.together) return "The stream is full. Poll, or try again later.";
        if (!newest && unknown.size >= UNKNOWN.perConnection)
          return `Expected ids of quotes of this service, got more than ${UNKNOWN.perConnection} that are unknown here.`;
        together += 1;
        if (newest) return void set(id, newest);
        followed.set(id, { ordinal: 0, shown: "", isFinal: false, since: clock() });
        unknown.add(id);
        return undefined;
      },
      remove,
      news(change) {
        const reached = followed.get(change.requestId);
        if (!reached || change.ordinal <= reached.ordinal) return undefined; // sent meanwhile
        set(change.requestId, change);
        const shown = followed.get(change.requestId)?.shown;
        return shown === reached.shown ? undefined : shown; // nothing that a poller could see
      },
      forgetUnknown() {
        const now = clock();
        const old = [...unknown].filter((id) => {
          const since = followed.get(id)?.since ?? 0;
          return now < since || now - since >= UNKNOWN.forgottenAfterMs; // a clock that was set back must not keep them
        });
        old.forEach(remove);
        return old;
      },
      ids: () => followed.keys(),
      ordinalOf(id) {
        const reached = followed.get(id);
        return reached && !reached.isFinal ? reached.ordinal : undefined;
      },
      end() {
        together -= followed.size;
        followed.clear();
        unknown.clear();
      },
    };
  };
}
