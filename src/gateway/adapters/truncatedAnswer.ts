const MOST_CHARACTERS = 16 * 1024;

/**
 * What is kept of an answer beside what follows from it: all of a usual one, the beginning (as text) of one that is longer than
 * 16 KiB, nothing of one that is nested too deep to be written. A service must not be able to fill a merchant's disk.
 */
export function truncatedAnswer(body: unknown): unknown {
  try {
    const text = JSON.stringify(body);
    return text.length <= MOST_CHARACTERS ? body : { cut: text.slice(0, MOST_CHARACTERS) };
  } catch {
    return { cut: "" };
  }
}
