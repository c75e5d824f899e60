import type { Instant } from "../../values/time.ts";

/** What is added to a counter, and when its window ends if this call begins it. */
export type Addition = Readonly<{ name: string; count: number; endsAt: Instant }>;

/** A counter after an addition. */
export type Counter = Readonly<{ name: string; count: number; endsAt: Instant }>;

/** Counters of limited calls, shared by all processes on a database. A counter whose window has ended begins anew. */
export type Counters = Readonly<{
  /** Adds to counters of different names, each atomically, and gives them as they are then, in any order. */
  add(additions: readonly Addition[], at: Instant): Promise<readonly Counter[]>;
  forget(name: string): Promise<void>;
  /** Deletes the counters whose windows have ended. */
  prune(at: Instant): Promise<void>;
}>;
