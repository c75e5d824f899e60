import pLimit from "p-limit";

/** Runs work when it is its turn. Returns undefined when the queue is full, and then the work is not run. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T> | undefined;

/** A semaphore for `atOnce` pieces of work, with a queue of at most `longest` others, first in, first out. */
export function createBoundedQueue(atOnce: number, longest: number): BoundedQueue {
  const limit = pLimit(atOnce);
  const inside = () => limit.activeCount + limit.pendingCount;
  return (work) => (inside() < atOnce + longest ? limit(work) : undefined);
}
