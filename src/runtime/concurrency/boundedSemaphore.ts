/** Does work one after the other, in the order of asking. Gives undefined at once when `mostWaiting` wait already. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** A line of its own: while one piece of work is done, `mostWaiting` others may wait. */
export function createSemaphore(mostWaiting: number): Semaphore {
  let inside = 0; // at work or waiting
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (inside > mostWaiting) return undefined;
    inside += 1;
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      inside -= 1;
    }
  };
}
