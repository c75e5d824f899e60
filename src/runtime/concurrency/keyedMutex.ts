/** Work that is under way, by what it is about. */
export type KeyedMutex = Map<string, Promise<unknown>>;

/** Does the work once everything that was begun under the same key has ended, well or badly. */
export async function withMutex<T>(underWay: KeyedMutex, key: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
