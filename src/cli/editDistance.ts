/** How many letters have to be changed, left out or put in to make one text of the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const same = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      line.push(Math.min(same, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}

/** The word that a misspelt one was probably meant to be: the nearest, at most two letters away. */
export function meantWord(given: string, words: Iterable<string>): string | undefined {
  let nearest: Readonly<{ word: string; distance: number }> | undefined;
  for (const word of words) {
    if (Math.abs(word.length - given.length) > MOST) continue;
    const distance = editDistance(given, word);
    if (distance <= MOST && distance < (nearest?.distance ?? Infinity)) nearest = { word, distance };
  }
  return nearest?.word;
}

const MOST = 2;
