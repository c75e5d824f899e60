import { AsyncLocalStorage } from "node:async_hooks";
import type { Db, Write } from "./driver.ts";

/** What every commit to a database must find true while some work is done. */
type Fence = Readonly<{
  db: Db;
  /** Checks, written first in each batch. They must lock what they check until the batch has ended. Throws when it is known to be lost. */
  checks(): readonly Write[];
}>;

const current = new AsyncLocalStorage<{ readonly fence: Fence; isOver: boolean }>();

/**
 * Runs `work`; its commits include the checks. What it leaves behind is free of them: a connection that was opened meanwhile
 * serves others, too.
 */
export async function withFence<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
  const run = { fence, isOver: false };
  try {
    return await current.run(run, work);
  } finally {
    run.isOver = true;
  }
}

/** The writes of a batch behind the checks of the work that commits it, if there are any. */
export function fencedWrites(db: Db, writes: readonly Write[]): readonly Write[] {
  const run = current.getStore();
  const isFenced = run !== undefined && !run.isOver && run.fence.db === db && writes.length > 0;
  return isFenced ? [...run.fence.checks(), ...writes] : writes;
}
