/** Reads by the key that says what is read: reads of one key are the same. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Coalesces concurrent reads. One is under way at a time for each key; callers that ask meanwhile share the next one, so that each
 * gets an answer that was read after it had asked. A failure is given to the callers that share it, and not cached.
 */
export function createSharedReads<T>(): SharedReads<T> {
  const underWay = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();
  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    next.delete(key);
    const answer = read();
    const ended = answer.then(nothing, nothing).then(() => {
      if (underWay.get(key) === ended) underWay.delete(key);
    });
    underWay.set(key, ended);
    return answer;
  };
  return (key, read) => {
    const before = underWay.get(key);
    if (!before) return begin(key, read);
    const shared = next.get(key) ?? before.then(() => begin(key, read));
    next.set(key, shared);
    return shared;
  };
}

function nothing(): void {}
