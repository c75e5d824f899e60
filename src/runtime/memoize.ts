import { LRUCache } from "lru-cache";

/** A pure function of a text with its last `most` results cached, the least recently used dropped first. */
export function memoizeRecent(most: number, make: (text: string) => string): (text: string) => string {
  const known = new LRUCache<string, string>({ max: most });
  return (text) => {
    const made = known.get(text) ?? flat(make(text));
    known.set(text, made);
    return made;
  };
}

/**
 * A pure function of a few recurring keys with all results cached. For formats of Intl, which take longer to construct than a
 * page to render.
 */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as Made; // set above
  };
}

/** A copy without references to the pieces that a concatenated string keeps alive. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
