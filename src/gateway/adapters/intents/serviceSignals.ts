import type { HeaderedAnswer } from "../../../http-client/http.ts";
import { readDeprecation } from "../../../intents/deprecation.ts";
import { isKeyRefusal } from "../../../intents/keyRefusal.ts";
import { isPathGone } from "../../../intents/quoteVersion.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../../values/time.ts";
import type { AnnouncedEnd, KeyRefusal } from "../../ports/servicePort.ts";

/** Keeps in memory what any answer of the intent service can announce: a refused key, or the end of a path. */
export type ServiceSignals = Readonly<{
  note(path: string, answer: HeaderedAnswer): void;
  /** The refusals that last, the oldest first; none while the service accepts the key. */
  keyRefusals(): readonly KeyRefusal[];
  /** True while a path is not to be asked again, because it has refused the key a moment ago. */
  isPaused(path: string): boolean;
  /** The announced ends, and the paths that are missing, announced or not. */
  announcements(): readonly AnnouncedEnd[];
  /** Calls the listener with each path whose end is announced for the first time, or with another date. */
  onAnnouncement(listener: (path: string) => void): void;
}>;

const PAUSE_MS = 30 * SECOND_MS; // until the next call asks again whether the key is accepted
const FORGOTTEN_MS = 15 * MINUTE_MS; // a path in use is asked at least every ten minutes
const BUSY = 429; // says nothing about keys

/**
 * Remembers refusals by path, because a service may ask for a key at some alone. Lists of requests are left out without a key: the
 * gateway works without them then.
 */
export function createServiceSignals(clock: Clock, hasKey: boolean): ServiceSignals {
  const refused = new Map<string, KeyRefusal & Readonly<{ at: Instant }>>();
  const ends = new Map<string, AnnouncedEnd>();
  const listeners: ((path: string) => void)[] = [];

  const isWithin = (at: Instant | undefined, ms: number) => at !== undefined && Math.abs(clock() - at) < ms; // a clock may be set back
  const noteKey = (path: string, { status, body }: HeaderedAnswer) => {
    if (isKeyRefusal(status, body)) {
      if (path.startsWith("/requests/") && !hasKey) return;
      refused.set(path, { since: refused.get(path)?.since ?? clock(), at: clock(), hasKey, path });
    } else if (status < 500 && status !== BUSY) refused.delete(path);
  };
  const noteEnd = (path: string, { status, headers, body }: HeaderedAnswer) => {
    const known = ends.get(path);
    const announced = readDeprecation(headers, body);
    const isGone = isPathGone(status, body);
    if (!announced && !isGone) return;
    ends.set(path, { ...(announced ?? known), path, seenAt: clock(), isGone });
    const isNew = announced && (!known || known.sunsetAt !== announced.sunsetAt);
    if (isNew) for (const listener of listeners) listener(path);
  };
  return {
    note(address, answer) {
      const [path = ""] = address.split("?");
      noteKey(path, answer);
      noteEnd(path, answer);
    },
    keyRefusals: () =>
      [...refused.values()]
        .filter(({ at }) => isWithin(at, FORGOTTEN_MS))
        .toSorted((a, b) => a.since - b.since),
    isPaused: (path) => isWithin(refused.get(path)?.at, PAUSE_MS),
    announcements: () => [...ends.values()],
    onAnnouncement: (listener) => void listeners.push(listener),
  };
}
