import { CrosstillError } from "./errors.ts";

/** How calls are repeated. Time and chance are the caller's. */
export type Retrying = Readonly<{
  retries: number; // after the first attempt
  wait: (ms: number) => Promise<void>;
  random: () => number; // from 0 to 1
}>;

const FIRST_PAUSE_MS = 500; // doubled for each attempt, and up to as much again by chance: many clients spread out
const LONGEST_PAUSE_MS = 30_000; // longer waits are left to the caller, by the error

/**
 * Retries temporary failures. A call that is not repeatable is retried only when the gateway has answered
 * that nothing was done. Rethrows the last error.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  isRepeatable: boolean,
  { retries, wait, random }: Retrying,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CrosstillError) || tries >= retries) throw error;
      if (!(isRepeatable ? isPassing(error) : wasNotDone(error))) throw error;
      const pause = pauseOf(error, tries, random);
      if (pause > LONGEST_PAUSE_MS) throw error;
      await wait(pause);
    }
  }
}

/** No answer, 408 of a gateway that stood still while the call arrived, a conflict with the first call of the same key, too many calls, a fault of the gateway or of what stands before it. */
function isPassing({ status, code }: CrosstillError): boolean {
  if (status === 0) return code === "no-answer";
  return (
    code === "idempotency-key-in-use" ||
    code === "conflict" ||
    status === 408 ||
    status === 429 ||
    status >= 500
  );
}

/**
 * Too many calls, and 503 from the gateway itself: nothing was changed. A proxy's 503 does not prove that.
 */
function wasNotDone({ status, code }: CrosstillError): boolean {
  return status === 429 || (status === 503 && code !== "http-503" && code !== "storage-unavailable");
}

function pauseOf({ details }: CrosstillError, tries: number, random: () => number): number {
  if (details.retryAfterSeconds !== undefined) return details.retryAfterSeconds * 1_000;
  const least = FIRST_PAUSE_MS * 2 ** tries;
  return least + least * random();
}
