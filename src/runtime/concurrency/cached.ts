import type { Clock, Instant } from "../../values/time.ts";

/** Loads at most once per `freshMs`, which all callers share; a failure is not kept. */
export function cached<T>(clock: Clock, freshMs: number, load: () => Promise<T>): () => Promise<T> {
  let kept: Readonly<{ at: Instant; answer: Promise<T> }> | undefined;
  return () => {
    const now = clock();
    if (kept && now >= kept.at && now - kept.at < freshMs) return kept.answer;
    const asked = { at: now, answer: load() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}
