/** What `make` makes of a text, kept for the texts that were asked for last. `make` gives the same each time. */
export function memoizeRecent(most: number, make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>(); // the last in the map was used last
  return (text) => {
    const made = known.get(text) ?? flat(make(text));
    known.delete(text);
    known.set(text, made);
    for (const [oldest] of known) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return made;
  };
}

/** A string that is made of pieces would keep them all. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
