import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../time.ts";
import { HttpFailure, type HttpClient } from "./http.ts";

/** How long a host is left alone the first time, and at most. */
export type Rests = Readonly<{ firstMs: number; longestMs: number }>;

const RESTS: Rests = { firstMs: 15 * SECOND_MS, longestMs: 5 * MINUTE_MS };
const LONGEST_ASKED_MS = HOUR_MS; // one that asks for a day does not know what it does

/**
 * Leaves a host alone that says 429 or fails so many times in a row: for 15 s, then twice as long each time up to five
 * minutes (or as `rests` say), or for as long as it asked (Retry-After). Meanwhile every call throws HttpFailure "busy" at once and costs nothing;
 * after the rest one call shows whether it is well again. A considered no (4xx) is an answer and no failure.
 */
export function backingOff(
  http: HttpClient,
  clock: Clock,
  failuresInARow: number,
  { firstMs, longestMs }: Rests = RESTS,
): HttpClient {
  let failures = 0;
  let rest = 0;
  let restUntil: Instant = 0;
  const noteFailure = (error: HttpFailure) => {
    if (clock() < restUntil) return; // one of several that were under way together
    failures++;
    if (error.kind !== "busy" && failures < failuresInARow) return;
    rest = Math.min(longestMs, Math.max(firstMs, 2 * rest));
    restUntil = clock() + Math.max(rest, Math.min(LONGEST_ASKED_MS, error.retryAfterMs ?? 0));
  };
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    const now = clock();
    if (now < restUntil && restUntil - now <= LONGEST_ASKED_MS)
      // else the clock was set back
      throw new HttpFailure(
        "busy",
        "It failed, and is left alone for a while.",
        undefined,
        undefined,
        undefined,
        restUntil - now,
      );
    try {
      const answer = await call();
      failures = rest = restUntil = 0;
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure && error.kind === "refused") failures = rest = restUntil = 0;
      else if (error instanceof HttpFailure) noteFailure(error);
      throw error;
    }
  };
  return {
    get: (path) => guarded(() => http.get(path)),
    post: (path, body, contentType) => guarded(() => http.post(path, body, contentType)),
  };
}
