/** Runs work when it is its turn; undefined when the line is full, and then it is not run. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T> | undefined;

/** Lets `atOnce` pieces of work run side by side. Others wait in a line of at most `longest`, first come, first served. */
export function createBoundedQueue(atOnce: number, longest: number): BoundedQueue {
  const line: (() => void)[] = [];
  let free = atOnce;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve)); // a finished piece of work passes its slot on
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
  return (work) => (line.length < longest ? run(work) : undefined);
}
