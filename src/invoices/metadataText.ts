/** A field of an invoice's metadata as text; the merchant's metadata may hold anything. */
export function metadataText(metadata: unknown, key: string): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const value = (metadata as Readonly<Record<string, unknown>>)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
