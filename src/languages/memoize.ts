/**
 * `make` for a few keys that come again and again: what it made of a key is kept for ever. For formats of Intl, which take longer
 * to make than a page to draw.
 */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as Made; // set above
  };
}
