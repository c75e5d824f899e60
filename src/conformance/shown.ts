const LONGEST = 160; // characters of a service's own text in a line of the report

/**
 * Text of a service on one line: control characters, which could move the cursor or colour a terminal, characters that
 * change the direction of text, and what XML has no place for are replaced.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, "\ufffd");
}

/** A value of an answer in a few words, as JSON writes it where it is short. Nothing is walked: an answer may be nested without end. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `"${clipped(value)}"`;
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    return names.length === 0 ? "an empty object" : `an object with ${clipped(names.slice(0, 8).join(", "))}`;
  }
  return String(value);
}

/** The beginning of a text, printable. */
export function clipped(text: string): string {
  const start = printable(text.slice(0, LONGEST));
  return text.length > LONGEST ? `${start}…` : start;
}
