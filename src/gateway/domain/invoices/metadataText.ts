/** A field of an invoice's metadata as text; the merchant's metadata may hold anything. */
export function metadataText(metadata: unknown, key: string): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const value = (metadata as Readonly<Record<string, unknown>>)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

const LONGEST_SHOWN = 300; // characters: keeps pages and messages small, whichever plugin wrote it
const HALF_A_CHARACTER = /[\ud800-\udbff]$/; // an emoji that was cut

/** The same as people are shown it: of a longer text its beginning. */
export function shownText(metadata: unknown, key: string): string | undefined {
  const text = metadataText(metadata, key);
  if (text === undefined || text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN).replace(HALF_A_CHARACTER, "")}…`;
}
