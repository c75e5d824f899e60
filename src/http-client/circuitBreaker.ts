import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../values/time.ts";
import { HttpFailure, type HttpClient } from "./http.ts";

const LONGEST_ASKED_MS = HOUR_MS; // one that asks for a day does not know what it does

export type CircuitBreakerOptions = Readonly<{
  /** How many failures in a row open the circuit; one 429 always does. */
  failuresInARow: number;
  firstRestMs?: number; // default: 15 s
  longestRestMs?: number; // default: 5 minutes
  /** Which failures count against the host; by default all but client errors (4xx). */
  isTrouble?: (failure: HttpFailure) => boolean;
}>;

/**
 * Circuit breaker: opens after a 429 or so many consecutive failures of a host: for the first pause, then
 * twice as long each time up to the longest one, or for the duration that the host asked for (Retry-After).
 * Meanwhile every call throws HttpFailure "busy" at once; after the pause one call at a time probes the
 * host. A client error (4xx) is an answer and no failure.
 */
export function withCircuitBreaker(
  http: HttpClient,
  clock: Clock,
  {
    failuresInARow,
    firstRestMs = 15 * SECOND_MS,
    longestRestMs = 5 * MINUTE_MS,
    isTrouble = () => true,
  }: CircuitBreakerOptions,
): HttpClient & Readonly<{ isResting(): boolean }> {
  let failures = 0;
  let rest = 0;
  let restUntil: Instant = 0;
  let isTrying = false; // one call finds out whether the rest has helped
  const noteAnswer = () => {
    failures = rest = restUntil = 0;
  };
  const noteFailure = (failure: HttpFailure) => {
    if (!isTrouble(failure) || clock() < restUntil) return; // the latter: one of several that were under way together
    failures++;
    if (failure.kind !== "busy" && failures < failuresInARow) return;
    rest = Math.min(longestRestMs, Math.max(firstRestMs, 2 * rest));
    restUntil = clock() + Math.max(rest, Math.min(LONGEST_ASKED_MS, failure.retryAfterMs ?? 0));
  };
  const restLeft = () => {
    const left = restUntil - clock();
    if (left > 0 && left <= LONGEST_ASKED_MS) return left; // a longer one: the clock was set back
    return isTrying ? SECOND_MS : 0;
  };
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    const left = restLeft();
    if (left > 0) throw leftAlone(left);
    const isTrial = rest > 0;
    if (isTrial) isTrying = true;
    try {
      const answer = await call();
      noteAnswer();
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure && error.kind === "refused") noteAnswer();
      else if (error instanceof HttpFailure) noteFailure(error);
      throw error;
    } finally {
      if (isTrial) isTrying = false;
    }
  };
  return {
    isResting: () => restLeft() > 0,
    get: (path) => guarded(() => http.get(path)),
    post: (path, body, contentType) => guarded(() => http.post(path, body, contentType)),
  };
}

function leftAlone(ms: number): HttpFailure {
  const message = "It failed, and is left alone for a while.";
  return new HttpFailure("busy", message, undefined, undefined, undefined, ms);
}
